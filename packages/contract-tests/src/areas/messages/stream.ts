import { valueAt } from "@model-access/contract";
import { judgeNotHeldBack } from "../../checks/buffering.js";
import { ruleOn, ruleOnExchanges } from "../../checks/define-rule.js";
import { asPlainRule, saidRules } from "../../checks/said-rules.js";
import { streamRules } from "../../checks/stream-rules.js";
import { judgeStreamedText } from "../../checks/text.js";
import { dialects } from "../../dialects.js";
import type { Exchange, ExchangePlan } from "../../exchange.js";
import { payloadOf } from "../../reading/joined-text.js";
import { fewTokens } from "../../requests/long-question.js";
import { sameTextAgain, textDiffers } from "../../requests/repeat-for-comparison.js";
import { withModel } from "../../requests/short-question.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";
import { askMessage, judgeCutOff, messagesHeaders, messagesOperation } from "./reply.js";

const ofType = (exchange: Exchange, type: string) =>
  exchange
    .stream()
    .events.map(({ data }) => payloadOf(data))
    .filter((payload) => valueAt(payload, "/type") === type);

const streamCall: ExchangePlan = {
  id: "messages/stream",
  operationId: messagesOperation,
  says: "a streamed message with the key in x-api-key",
  isValid: true,
  isStreamed: true,
  isBilled: true,
  write: (facts) =>
    withModel(facts, "messages", (model) => ({
      headers: messagesHeaders,
      json: { ...askMessage(model), stream: true },
      keyPlace: "own-header",
    })),
};

const againCall: ExchangePlan = {
  id: "messages/again",
  operationId: messagesOperation,
  says: "the same plain message once more",
  isValid: true,
  isBilled: true,
  needs: ["messages/reply", "messages/stream"],
  write: (facts) =>
    textDiffers(facts, { dialect: "messages", plain: "messages/reply", streamed: "messages/stream" })
      ? withModel(facts, "messages", (model) => ({ headers: messagesHeaders, json: askMessage(model) }))
      : sameTextAgain,
};

/** A streamed message, and the plain one once more where its text differs. */
export const messagesStreamCalls: ExchangePlan[] = [streamCall, againCall];

/** What a streamed message says, against the plain one. */
export const messagesStreamRules: Rule[] = [
  ...streamRules(streamCall, {
    requirements: ["R4.6", "R5.2", "R6.1"],
    provenance: "stated",
    mediaType: "stated",
    dialect: "upstream",
    shape: "upstream",
    client: "@anthropic-ai/sdk",
  }),
  ...saidRules(streamCall, dialects.messages, {
    names: ["model", "prompt-counted", "text-counted", "as-asked", "cut"],
    after: ["messages/stream/schema", "messages/stream/order", "messages/stream/complete"],
  }),
  asPlainRule(dialects.messages, {
    plain: "messages/reply",
    streamed: "messages/stream",
    after: ["messages/reply/usage-counted", "messages/stream/schema"],
  }),
  ruleOnExchanges({
    id: "messages/stream/text",
    sentence: "The text of a streamed message is that of the plain one.",
    requirements: ["R6.1", "R4.6"],
    provenance: "stated",
    exchanges: ["messages/stream", "messages/reply", "messages/again"],
    takesMissing: true,
    after: ["messages/reply/text", "messages/stream/order", "messages/stream/complete"],
    judge: (find) =>
      judgeStreamedText(
        { plain: find("messages/reply"), streamed: find("messages/stream"), again: find("messages/again") },
        "messages",
      ),
  }),
  ruleOn(streamCall, {
    name: "stop-reason",
    sentence: "a streamed message says why it ended",
    requirements: ["R2.13", "R6.1"],
    provenance: "upstream",
    after: "schema",
    judge: (exchange) => {
      const says = exchange.stream().events.some(({ data }) => /"stop_reason"\s*:\s*"/.test(data));
      return says
        ? pass
        : broken({ message: "No event of the stream has a stop_reason.", expected: "a stop_reason in message_delta" });
    },
  }),
  ruleOn(streamCall, {
    name: "not-held-back",
    sentence: "a streamed message comes as it is written",
    requirements: ["R6.1"],
    provenance: "stated",
    after: "complete",
    judge: (exchange) => judgeNotHeldBack(exchange),
  }),
  ruleOn(streamCall, {
    name: "starts-empty",
    sentence: "the message that a stream starts with has no content yet",
    requirements: ["R6.1"],
    provenance: "upstream",
    after: "schema",
    judge: (exchange) => {
      const content = valueAt(ofType(exchange, "message_start")[0], "/message/content");
      if (!Array.isArray(content) || content.length === 0) return pass;
      const pointer = "/message/content";
      const message = "message_start has content, which a client adds the blocks that follow to.";
      return broken({ message, expected: "[]", pointer, eventNumber: 1 });
    },
  }),
  {
    ...ruleOn(streamCall, {
      name: "cut-off",
      sentence: "a streamed message that max_tokens ends has no more tokens, counts them and says so",
      requirements: ["R2.9", "R2.13"],
      provenance: "upstream",
      judge: judgeStreamCutOff,
    }),
    after: ["messages/stream/stop-reason", "messages/reply/cut-off"],
  },
];

function judgeStreamCutOff(exchange: Exchange): Verdict {
  const deltas = ofType(exchange, "message_delta");
  const count = deltas.map((delta) => valueAt(delta, "/usage/output_tokens")).findLast((each) => each !== undefined);
  const reason = deltas
    .map((delta) => valueAt(delta, "/delta/stop_reason"))
    .findLast((each) => typeof each === "string");
  if (typeof count !== "number") return pass;
  if (count > 0 && count <= fewTokens) return judgeCutOff({ count, reason, pointer: "/delta/stop_reason" });
  return broken({
    message: `A stream with a text counts ${count} tokens; it was to have ${fewTokens} at most.`,
    expected: `1 to ${fewTokens}`,
    actual: String(count),
    pointer: "/usage/output_tokens",
  });
}
