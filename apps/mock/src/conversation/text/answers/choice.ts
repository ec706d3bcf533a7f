import { pick, type Random } from "../../../random.js";

/** `Answer with yes or no`, `Classify as positive, negative or neutral`. */
export function choiceIn(text: string, random: Random): string | undefined {
  const found =
    /\b(?:answer|reply|respond|classify|label|rate|choose|pick)\b[^.\n:]{0,60}?\b(?:with|as|one of|either|from|between|only)\b:? (?:only |either |one of |one of the following:? )*([\p{L}\d-]{1,24}(?:, ?[\p{L}\d-]{1,24}){0,8},? (?:or|and) [\p{L}\d-]{1,24})\b/iu.exec(
      text,
    );
  const options = found?.[1]?.split(/, ?(?:or |and )?| or | and /).filter(Boolean) ?? [];
  if (options.length > 1) return matched(options, text.replace(found?.[0] ?? "", " ")) ?? pick(options, random);
  if (/\b(?:yes or no|yes\/no)\b/i.test(text)) return pick(["Yes", "No"], random);
  return /\b(?:true or false|true\/false)\b/i.test(text) ? pick(["True", "False"], random) : undefined;
}

/** For feelings, the one that the words suggest. */
function matched(options: string[], text: string): string | undefined {
  const feeling = /\b(?:love|great|good|excellent|happy|wonderful|best|enjoy\w*|amazing)\b/i.test(text)
    ? /^positive$/i
    : /\b(?:hate|bad|awful|terrible|worst|broken|sad|angry|poor|never again)\b/i.test(text)
      ? /^negative$/i
      : undefined;
  return feeling && options.find((option) => feeling.test(option));
}
