import { valueAt } from "@model-access/contract";
import { judgeNotHeldBack } from "../../checks/buffering.js";
import { ruleOnExchanges } from "../../checks/define-rule.js";
import { bodyOf, judgeStatus } from "../../checks/reply.js";
import { saidRules } from "../../checks/said-rules.js";
import { judgeEveryEvent, wholeStreamRules } from "../../checks/stream.js";
import { judgeStreamedText } from "../../checks/text.js";
import { chatUsage, judgeSamePrompt, judgeUsageSum } from "../../checks/usage.js";
import { dialects } from "../../dialects.js";
import type { Exchange, ExchangePlan, Facts } from "../../exchange.js";
import { recordsOf } from "../../reading/choose-model.js";
import { joinedText, payloadOf, plainly, plainText } from "../../reading/joined-text.js";
import { converse, fewTokens } from "../../requests/long-question.js";
import { withModel } from "../../requests/short-question.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";
import { jsonOf } from "../../wire/wire.js";
import { chatOperation } from "./reply.js";

const streamUsageCall: ExchangePlan = {
  id: "chat/stream-usage",
  operationId: chatOperation,
  says: "a long streamed chat completion that names its charset, calls the model as people do and asks for its usage",
  isValid: true,
  isStreamed: true,
  isBilled: true,
  write: (facts) =>
    withModel(facts, "chat", (model) => ({
      headers: { "content-type": "application/json; charset=utf-8" },
      json: { ...converse(displayName(facts, model)), stream: true, stream_options: { include_usage: true } },
    })),
};

/** A stream of a long answer that is asked for its usage. */
export const longStreamCalls: ExchangePlan[] = [streamUsageCall];

/** What a long stream says of its end and its usage, and when it comes. */
export const longStreamRules: Rule[] = [
  ruleOnExchanges({
    id: "chat/streams-end",
    sentence: "Where the plain call is answered, not every stream ends with an error.",
    requirements: ["R6.1"],
    provenance: "stated",
    // An error in the middle is allowed (R6.2), and two in a row may be a bad moment.
    level: "should",
    exchanges: ["chat/stream", "chat/stream-usage", "chat/reply"],
    after: ["chat/reply/status", "chat/stream/json"],
    judge: (find) => {
      const errors = ["chat/stream", "chat/stream-usage"].map((id) => find(id)?.stream().errorData);
      if (errors.some((error) => error === undefined)) return pass;
      return broken({
        message: "Both streams ended with an error, and the plain call did not.",
        actual: errors[0] ?? "",
      });
    },
  }),
  ruleOnExchanges({
    id: "chat/stream-usage/events",
    sentence: "The events of a long stream with its usage are those of the contract, in their order.",
    requirements: ["R4.1", "R6.1"],
    provenance: "upstream",
    exchanges: ["chat/stream-usage"],
    after: wholeStreamRules,
    judge: (_find, [exchange]) => {
      const code = exchange?.reply && valueAt(jsonOf(exchange.reply)?.value, "/error/code");
      if (exchange?.reply?.status === 400 && code !== "model_not_found")
        return { outcome: "skip", reason: "The deployment takes no stream_options." };
      return exchange === undefined ? pass : judgeEveryEvent(exchange);
    },
  }),
  ruleOnExchanges({
    id: "chat/stream-usage/text",
    sentence: "The text of a long stream is that of the plain reply.",
    requirements: ["R6.1", "R4.1"],
    provenance: "stated",
    exchanges: ["chat/stream-usage", "chat/limited", "chat/limited-again"],
    takesMissing: true,
    after: ["chat/limited/status", "chat/stream/text", "chat/stream-usage/events"],
    judge: (find) =>
      judgeStreamedText(
        { plain: find("chat/limited"), streamed: find("chat/stream-usage"), again: find("chat/limited-again") },
        "chat",
      ),
  }),
  ruleOnExchanges({
    id: "chat/stream-usage/finish",
    sentence: "A stream that max_tokens ends has the finish reason of the plain reply.",
    requirements: ["R2.5", "R6.1"],
    provenance: "upstream",
    exchanges: ["chat/stream-usage", "chat/limited"],
    after: ["chat/limited/finish", "chat/stream-usage/usage"],
    judge: (find) => judgeFinish(find("chat/stream-usage"), find("chat/limited")),
  }),
  ruleOnExchanges({
    id: "chat/stream-usage/not-held-back",
    sentence: "A streamed chat completion comes as it is written.",
    requirements: ["R6.1"],
    provenance: "stated",
    exchanges: ["chat/stream-usage", "chat/stream"],
    takesMissing: true,
    judge: (find, [exchange]) => (exchange === undefined ? pass : judgeNotHeldBack(exchange, find("chat/stream"))),
  }),
  ruleOnExchanges({
    id: "chat/stream-usage/usage",
    sentence: "A stream that is asked for its usage tells it, and it adds up.",
    requirements: ["R8.3"],
    provenance: "observed",
    exchanges: ["chat/stream-usage"],
    after: "chat/stream/ends-with-done",
    judge: (_find, [exchange]) => (exchange === undefined ? pass : judgeStreamUsage(exchange)),
  }),
  ruleOnExchanges({
    id: "chat/stream-usage/as-plain",
    sentence: "A stream counts tokens as the plain call does.",
    requirements: ["R8.3"],
    provenance: "observed",
    exchanges: ["chat/stream-usage", "chat/limited"],
    after: ["chat/stream-usage/usage", "chat/limited/status"],
    judge: (find) =>
      judgeSameCounts({
        plain: find("chat/limited"),
        streamed: find("chat/stream-usage"),
        countAt: { plain: "/usage/prompt_tokens", streamed: "/usage/prompt_tokens" },
      }),
  }),
  ...saidRules(streamUsageCall, dialects.chat, {
    names: ["prompt-counted", "text-counted", "as-asked"],
    after: ["chat/stream-usage/usage", "chat/stream-usage/events"],
  }),
  ruleOnExchanges({
    id: "chat/stream-usage/last",
    sentence: "No text follows the event that has the usage and no choices.",
    requirements: ["R8.3", "R6.1"],
    provenance: "upstream",
    exchanges: ["chat/stream-usage"],
    after: ["chat/stream-usage/usage", "chat/stream-usage/events"],
    judge: (_find, [exchange]) => {
      const payloads = (exchange?.stream().events ?? []).map(({ data }) => payloadOf(data));
      const isUsage = (payload: unknown) =>
        valueAt(payload, "/choices/0") === undefined && typeof valueAt(payload, "/usage/total_tokens") === "number";
      const at = payloads.findIndex(isUsage);
      const isText = (payload: unknown) => (valueAt(payload, "/choices/0/delta/content") ?? "") !== "";
      if (at === -1 || !payloads.slice(at).some(isText)) return pass;
      return broken({ message: "Text follows the event with the usage.", eventNumber: at + 1, pointer: "/usage" });
    },
  }),
];

/** Where max_tokens ended both, they are of the same length, too. */
function judgeSameCounts({ plain, streamed, countAt }: Parameters<typeof judgeSamePrompt>[0]): Verdict {
  const isCut =
    finishIn(streamed) === "length" && valueAt(bodyOf(plain?.reply), "/choices/0/finish_reason") === "length";
  const verdict = judgeSamePrompt({ plain, streamed, countAt });
  if (verdict.outcome !== "pass" || !isCut) return verdict;
  const [expected, actual] = [bodyOf(plain?.reply), { usage: usageIn(streamed) }].map((body) =>
    valueAt(body, "/usage/completion_tokens"),
  );
  if (typeof expected !== "number" || typeof actual !== "number" || expected === actual) return pass;
  return broken({
    message: `Both replies were cut off by the same max_tokens, and count ${actual} tokens in the stream and ${expected} in the plain one.`,
    expected: String(expected),
    actual: String(actual),
    pointer: "/usage/completion_tokens",
  });
}

/** The last finish reason that a stream names. */
export function finishIn(streamed: Exchange | undefined): unknown {
  return (streamed?.stream().events ?? [])
    .map(({ data }) => valueAt(payloadOf(data), "/choices/0/finish_reason"))
    .findLast((reason) => typeof reason === "string");
}

/** Where both replies are as long as they may be and say the same, both were cut off: another text may end there. */
function judgeFinish(streamed: Exchange | undefined, plain: Exchange | undefined): Verdict {
  const expected = valueAt(bodyOf(plain?.reply), "/choices/0/finish_reason");
  const counts = [bodyOf(plain?.reply), { usage: usageIn(streamed) }].map((body) =>
    valueAt(body, "/usage/completion_tokens"),
  );
  const actual = finishIn(streamed);
  if (streamed?.reply?.status !== 200 || expected !== "length" || actual === "length") return pass;
  if (!counts.every((count) => Number(count) >= fewTokens)) return pass;
  if (plainly(joinedText(streamed.stream().events, "chat")) !== plainly(plainText(bodyOf(plain?.reply), "chat")))
    return pass;
  return broken({
    message: `The stream has all ${fewTokens} tokens, and the finish reason ${JSON.stringify(actual)}.`,
    expected: "length",
    actual: String(actual),
    pointer: "/choices/0/finish_reason",
  });
}

function judgeStreamUsage(exchange: Exchange): Verdict {
  const status = exchange.reply?.status;
  if (status === 400) return { outcome: "skip", reason: "The deployment takes no stream_options." };
  const verdict = judgeStatus(exchange, 200);
  if (verdict.outcome !== "pass") return verdict;
  const usage = usageIn(exchange);
  if (usage === undefined)
    return broken({
      message: "No event of the stream has a usage, which it was asked for.",
      expected: "a usage",
      pointer: "/usage",
    });
  const count = valueAt(usage, "/completion_tokens");
  if (!(Number(count) > fewTokens)) return judgeUsageSum(usage, chatUsage);
  return broken({
    message: `The stream counts ${count} tokens; it was to have ${fewTokens} at most.`,
    expected: `at most ${fewTokens}`,
    actual: String(count),
    pointer: "/usage/completion_tokens",
  });
}

function usageIn(exchange: Exchange | undefined): unknown {
  return (exchange?.stream().events ?? [])
    .map(({ data }) => valueAt(payloadOf(data), "/usage"))
    .findLast((usage) => usage !== undefined && usage !== null);
}

/** A model may be called by its own name or by the one that people read (R2.5). */
function displayName({ modelList }: Facts, model: string): string {
  const record = recordsOf(modelList).find((each) => valueAt(each, "/id") === model);
  const name = valueAt(record, "/metadata/display_name");
  return typeof name === "string" && name !== "" ? name : model;
}
