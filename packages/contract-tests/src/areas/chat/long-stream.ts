import { valueAt } from "@model-access/contract";
import type { Topic } from "../../area.js";
import { bodyOf, judgeStatus } from "../../checks/reply.js";
import { judgeUsageSum } from "../../checks/token-counts.js";
import { displayNameOf } from "../../reading/choose-model.js";
import { plainly } from "../../reading/joined-text.js";
import { type Said, saidIn } from "../../reading/said.js";
import { billedCall } from "../../requests/billed-call.js";
import { converse, fewTokens } from "../../requests/questions.js";
import { repeatForComparison } from "../../requests/repeat-for-comparison.js";
import type { Fault } from "../../rule.js";
import { skip, story } from "../../story.js";
import { limitedCall } from "./max-tokens.js";
import { replyCall, streamCall } from "./reply.js";

const told = story("chat", { requirements: ["R4.1", "R6.1"], provenance: "upstream" });
const { add, ask, rule } = told;

/** The end and the usage of a long stream, and the end of the plain reply to the same. */
export const longStreamTopic: Topic = told;

export const longStreamCall = billedCall("chat", {
  id: "chat/stream-usage",
  says: "a long streamed chat completion that names its charset, calls the model as people do and asks for its usage",
  isStreamed: true,
  // As clients ask: what is wrong with compressed streams, and held back to compress them, shows only so.
  call: { headers: { "content-type": "application/json; charset=utf-8", "accept-encoding": "gzip, deflate, br" } },
  json: (model, { modelList }) => ({
    ...converse(displayNameOf(modelList, model)),
    stream: true,
    stream_options: { include_usage: true },
  }),
});

const isFull = (said: Said) => Number(said.completion) >= fewTokens;

const notSaidCut = (what: string, finish: unknown): Fault => ({
  message: `The ${what} has all ${fewTokens} tokens, and the finish reason ${JSON.stringify(finish)}.`,
  expected: "length",
  actual: String(finish),
  pointer: "/choices/0/finish_reason",
});

rule(
  "limited/finish",
  "a chat completion that max_tokens ended has the finish reason length",
  { requirements: ["R4.1", "R2.5"], reads: [limitedCall, longStreamCall], takesMissing: true, after: "max-tokens" },
  (limited, long) => {
    const [plain, streamed] = [limited && saidIn(limited), long && saidIn(long)];
    if (plain === undefined || !isFull(plain) || plain.isCut || typeof plain.finish !== "string") return undefined;
    // Where another text of the same question is said to be cut off, this one may have ended with its last token.
    return streamed?.isCut && streamed.text !== plain.text ? undefined : notSaidCut("reply", plain.finish);
  },
);

rule(
  "streams-end",
  "if the plain call is answered, not every stream ends with an error",
  {
    topic: "streams",
    requirements: ["R6.1"],
    provenance: "stated",
    // An error in the middle is allowed (R6.2), and two in a row may be a bad moment.
    level: "should",
    reads: [streamCall, longStreamCall, replyCall],
    after: ["chat/reply/status", "chat/stream/json"],
  },
  (...read) => {
    const errors = read.slice(0, 2).map((each) => each.stream().errorData);
    const message = "Both streams ended with an error, and the plain call did not.";
    return errors.every((error) => error !== undefined) && { message, actual: errors[0] };
  },
);

ask(longStreamCall, {
  judge: (exchange) => {
    const isOfModel = valueAt(bodyOf(exchange.reply), "/error/code") === "model_not_found";
    return exchange.reply?.status === 400 && !isOfModel
      ? skip("The deployment takes no stream_options.")
      : judgeStatus(exchange, 200);
  },
  except: { "max-tokens": "the rule usage says it" },
});

add(
  repeatForComparison(
    { plain: limitedCall, streamed: longStreamCall },
    { id: "chat/limited-again", says: "the same long chat completion once more" },
  ),
);

rule(
  "stream-usage/finish",
  "a stream that max_tokens ends has the finish reason of the plain reply",
  {
    requirements: ["R4.1", "R2.5", "R6.1"],
    reads: [longStreamCall, limitedCall],
    after: ["chat/limited/finish", "usage"],
  },
  (long, limited) => {
    const [streamed, plain] = [saidIn(long), saidIn(limited)];
    if (long.reply?.status !== 200 || !plain.isCut || streamed.isCut) return undefined;
    // Where both are as long as they may be and say the same, both were cut off: another text may end there.
    const isSame = isFull(streamed) && isFull(plain) && plainly(streamed.text) === plainly(plain.text);
    return isSame && notSaidCut("stream", streamed.finish);
  },
);

rule(
  "stream-usage/usage",
  "a stream reports its usage if asked, and it adds up",
  { requirements: ["R4.1", "R8.3"], provenance: "observed", after: ["status", "chat/stream/ends-with-done"] },
  (exchange) => {
    const { usage, completion: actual } = saidIn(exchange);
    const absent = "No event of the stream has a usage, which it was asked for.";
    if (usage === undefined) return { message: absent, expected: "a usage", pointer: "/usage" };
    if (!(Number(actual) > fewTokens)) return judgeUsageSum(usage, ["prompt_tokens", "completion_tokens"]);
    const message = `The stream counts ${actual} tokens; it was to have ${fewTokens} at most.`;
    return { message, expected: `at most ${fewTokens}`, actual, pointer: "/usage/completion_tokens" };
  },
);

rule(
  "stream-usage/last",
  "one event has the usage and no choices, and no text follows it",
  { requirements: ["R4.1", "R8.3", "R6.1"], after: ["usage", "events"] },
  (exchange) => {
    const { payloads } = exchange.stream();
    const isUsage = (payload: unknown) =>
      valueAt(payload, "/choices/0") === undefined && typeof valueAt(payload, "/usage/total_tokens") === "number";
    const isText = (payload: unknown) => (valueAt(payload, "/choices/0/delta/content") ?? "") !== "";
    const [at, times] = [payloads.findIndex(isUsage), payloads.filter(isUsage).length];
    const twice = `The usage comes in ${times} events of its own; a client that adds them counts its tokens ${times} times.`;
    if (times > 1) return { message: twice, expected: "1 event", actual: `${times} events`, pointer: "/usage" };
    const isFollowed = at !== -1 && payloads.slice(at).some(isText);
    return isFollowed && { message: "Text follows the event with the usage.", eventNumber: at + 1, pointer: "/usage" };
  },
);
