import { valueAt } from "@model-access/contract";
import type { Dialect } from "../dialects.js";
import type { Exchange } from "../exchange.js";
import { type Said, saidIn, wordsSent } from "../reading/said.js";
import { broken, pass, type Verdict } from "../rule.js";

export interface Told {
  said: Said;
  sent: unknown;
  dialect: Dialect;
}

/** A share of the words that were sent: none of them is less than a token. */
const leastTokensPerWord = 0.95;

/** A service that limits answers of itself leaves them this many tokens. */
const leastDefault = 512;

export function judgePromptCounted({ said, sent }: Told): Verdict {
  // A tool that may not be called need not reach the model.
  const words = wordsSent(valueAt(sent, "/tool_choice") === "none" ? { ...Object(sent), tools: undefined } : sent);
  const least = Math.ceil(leastTokensPerWord * words);
  if (said.prompt === undefined || said.prompt >= least) return pass;
  return broken({
    message: `A prompt of ${words} words counts ${said.prompt} tokens.`,
    expected: `at least ${least}`,
    actual: String(said.prompt),
    pointer: said.at.usage,
  });
}

export function judgeTextCounted({ said, sent, dialect }: Told): Verdict {
  const words = said.text.split(/\s+/).filter(Boolean).length;
  const { completion } = said;
  const most = Number(valueAt(sent, `/${dialect.maxTokens}`) ?? Number.POSITIVE_INFINITY);
  if (completion === undefined || (completion >= leastTokensPerWord * words && completion <= most)) return pass;
  const limit = Number.isFinite(most) ? `, and the limit is ${most}` : "";
  return broken({
    message: `A text of ${words} words counts ${completion} tokens${limit}.`,
    expected: Number.isFinite(most) ? `${words} to ${most}` : `at least ${words}`,
    actual: String(completion),
    pointer: said.at.usage,
  });
}

export function judgeUsageCounted({ said, dialect }: Told): Verdict {
  const { prompt, completion } = dialect.counts;
  const zero = said.prompt === 0 ? prompt[0] : said.completion === 0 ? completion : undefined;
  if (zero === undefined || said.text === "") return pass;
  return broken({
    message: `The reply has a text, and its usage counts no ${zero}.`,
    expected: "at least 1",
    actual: "0",
    pointer: `${said.at.usage}/${zero}`,
  });
}

/** By its usage, and by its words, which are fewer than tokens. */
export function judgeMostTokens({ said, sent, dialect }: Told): Verdict {
  const most = valueAt(sent, `/${dialect.maxTokens}`);
  const words = said.text.split(/\s+/).length;
  if (typeof most !== "number" || (!(Number(said.completion) > most) && words <= 2 * most)) return pass;
  return broken({
    message: `The reply has ${words} words and counts ${said.completion} tokens; it was to have ${most} at most.`,
    expected: `at most ${most}`,
    actual: String(said.completion),
    pointer: `${said.at.usage}/${dialect.counts.completion}`,
  });
}

// Where all tokens were used, the last one may have been the end by itself: half of them can't be.
export function judgeCut({ said, sent, dialect }: Told): Verdict {
  const most = valueAt(sent, `/${dialect.maxTokens}`);
  if (said.completion === undefined || typeof said.finish !== "string") return pass;
  const limit = typeof most === "number" ? most : leastDefault;
  const isShort = said.completion > 0 && said.completion < limit / 2;
  if (!said.isCut || !isShort) return pass;
  return broken({
    message: `The reply has ${said.completion} tokens of ${most ?? "as many as it likes"}, and says ${JSON.stringify(said.finish)}.`,
    expected: `not ${said.finish}`,
    actual: said.finish,
    pointer: said.at.finish,
  });
}

export function judgeCutOff({ said, sent, dialect }: Told): Verdict {
  const most = valueAt(sent, `/${dialect.maxTokens}`);
  if (typeof most !== "number" || Number(said.completion) !== most) return pass;
  const { at, is } = dialect.cutReason ?? {};
  const isRight = said.isCut && (is === undefined || said.cutReason === is);
  if (isRight) return pass;
  const [told, expected] = said.isCut ? [said.cutReason, is] : [said.finish, dialect.cutWords[0]];
  return broken({
    message: `The reply has all ${most} tokens, and says ${JSON.stringify(told)}.`,
    expected: String(expected),
    actual: String(told),
    pointer: said.isCut ? String(at) : said.at.finish,
  });
}

/** Judges that counts follow what is counted: of a long prompt and a short one, of a long answer and a short one. */
export function judgeCountsMove(short: Exchange | undefined, long: Exchange | undefined): Verdict {
  if (long === undefined || short === undefined) return pass;
  const [longer, shorter] = [saidIn(long), saidIn(short)];
  const isSamePrompt = Number(longer.prompt) <= Number(shorter.prompt);
  const isLonger = longer.text.length > 2 * shorter.text.length;
  const isSameAnswer = longer.completion !== undefined && longer.completion === shorter.completion && isLonger;
  if (!isSamePrompt && !isSameAnswer) return pass;
  const [what, expected, actual] = isSamePrompt
    ? ["prompt", shorter.prompt, longer.prompt]
    : ["answer", shorter.completion, longer.completion];
  const message = `A long ${what} counts ${actual} tokens, and a much shorter one ${expected}.`;
  return broken({ message, expected: `more than ${expected}`, actual, pointer: longer.at.usage, exchange: long });
}

/**
 * Judges that the counted tokens add up, where all three counts are there. An interface whose answers count what was thought
 * has one way to add it, which `isThoughtIn` says.
 */
export function judgeUsageSum(
  usage: unknown,
  names: [string, string],
  { pointer = "/usage", isThoughtIn = false } = {},
): Verdict {
  const [one, two, total] = [...names, "total_tokens"].map((name) => valueAt(usage, `/${name}`));
  if (typeof one !== "number" || typeof two !== "number" || typeof total !== "number") return pass;
  if (one + two === total) return judgeUsageParts(usage, names, { pointer, isThoughtIn });
  const reasoning = valueAt(usage, `/${names[1]}_details/reasoning_tokens`);
  // Some providers count it apart from what is said.
  if (!isThoughtIn && typeof reasoning === "number" && one + two + reasoning === total) return pass;
  return broken({
    message: `The total of tokens is ${total}, and ${one} and ${two} make ${one + two}.`,
    expected: String(one + two),
    actual: String(total),
    pointer: `${pointer}/total_tokens`,
  });
}

/** Cached tokens are of the prompt, and thought ones are of the answer. */
function judgeUsageParts(
  usage: unknown,
  names: [string, string],
  { pointer, isThoughtIn }: { pointer: string; isThoughtIn: boolean },
): Verdict {
  const parts = [`${names[0]}_details/cached_tokens`, `${names[1]}_details/reasoning_tokens`];
  for (const [at, part] of parts.entries()) {
    const [count, whole] = [valueAt(usage, `/${part}`), valueAt(usage, `/${names[at]}`)];
    if (typeof count !== "number" || typeof whole !== "number" || count <= whole) continue;
    return broken({
      message: `Of ${whole} ${names[at]}, ${part} are ${count}.`,
      expected: `at most ${whole}`,
      actual: String(count),
      pointer: `${pointer}/${part}`,
      ...(at === 1 && !isThoughtIn && { provenance: "inferred" as const }),
    });
  }
  return pass;
}
