import { valueAt } from "@model-access/contract";
import type { Exchange } from "../exchange.js";
import { payloadOf, plainText, type TextDialect } from "../reading/joined-text.js";
import { broken, pass, type Verdict } from "../rule.js";
import { bodyOf } from "./reply.js";

/** What chat completions call the two counts of tokens. */
export const chatUsage: [string, string] = ["prompt_tokens", "completion_tokens"];

/** Judges that the counted tokens add up, where all three counts are there. */
export function judgeUsageSum(usage: unknown, names: [string, string], pointer = "/usage"): Verdict {
  const [one, two, total] = [...names, "total_tokens"].map((name) => valueAt(usage, `/${name}`));
  if (typeof one !== "number" || typeof two !== "number" || typeof total !== "number") return pass;
  if (one + two === total) return judgeUsageParts(usage, names, pointer);
  const reasoning = valueAt(usage, `/${names[1]}_details/reasoning_tokens`);
  // Some providers count it apart from what is said.
  if (typeof reasoning === "number" && one + two + reasoning === total) return pass;
  return broken({
    message: `The total of tokens is ${total}, and ${one} and ${two} make ${one + two}.`,
    expected: String(one + two),
    actual: String(total),
    pointer: `${pointer}/total_tokens`,
  });
}

/** Judges that a reply that has a text counts tokens for it. */
export function judgeUsageCounted({ reply }: Exchange, names: [string, string], dialect: TextDialect): Verdict {
  const body = bodyOf(reply);
  const zero = names.find((name) => valueAt(body, `/usage/${name}`) === 0);
  if (zero === undefined || plainText(body, dialect) === "") return pass;
  return broken({
    message: `The reply has a text, and its usage counts no ${zero}.`,
    expected: "at least 1",
    actual: "0",
    pointer: `/usage/${zero}`,
  });
}

/** Judges that a reply has no more tokens than were asked for: by its usage, and by its words, which are fewer than tokens. */
export function judgeMostTokens(
  { reply }: Exchange,
  most: number,
  { dialect, countAt }: { dialect: TextDialect; countAt: string },
): Verdict {
  const body = bodyOf(reply);
  const counted = valueAt(body, countAt);
  const words = plainText(body, dialect).split(/\s+/).length;
  if (!(Number(counted) > most) && words <= 2 * most) return pass;
  const message = `The reply has ${words} words and counts ${counted} tokens; it was to have ${most} at most.`;
  return broken({ message, expected: `at most ${most}`, actual: String(counted), pointer: countAt });
}

/** Judges that a stream counts the prompt as the plain call does, where both count it. */
export function judgeSamePrompt({
  plain,
  streamed,
  countAt,
}: {
  plain: Exchange | undefined;
  streamed: Exchange | undefined;
  countAt: { plain: string; streamed: string };
}): Verdict {
  const expected = valueAt(bodyOf(plain?.reply), countAt.plain);
  const actual = (streamed?.stream().events ?? [])
    .map(({ data }) => valueAt(payloadOf(data), countAt.streamed))
    .findLast((count) => typeof count === "number");
  if (typeof expected !== "number" || actual === undefined || actual === expected) return pass;
  const message = `The same prompt counts ${actual} tokens in a stream and ${expected} in the plain reply.`;
  return broken({ message, expected: String(expected), actual: String(actual), pointer: countAt.streamed });
}

/** What was cached is of the prompt, and what was thought is of the answer. */
function judgeUsageParts(usage: unknown, names: [string, string], pointer: string): Verdict {
  const parts = [`${names[0]}_details/cached_tokens`, `${names[1]}_details/reasoning_tokens`];
  for (const [at, part] of parts.entries()) {
    const [count, whole] = [valueAt(usage, `/${part}`), valueAt(usage, `/${names[at]}`)];
    if (typeof count !== "number" || typeof whole !== "number" || count <= whole) continue;
    return broken({
      message: `Of ${whole} ${names[at]}, ${part} are ${count}.`,
      expected: `at most ${whole}`,
      actual: String(count),
      pointer: `${pointer}/${part}`,
      ...(at === 1 && { provenance: "inferred" as const }),
    });
  }
  return pass;
}
