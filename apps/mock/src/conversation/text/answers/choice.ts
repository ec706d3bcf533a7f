import { pick, type Random } from "../../../random.js";
import { labelFor } from "../../feeling.js";
import { isPlaceTrue } from "./places.js";

/** `Answer with yes or no`, `Classify as positive, negative or neutral`. */
export function choiceIn(text: string, rules: string, random: Random): string | undefined {
  const ruled = optionsIn(rules);
  if (ruled.options.length > 1) return labelFor(text, ruled.options) ?? pick(ruled.options, random);
  const { options, words } = optionsIn(text);
  const isTrue = isPlaceTrue(text);
  if (options.length > 1) {
    const rest = text.replace(words, " ");
    return truthful(options, isTrue) ?? labelFor(rest, options) ?? pick(options, random);
  }
  if (/\b(?:yes or no|yes\/no)\b/i.test(text)) return truthful(["Yes", "No"], isTrue) ?? pick(["Yes", "No"], random);
  if (/\b(?:true or false|true\/false)\b/i.test(text))
    return truthful(["True", "False"], isTrue) ?? pick(["True", "False"], random);
  if (
    /\b(?:sentiment|mood|tone)\b/i.test(text) &&
    /\b(?:classify|what|analy[sz]e|detect|determine|rate)\b/i.test(text)
  ) {
    return labelFor(text.replace(/^[^:\n]{0,80}[:\n]/, " "), ["Positive", "Negative", "Neutral"]);
  }
  return isTrue === undefined ? undefined : isTrue ? "Yes, that is right." : "No, that is not the case.";
}

function optionsIn(text: string): { options: string[]; words: string } {
  const found =
    /\b(?:answer|reply|respond|classify|label|rate|choose|pick)\b[^.\n:]{0,60}?\b(?:with|as|one of|either|from|between|only)\b:? (?:only |either |one of |one of the following:? )*([\p{L}\d-]{1,24}(?:, ?[\p{L}\d-]{1,24}){0,8},? (?:or|and) [\p{L}\d-]{1,24})\b/iu.exec(
      text,
    );
  if (found === null) return labelsIn(text);
  return { options: found[1]?.split(/, ?(?:or |and )?| or | and /).filter(Boolean) ?? [], words: found[0] };
}

/** Labels after a colon, in a row or one a line: `Answer with the label only: billing, technical, other`. */
function labelsIn(text: string): { options: string[]; words: string } {
  const none = { options: [], words: "" };
  const head =
    /\b(?:labels?|category|categories|classes|options|choices|(?:choose|pick|one of|following)(?: one)?)\b[^.\n:]{0,30}:\s{0,3}/i.exec(
      text,
    );
  if (head === null || !/\b(?:answer|reply|respond|classify|label|rate|choose|pick|return|output)\b/i.test(text))
    return none;
  const rest = text.slice(head.index + head[0].length).slice(0, 600);
  const lines = rest.split("\n");
  const ends = lines.findIndex((line) => !/^\s{0,3}[-*•] /.test(line));
  const listed = lines.slice(0, ends === -1 ? lines.length : ends);
  const row = rest.split(/[.!?\n]/)[0] ?? "";
  const options = (listed.length > 1 ? listed : row.split(/, ?(?:or |and )?| or | and | ?\| ?/))
    .map((option) => option.replaceAll(/^\s{0,3}[-*•] |["'`]/g, "").trim())
    .filter(Boolean);
  const isLabel = (option: string) => /^[\p{L}\d][\p{L}\d_ -]{0,30}$/u.test(option) && option.split(" ").length <= 3;
  if (options.length < 2 || !options.every(isLabel)) return none;
  return { options, words: head[0] + (listed.length > 1 ? listed.join("\n") : row) };
}

function truthful(options: string[], isTrue: boolean | undefined): string | undefined {
  if (isTrue === undefined) return undefined;
  return options.find((option) => (isTrue ? /^(?:yes|true)$/i : /^(?:no|false)$/i).test(option));
}
