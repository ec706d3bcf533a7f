import type { Random } from "../../../random.js";
import type { Assignment } from "../assignment.js";
import { type Language, languageAskedFor, languages } from "../languages.js";
import { cycleOf, repeat, sentencesAbout } from "../prose.js";
import { capitalised } from "../subject.js";

/** The phrase in the language that is asked for where it is a common one, else a text in that language. */
export function translationFor(
  { question, language, lastAnswer, subject, isBare }: Assignment,
  random: Random,
): string {
  const target = language ?? (languageAskedFor(question) === "en" ? undefined : language);
  const source =
    /["“'«„]([^"”»“\n]{1,400})["”'»]/.exec(question)?.[1] ??
    /:\s{0,9}(\S.{0,1500})$/s.exec(question)?.[1] ??
    /\btranslate (?!(?:it|that|this)\b)(.{2,200}?) (?:in)?to \p{L}+/iu.exec(question)?.[1] ??
    lastAnswer;
  const sentences = Math.max(1, Math.min(40, source.match(/[.!?。？！]+(?=\s|$)/g)?.length ?? 1));
  if (target === undefined) {
    const made = sentencesAbout(subject, undefined, random);
    return source === ""
      ? "Please send me the text that you would like me to translate."
      : (englishOf(source) ?? repeat(sentences, made.next).join(" "));
  }
  const phrase = phrasesOf(source, target);
  if (phrase === undefined && source.includes("\n")) return withMarksOf(source, { target, subject, random });
  const made = sentencesAbout(subject, target, random);
  const text = phrase ?? repeat(sentences, made.next).join(target.gap);
  if (isBare || phrase === undefined) return text;
  return `**${text}**\n\nThat is the usual way to say “${source.trim()}” in ${capitalised(target.names[0] ?? "")}.`;
}

/** A text of the language with the headings, lists, tables and code of another. */
function withMarksOf(
  source: string,
  { target, subject, random }: { target: Language; subject: string; random: Random },
): string {
  const points = cycleOf(target.points, random);
  const { next } = sentencesAbout(subject, target, random);
  const colon = target.gap === "" ? "：" : ": ";
  let isCode = false;
  let isInTable = false;
  return source
    .split("\n")
    .slice(0, mostLines)
    .map((line) => {
      if (line.startsWith("```")) isCode = !isCode;
      if (isCode || line.startsWith("```") || line.trim() === "" || /^\|[\s:|-]+\|$/.test(line)) return line;
      const isHead = line.startsWith("|") && !isInTable;
      isInTable = line.startsWith("|");
      if (isInTable) {
        const cells = line.split("|").slice(1, -1);
        const word = (cell: string, at: number) =>
          /^\W*\d/.test(cell) ? cell.trim() : isHead ? (target.headers[at] ?? points()) : at === 1 ? next() : points();
        return `| ${cells.map(word).join(" | ")} |`;
      }
      const [, mark = "", text = ""] = /^(\s*(?:#{1,6} |> |[-*] (?:\[[ x]\] )?|\d+\. )?)(.*)$/.exec(line) ?? [];
      if (/#/.test(mark)) return mark + points();
      if (/^\s*(?:[-*]|\d)/.test(mark)) return `${mark}**${points()}**${colon}${next()}`;
      return mark + repeat(Math.max(1, text.match(/[.!?](?=\s|$)/g)?.length ?? 1), next).join(target.gap);
    })
    .join("\n");
}

const mostLines = 200;

/** Returns the English of a text that is one of the common phrases. */
function englishOf(text: string): string | undefined {
  const said = plain(text);
  for (const { phrases } of languages) {
    const found = Object.entries(phrases).find(([, own]) => plain(own) === said);
    if (found !== undefined) return capitalised(found[0]);
  }
  return undefined;
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[.!?,¡¿！？。。]/g, "")
    .trim();

/** Each part of the text that is one of the common phrases; undefined where one of them isn't. */
export function phrasesOf(source: string, target: Language): string | undefined {
  const whole = target.phrases[plain(source)];
  if (whole !== undefined) return whole;
  const parts = source.split(/[.!?,;]+\s*/).filter((part) => part.trim() !== "");
  const known = parts.map((part) => target.phrases[plain(part)]);
  return parts.length > 1 && known.every((one) => one !== undefined) ? known.join(target.gap) : undefined;
}

/** `Say hello in French`, `How do you say thank you in Japanese?` */
export function phraseIn(text: string, isBare: boolean): string | undefined {
  const asked =
    /^(?:please )?(?:how (?:do|would|can) (?:you|i|we|one) say|say|what is|what's) ["“']?([^"“”'\n]{2,80}?)["”']? in (\p{L}{4,20})[?.!]*$/iu.exec(
      text,
    );
  const language = asked === null ? undefined : languageAskedFor(text);
  if (asked === null || language === undefined || language === "en") return undefined;
  const phrase = phrasesOf(asked[1] ?? "", language);
  return phrase === undefined || isBare ? phrase : `**${phrase}**`;
}
