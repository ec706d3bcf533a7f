import { valueAt } from "@model-access/contract";
import type { Exchange } from "../exchange.js";
import { joinedText, payloadOf, plainly, plainText, type TextDialect } from "../reading/joined-text.js";
import { broken, pass, type Verdict } from "../rule.js";
import { headerOf, jsonOf, type WireReply } from "../wire/wire.js";

const firstYear = Date.UTC(2020, 0, 1) / 1000;
const leastOffSeconds = 600;
const mostOffSeconds = 26 * 3_600;

/** What chat completions call the two counts of tokens. */
export const chatUsage: [string, string] = ["prompt_tokens", "completion_tokens"];

/** Reads a plain reply's body; undefined where it is none. */
export const bodyOf = (reply: WireReply | undefined): unknown => reply && jsonOf(reply)?.value;

/**
 * True for a time that is to come, or as far back as another time zone would put it. One that is further back is a fixed
 * one, as a recording has it. The server's own clock tells what is now, where it does.
 */
export function isHoursOff(seconds: number, reply: WireReply | undefined): boolean {
  const saidMs = Date.parse((reply && headerOf(reply, "date")) ?? "");
  const age = (Number.isNaN(saidMs) ? Date.now() : saidMs) / 1000 - seconds;
  return age < -leastOffSeconds || (age > leastOffSeconds && age < mostOffSeconds);
}

/** Judges that a plain reply's time is in seconds since 1970, and about now. */
export function judgeCreated({ reply }: Exchange, pointer: string): Verdict {
  return judgeTime(valueAt(bodyOf(reply), pointer), { pointer, reply });
}

/** Judges that a time is in seconds since 1970, and about now. */
export function judgeTime(
  created: unknown,
  { pointer, reply }: { pointer: string; reply: WireReply | undefined },
): Verdict {
  if (typeof created !== "number" || (created > firstYear && !isHoursOff(created, reply))) return pass;
  return broken({
    message: `${pointer} is ${created}; expected seconds since 1970, and about now.`,
    expected: "seconds since 1970",
    actual: String(created),
    pointer,
  });
}

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

/** Judges that there is a text, unless reasoning took all the tokens there were, or may have. */
export function judgeTextThere(
  { reply }: Exchange,
  dialect: TextDialect,
  { reasoningAt = "", isCut = () => false }: { reasoningAt?: string; isCut?: (body: unknown) => boolean } = {},
): Verdict {
  const body = bodyOf(reply);
  if (plainText(body, dialect) !== "") return pass;
  const reasoning = reasoningAt === "" ? 0 : valueAt(body, reasoningAt);
  if (Number(reasoning ?? 0) > 0 || (reasoning === undefined && isCut(body)))
    return { outcome: "skip", reason: "Reasoning took all the tokens there were." };
  return broken({ message: "The reply to a plain question has no text.", expected: "a text" });
}

/**
 * Judges that a stream's text is that of the plain reply. A model samples: where the second plain reply differs from the
 * first, only that there is a text is judged.
 */
export function judgeStreamedText(
  {
    plain,
    streamed,
    again,
  }: { plain: Exchange | undefined; streamed: Exchange | undefined; again: Exchange | undefined },
  dialect: TextDialect,
): Verdict {
  if (plain?.reply?.status !== 200 || streamed === undefined)
    return { outcome: "blocked", reason: "There is no plain reply to compare with." };
  const expected = plainText(bodyOf(plain.reply), dialect);
  const actual = joinedText(streamed.stream().events, dialect);
  if (expected === "") return { outcome: "skip", reason: "The plain reply has no text to compare with." };
  const finding = { expected: expected.slice(0, 200), actual: actual.slice(0, 200) };
  if (actual === "")
    return broken({ message: "The stream has no text, and the plain reply to the same question has one.", ...finding });
  if (plainly(actual) === plainly(expected)) return pass;
  const second = plainText(bodyOf(again?.reply), dialect);
  if (plainly(second) !== plainly(expected)) return pass;
  return broken({
    message: "The pieces of the stream, joined, are not the text that the plain call gave twice.",
    ...finding,
  });
}

/**
 * Judges that a streamed reply does not come all at once after it was written: only where writing took long. Where a much
 * shorter stream, if it is given, kept silent as long, it may be the first token that takes its time.
 */
export function judgeNotHeldBack({ reply, stream }: Exchange, shorter?: Exchange): Verdict {
  const pieces = stream().events.length;
  const [first, last] = [reply?.pieces[0], reply?.pieces.at(-1)];
  if (first === undefined || last === undefined || last.atMs < slowMs || pieces < fewPieces)
    return { outcome: "skip", reason: "The reply came too fast to tell whether it was held back." };
  if (last.atMs - first.atMs > atOnceMs) return pass;
  const silenceMs = shorter?.reply?.pieces[0]?.atMs ?? 0;
  const isFirstSlow =
    silenceMs > 0.7 * first.atMs && shorter !== undefined && 2 * shorter.stream().events.length < pieces;
  return broken({
    message: `${pieces} events came within ${Math.round(last.atMs - first.atMs)} ms, after ${Math.round(first.atMs)} ms of silence.`,
    expected: "events as they are written",
    ...(isFirstSlow && { provenance: "inferred" }),
  });
}

const slowMs = 500;
const fewPieces = 8;
const atOnceMs = 5;
