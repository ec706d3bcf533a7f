import { valueAt } from "@model-access/contract";
import { judgeNotHeldBack } from "../../checks/buffering.js";
import { asPlainRule, streamedTextRule } from "../../checks/compare-replies.js";
import { rule, ruleNamed } from "../../checks/define-rule.js";
import { picturesCountedRule } from "../../checks/pictures.js";
import { saidRules } from "../../checks/said-rules.js";
import { streamRules } from "../../checks/stream-rules.js";
import { dialects } from "../../dialects.js";
import type { ExchangePlan, Facts } from "../../exchange.js";
import { payloadsOf } from "../../reading/joined-text.js";
import { saidIn } from "../../reading/said.js";
import { billedCall, denseCall } from "../../requests/billed-call.js";
import { longQuestion } from "../../requests/long-question.js";
import { messagePicture, takesPictures } from "../../requests/picture.js";
import { repeatForComparison } from "../../requests/repeat-for-comparison.js";
import { broken, pass, type Rule } from "../../rule.js";
import { askMessage, replyCall, replyCutOff, replyText, replyUsage } from "./reply.js";

const { messages } = dialects;

/** The question of the plain call, with a picture before it where the model takes any. */
const askWithPicture = (model: string, { modelList }: Facts) => {
  const asked = askMessage(model);
  if (!takesPictures(modelList, model)) return asked;
  const content = [messagePicture, { type: "text", text: longQuestion }];
  return { ...asked, messages: [...asked.messages.slice(0, -1), { role: "user", content }] };
};

export const streamCall: ExchangePlan = denseCall("messages", {
  id: "messages/stream",
  says: "a streamed message with a picture, and the key in x-api-key",
  isStreamed: true,
  call: { keyPlace: "own-header" },
  json: (model, facts) => ({ ...askWithPicture(model, facts), stream: true }),
});

const againCall = repeatForComparison(
  { plain: replyCall, streamed: streamCall },
  {
    id: "messages/again",
    says: "the same plain message once more, with the picture",
    write: billedCall("messages", { id: "", says: "", json: askWithPicture }).write,
  },
);

/** A streamed message, and the plain one once more where its text differs. */
export const messagesStreamCalls: ExchangePlan[] = [streamCall, againCall];

const grammarRules = streamRules(streamCall, {
  requirements: ["R4.6", "R5.2", "R6.1"],
  provenance: "stated",
  mediaType: "stated",
  dialect: "upstream",
  shape: "upstream",
  client: "@anthropic-ai/sdk",
});

/** Rules on the first stream that have to hold before another is judged whole. */
export const wholeStream = ["schema", "order", "complete"].map((name) => ruleNamed(grammarRules, name));

/** Rules on a streamed message, against the plain one. */
export const messagesStreamRules: Rule[] = [
  ...grammarRules,
  ...saidRules(streamCall, messages, {
    names: ["model", "prompt-counted", "text-counted", "as-asked", "cut", "max-tokens"],
    after: wholeStream,
  }),
  picturesCountedRule(messages, {
    requirements: ["R1.4", "R8.3"],
    // The upstream provider counts them by their size.
    provenance: "observed",
    fewer: replyCall,
    more: streamCall,
    after: [replyUsage, ...wholeStream],
  }),
  asPlainRule(messages, { plain: replyCall, streamed: streamCall, after: [replyUsage, "schema"] }),
  streamedTextRule(messages, {
    sentence: "the text of a streamed message is that of the plain one",
    plain: replyCall,
    streamed: streamCall,
    again: againCall,
    after: [replyText, "order", "complete"],
  }),
  rule(streamCall, "stop-reason", {
    sentence: "a streamed message says why it ended",
    requirements: ["R2.13", "R6.1"],
    provenance: "upstream",
    after: "schema",
    judge: (exchange) =>
      typeof saidIn(exchange, messages).finish === "string"
        ? pass
        : broken({ message: "No event of the stream has a stop_reason.", expected: "a stop_reason in message_delta" }),
  }),
  rule(streamCall, "not-held-back", {
    sentence: "a streamed message arrives while it is written",
    requirements: ["R6.1"],
    provenance: "stated",
    after: "complete",
    judge: (exchange) => judgeNotHeldBack(exchange),
  }),
  rule(streamCall, "starts-empty", {
    sentence: "the message that a stream starts with has no content yet",
    requirements: ["R6.1"],
    provenance: "upstream",
    after: "schema",
    judge: (exchange) => {
      const pointer = "/message/content";
      const start = payloadsOf(exchange).find((payload) => valueAt(payload, "/type") === "message_start");
      const content = valueAt(start, pointer);
      if (!Array.isArray(content) || content.length === 0) return pass;
      const message = "message_start has content, which a client adds the blocks that follow to.";
      return broken({ message, expected: "[]", pointer, eventNumber: 1 });
    },
  }),
  blockIndexRule(streamCall, "schema"),
  ...saidRules(streamCall, messages, { names: ["cut-off"], after: ["stop-reason", replyCutOff] }),
];

/** The rule that the blocks of a stream are numbered from 0. */
export function blockIndexRule(plan: ExchangePlan, after: string): Rule {
  return rule(plan, "block-index", {
    sentence: `the blocks of ${plan.says} are numbered from 0`,
    requirements: ["R6.1", "R2.12"],
    provenance: "upstream",
    after,
    judge: (exchange) => {
      const payloads = payloadsOf(exchange);
      const starts = payloads.filter((payload) => valueAt(payload, "/type") === "content_block_start");
      const at = starts.findIndex((start, index) => valueAt(start, "/index") !== index);
      if (at === -1) return pass;
      const actual = String(valueAt(starts[at], "/index"));
      return broken({
        message: `Block ${at} of the stream has the index ${actual}.`,
        expected: String(at),
        actual,
        pointer: "/index",
        eventNumber: payloads.indexOf(starts[at]) + 1,
      });
    },
  });
}
