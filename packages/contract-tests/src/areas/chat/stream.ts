import { valueAt } from "@model-access/contract";
import { streamedTextRule } from "../../checks/compare-replies.js";
import { rule, ruleNamed } from "../../checks/define-rule.js";
import { saidRules } from "../../checks/said-rules.js";
import { streamRules } from "../../checks/stream-rules.js";
import { dialects } from "../../dialects.js";
import type { Exchange, ExchangePlan } from "../../exchange.js";
import { payloadsOf, plainly } from "../../reading/joined-text.js";
import { saidIn } from "../../reading/said.js";
import { denseCall } from "../../requests/billed-call.js";
import { repeatForComparison } from "../../requests/repeat-for-comparison.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";
import { askForLines, replyCall, replyFinish, replyText } from "./reply.js";

export const streamCall: ExchangePlan = denseCall("chat", {
  id: "chat/stream",
  says: "a streamed chat completion with temperature 0",
  isStreamed: true,
  json: (model) => ({ ...askForLines(model), temperature: 0, stream: true }),
});

const againCall = repeatForComparison(
  { plain: replyCall, streamed: streamCall },
  { id: "chat/again", says: "the same plain chat completion once more" },
);

/** The first stream, and the plain call once more where its text differs. */
export const streamCalls: ExchangePlan[] = [streamCall, againCall];

const grammarRules = streamRules(streamCall, {
  requirements: ["R4.1", "R6.1"],
  provenance: "stated",
  mediaType: "upstream",
  dialect: "upstream",
  shape: "upstream",
  client: "openai",
});

/** The rule on the first stream that has to hold before events can be told from one another. */
export const streamJson = ruleNamed(grammarRules, "json");

export const streamEnd = ruleNamed(grammarRules, "ends-with-done");

/** Rules on the first stream that have to hold before another is judged whole. */
export const wholeStream: Rule[] = [
  streamEnd,
  ...["nothing-after-end", "identity", "schema"].map((name) => ruleNamed(grammarRules, name)),
];

export const streamText = streamedTextRule(dialects.chat, {
  sentence: "the text of a stream is that of the plain reply",
  plain: replyCall,
  streamed: streamCall,
  again: againCall,
  after: [replyText, "nothing-after-end", "identity"],
});

/** Rules on a streamed chat completion, against the plain one. */
export const chatStreamRules: Rule[] = [
  ...grammarRules,
  ...saidRules(streamCall, dialects.chat, { names: ["model", "created", "as-asked"], after: "schema" }),
  rule(streamCall, "role", {
    sentence: "the role in a streamed chat completion, where there is one, is the assistant's",
    requirements: ["R4.1"],
    provenance: "upstream",
    after: "schema",
    judge: (exchange) =>
      judgeInEvents(exchange, {
        pointer: "/choices/0/delta/role",
        expected: "assistant",
        isWrong: (role) => typeof role === "string" && role !== "" && role !== "assistant",
      }),
  }),
  rule(streamCall, "index", {
    sentence: "the only choice of a streamed chat completion has the index 0",
    requirements: ["R4.1"],
    provenance: "upstream",
    after: "schema",
    judge: (exchange) =>
      judgeInEvents(exchange, {
        pointer: "/choices/0/index",
        expected: "0",
        isWrong: (index) => index !== undefined && index !== 0,
      }),
  }),
  streamText,
  rule(streamCall, "choices", {
    sentence: "a stream that is not asked for its usage has a choice in each chunk",
    requirements: ["R4.1", "R6.1"],
    provenance: "upstream",
    after: "schema",
    judge: (exchange) =>
      judgeInEvents(exchange, {
        pointer: "/choices",
        expected: "a choice, which clients read without a look",
        isWrong: (choices) => Array.isArray(choices) && choices.length === 0,
      }),
  }),
  rule(streamCall, "finish", {
    sentence: "a stream of the text of a plain reply that was not cut off has not the finish reason length",
    requirements: ["R2.5", "R6.1"],
    provenance: "upstream",
    reads: { streamCall, replyCall },
    after: [streamText, replyFinish],
    judge: (read) => {
      const [streamed, plain] = [read.streamCall, read.replyCall].map((each) => saidIn(each, dialects.chat));
      if (plainly(streamed?.text ?? "") !== plainly(plain?.text ?? "") || plain?.isCut || !streamed?.isCut) return pass;
      return broken({
        message: "The stream has the finish reason length, and the same text in a plain reply has not.",
        expected: "stop",
        actual: "length",
        pointer: streamed.at.finish,
      });
    },
  }),
];

function judgeInEvents(
  exchange: Exchange,
  { pointer, expected, isWrong }: { pointer: string; expected: string; isWrong(value: unknown): boolean },
): Verdict {
  const values = payloadsOf(exchange).map((payload) => valueAt(payload, pointer));
  const at = values.findIndex(isWrong);
  if (at === -1) return pass;
  const message = `${pointer} in event ${at + 1} is ${JSON.stringify(values[at])}.`;
  return broken({ message, expected, actual: String(values[at]), pointer, eventNumber: at + 1 });
}
