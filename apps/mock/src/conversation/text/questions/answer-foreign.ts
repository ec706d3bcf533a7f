import { pick, type Random } from "../../../random.js";
import type { Assignment } from "../assignment.js";
import { type ForeignQuestions, foreignQuestions } from "../data/foreign-frames.js";
import { askingWords, foreignNames } from "../data/foreign-names.js";
import type { Frame } from "../data/question-frames.js";
import { bulletList, numberedList } from "../forms/list.js";
import { shuffled } from "../prose.js";
import { capitalised } from "../subject.js";

/** Answers an open question in German, French or Spanish; undefined for other languages, and for what asks nothing. */
export function answerForeignQuestion(
  { question, language, isFollowUp }: Assignment,
  random: Random,
): string | undefined {
  const asked = question.trim().split("\n")[0] ?? "";
  const questions = foreignQuestions[language?.code ?? ""];
  if (questions === undefined || isFollowUp || asked.length > 300) return undefined;
  const plain = asked.replace(/^(?:hallo|bonjour|hola|bitte|kannst du (?:mir )?|peux-tu |puedes )[,! ]*/i, "");
  const topic = questions.thing.exec(plain)?.groups?.topic?.replace(/,? (?:und|et|y) .*$|[\s?!.]+$/, "");
  const term = topic === undefined ? undefined : termOf(questions, topic);
  const kind = kindOf(questions, plain);
  if (kind === undefined || /^(?:unterschied|différence|diferencia)/i.test(topic ?? "")) return undefined;
  const frame = frameOf(questions.frames[kind], { topic: topic ?? "", asked: capitalised(plain), random });
  if (term === undefined) return `${frame.opening}\n\n${frame.list}\n\n${frame.end}`;
  const [, definition = "", example = ""] = term;
  const short = `${definition}\n\n**${questions.example}${language?.code === "fr" ? " " : ""}:** ${example}`;
  return `${short}\n\n${frame.list}\n\n${frame.end}`;
}

function kindOf(questions: ForeignQuestions, asked: string): keyof ForeignQuestions["frames"] | undefined {
  if (questions.thing.test(asked)) return "thing";
  if (questions.why.test(asked)) return "why";
  if (questions.steps.test(asked)) return "steps";
  return asked.trimEnd().endsWith("?") ? "other" : undefined;
}

function termOf({ terms }: ForeignQuestions, topic: string): string[] | undefined {
  const name = topic.toLowerCase();
  return terms
    .trim()
    .split("\n")
    .map((line) => line.split("|"))
    .find(([names = ""]) => names.split(",").includes(name));
}

function frameOf(
  { openings, items, isNumbered = false, remarks, closings }: Frame,
  { topic, asked, random }: { topic: string; asked: string; random: Random },
): { opening: string; list: string; end: string } {
  const opening = pick(openings, random)
    .replace(/^\*\*\{s\}/, () => `**${capitalised(topic)}`)
    .replaceAll("{s}", () => topic)
    .replaceAll("{q}", () => asked);
  const end = `${pick(remarks, random)} ${pick(closings, random)}`;
  return { opening, list: (isNumbered ? numberedList : bulletList)([...items]), end };
}

/** `Nenne drei Flüsse`, `Cite cinq fruits`: the names alone; undefined where the kind is not known. */
export function foreignNamesIn(text: string, code: string, random: Random): string | undefined {
  const words = askingWords[code];
  const found =
    words === undefined
      ? null
      : new RegExp(
          `^(?:${words.ask})\\s+(?<count>\\d{1,2}|${words.numbers.replaceAll(" ", "|")})\\s+(?<kind>[\\p{L} ]{2,40}?)[.!?\\s]*$`,
          "iu",
        ).exec(text.trim());
  if (words === undefined || found === null) return undefined;
  const { count: written = "", kind = "" } = found.groups ?? {};
  const count =
    Number(written) || 1 + words.numbers.split(" ").findIndex((one) => new RegExp(`^(?:${one})$`, "iu").test(written));
  const names = namesOf(code, kind.toLowerCase());
  if (names === undefined || count < 1 || count > names.length) return undefined;
  const chosen = shuffled(names, random).slice(0, count);
  return count === 1 ? `**${capitalised(chosen[0] ?? "")}**` : bulletList(chosen.map(capitalised));
}

function namesOf(code: string, kind: string): string[] | undefined {
  for (const line of (foreignNames[code] ?? "").trim().split("\n")) {
    const [kinds = "", names = ""] = line.split(": ");
    // What stands before or after the kind, such as “europäische”, is more than the table knows.
    if (kinds.split("|").includes(kind)) return names.split(", ");
  }
  return undefined;
}
