import { valueAt } from "@model-access/contract";
import type { Topic } from "../../area.js";
import { answerRules } from "../../checks/answer-rules.js";
import { rule, rulesAlike } from "../../checks/define-rule.js";
import { bodyOf, judgeStatus } from "../../checks/reply.js";
import { judgeUsageSum } from "../../checks/usage.js";
import type { Exchange, ExchangePlan, Facts } from "../../exchange.js";
import { recordsOf } from "../../reading/choose-model.js";
import { plainly } from "../../reading/joined-text.js";
import { type Said, saidIn } from "../../reading/said.js";
import { billedCall } from "../../requests/billed-call.js";
import { converse, fewTokens } from "../../requests/long-question.js";
import { repeatForComparison } from "../../requests/repeat-for-comparison.js";
import { broken, pass, type Verdict } from "../../rule.js";
import { limitedCall } from "./max-tokens.js";
import { replyCall } from "./reply.js";
import { streamCall } from "./stream.js";

export const longStreamCall: ExchangePlan = billedCall("chat", {
  id: "chat/stream-usage",
  says: "a long streamed chat completion that names its charset, calls the model as people do and asks for its usage",
  isStreamed: true,
  // As clients ask: what is wrong with compressed streams, and held back to compress them, shows only so.
  call: { headers: { "content-type": "application/json; charset=utf-8", "accept-encoding": "gzip, deflate, br" } },
  json: (model, facts) => ({
    ...converse(displayName(facts, model)),
    stream: true,
    stream_options: { include_usage: true },
  }),
});

const limitedAgainCall = repeatForComparison(
  { plain: limitedCall, streamed: longStreamCall },
  { id: "chat/limited-again", says: "the same long chat completion once more" },
);

const about = { requirements: ["R2.5", "R6.1"], provenance: "upstream" } as const;

const ofLongStream = { requirements: ["R8.3"], provenance: "observed" } as const;

export const longStreamTopic: Topic = {
  exchanges: [longStreamCall, limitedAgainCall],
  rules: [
    rule(limitedCall, "finish", {
      sentence: "a chat completion that max_tokens ended has the finish reason length",
      requirements: ["R2.5"],
      provenance: "upstream",
      reads: { limitedCall, longStreamCall },
      takesMissing: true,
      after: "max-tokens",
      judge: (read) => {
        const plain = read.limitedCall && saidIn(read.limitedCall);
        const streamed = read.longStreamCall && saidIn(read.longStreamCall);
        if (!isFull(plain) || plain?.isCut || typeof plain?.finish !== "string") return pass;
        // Where another text of the same question is said to be cut off, this one may have ended with its last token.
        return streamed?.isCut && streamed.text !== plain.text ? pass : notSaidCut("reply", plain.finish);
      },
    }),
    rule("chat", "streams-end", {
      topic: "streams",
      sentence: "if the plain call is answered, not every stream ends with an error",
      requirements: ["R6.1"],
      provenance: "stated",
      // An error in the middle is allowed (R6.2), and two in a row may be a bad moment.
      level: "should",
      reads: { streamCall, longStreamCall, replyCall },
      after: ["chat/reply/status", "chat/stream/json"],
      judge: (read) => {
        const errors = [read.streamCall, read.longStreamCall].map((each) => each.stream().errorData);
        if (errors.some((error) => error === undefined)) return pass;
        const message = "Both streams ended with an error, and the plain call did not.";
        return broken({ message, actual: errors[0] ?? "" });
      },
    }),
    ...answerRules(longStreamCall, {
      requirements: ["R4.1", "R6.1"],
      provenance: "upstream",
      judge: (exchange) => {
        const isOfModel = valueAt(bodyOf(exchange.reply), "/error/code") === "model_not_found";
        return exchange.reply?.status === 400 && !isOfModel ? takesNoOptions : judgeStatus(exchange, 200);
      },
      except: { "max-tokens": "the rule usage says it" },
    }),
    rule(longStreamCall, "finish", {
      ...about,
      sentence: "a stream that max_tokens ends has the finish reason of the plain reply",
      reads: { longStreamCall, limitedCall },
      after: ["chat/limited/finish", "usage"],
      judge: (read) => {
        const [streamed, plain] = [saidIn(read.longStreamCall), saidIn(read.limitedCall)];
        if (read.longStreamCall.reply?.status !== 200 || !plain.isCut || streamed.isCut) return pass;
        // Where both are as long as they may be and say the same, both were cut off: another text may end there.
        const isSame = isFull(streamed) && isFull(plain) && plainly(streamed.text) === plainly(plain.text);
        return isSame ? notSaidCut("stream", streamed.finish) : pass;
      },
    }),
    ...rulesAlike(longStreamCall, ofLongStream, {
      usage: {
        sentence: "a stream reports its usage if asked, and it adds up",
        after: ["status", "chat/stream/ends-with-done"],
        judge: judgeStreamUsage,
      },
      last: {
        sentence: "one event has the usage and no choices, and no text follows it",
        requirements: ["R8.3", "R6.1"],
        provenance: "upstream",
        after: ["usage", "events"],
        judge: judgeUsageLast,
      },
    }),
  ],
};

const takesNoOptions: Verdict = { outcome: "skip", reason: "The deployment takes no stream_options." };

const isFull = (said: Said | undefined) => Number(said?.completion) >= fewTokens;

function notSaidCut(what: string, finish: unknown): Verdict {
  return broken({
    message: `The ${what} has all ${fewTokens} tokens, and the finish reason ${JSON.stringify(finish)}.`,
    expected: "length",
    actual: String(finish),
    pointer: "/choices/0/finish_reason",
  });
}

function judgeStreamUsage(exchange: Exchange): Verdict {
  const { usage, completion: count } = saidIn(exchange);
  if (usage === undefined) {
    const message = "No event of the stream has a usage, which it was asked for.";
    return broken({ message, expected: "a usage", pointer: "/usage" });
  }
  if (!(Number(count) > fewTokens)) return judgeUsageSum(usage, ["prompt_tokens", "completion_tokens"]);
  return broken({
    message: `The stream counts ${count} tokens; it was to have ${fewTokens} at most.`,
    expected: `at most ${fewTokens}`,
    actual: String(count),
    pointer: "/usage/completion_tokens",
  });
}

function judgeUsageLast(exchange: Exchange): Verdict {
  const { payloads } = exchange.stream();
  const isUsage = (payload: unknown) =>
    valueAt(payload, "/choices/0") === undefined && typeof valueAt(payload, "/usage/total_tokens") === "number";
  const at = payloads.findIndex(isUsage);
  const isText = (payload: unknown) => (valueAt(payload, "/choices/0/delta/content") ?? "") !== "";
  const times = payloads.filter(isUsage).length;
  if (times > 1) {
    const message = `The usage comes in ${times} events of its own; a client that adds them counts its tokens ${times} times.`;
    return broken({ message, expected: "1 event", actual: `${times} events`, pointer: "/usage" });
  }
  if (at === -1 || !payloads.slice(at).some(isText)) return pass;
  return broken({ message: "Text follows the event with the usage.", eventNumber: at + 1, pointer: "/usage" });
}

/** A model may be called by its own name or by the one that people read (R2.5). */
function displayName({ modelList }: Facts, model: string): string {
  const record = recordsOf(modelList).find((each) => valueAt(each, "/id") === model);
  const name = valueAt(record, "/metadata/display_name");
  return typeof name === "string" && name !== "" ? name : model;
}
