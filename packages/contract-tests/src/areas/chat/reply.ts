import { valueAt } from "@model-access/contract";
import type { Topic } from "../../area.js";
import { rule as defineRule } from "../../checks/define-rule.js";
import { memberIs } from "../../checks/member.js";
import { onJson } from "../../checks/reply.js";
import { judgeTextThere } from "../../checks/text.js";
import type { ExchangePlan } from "../../exchange.js";
import { plainly } from "../../reading/joined-text.js";
import { type Said, saidIn } from "../../reading/said.js";
import { denseCall } from "../../requests/billed-call.js";
import { converse, questionOfLines } from "../../requests/questions.js";
import { repeatForComparison } from "../../requests/repeat-for-comparison.js";
import { story } from "../../story.js";

const told = story("chat", { requirements: ["R4.1"], provenance: "upstream" });
const { add, reply, stream, rule } = told;

/** A plain chat completion, and a stream of the same question. */
export const replyTopic: Topic = told;

/** More tokens than the answer has. */
export const mostForLines = 256;

/** Without max_tokens, so that nothing may cut it. */
export const askForLines = (model: string) => ({ model, messages: [{ role: "user", content: questionOfLines }] });

/** Words that other interfaces, and models behind them, have in its place. */
export const foreignReasons = [
  ...["end_turn", "max_tokens", "stop_sequence", "tool_use"],
  ...["completed", "incomplete", "eos", "STOP"],
];

/** The messages of a call with a limit, without the limit: a cache that leaves options out would answer both alike. */
const askAtLength = (model: string) => ({ model, messages: converse(model).messages });

export const replyCall: ExchangePlan = denseCall("chat", {
  id: "chat/reply",
  says: "a plain chat completion",
  json: askAtLength,
});

add(replyCall);

const hasChoice = memberIs("/choices", {
  expected: "a list with a choice",
  isRight: (choices) => Array.isArray(choices) && choices.length > 0,
});

const hasText = memberIs("/choices/0/message/content", {
  expected: "a string",
  isRight: (text) => typeof text === "string",
});

reply(replyCall, {
  requirements: ["R4.1", "R1.3", "R2.5", "R9.1"],
  provenance: "stated",
  mediaType: "stated",
  shape: "stated",
  adjusted: { as: { cut: "finish", "no-tool": "no-tools" } },
  stated: [
    defineRule(replyCall, "text", {
      sentence: "a chat completion has its text as a string in choices[].message.content",
      requirements: ["R2.6"],
      provenance: "stated",
      takesPlainer: true,
      after: "status",
      judge: (exchange) =>
        onJson(exchange, () => {
          const verdict = hasChoice(exchange);
          return verdict.outcome === "pass" ? hasText(exchange) : verdict;
        }),
    }),
  ],
});

rule(
  "reply/text-there",
  "a chat completion of a plain question has a text",
  { requirements: ["R2.6", "R4.1"], provenance: "stated", takesPlainer: true, after: "text" },
  judgeTextThere,
);

rule(
  "reply/finish-word",
  "a chat completion says why it ended by no word of another interface",
  { takesPlainer: true },
  memberIs("/choices/0/finish_reason", {
    expected: "stop, length, tool_calls or content_filter",
    isRight: (reason) => !foreignReasons.includes(String(reason)),
  }),
);

export const streamCall: ExchangePlan = denseCall("chat", {
  id: "chat/stream",
  says: "a streamed chat completion with temperature 0",
  isStreamed: true,
  json: (model) => ({ ...askAtLength(model), temperature: 0, stream: true }),
});

add(
  streamCall,
  repeatForComparison(
    { plain: replyCall, streamed: streamCall },
    { id: "chat/again", says: "the same plain chat completion once more" },
  ),
);

stream(streamCall, { requirements: ["R4.1", "R6.1"], client: "openai" });

rule(
  "stream/role",
  "the role in a streamed chat completion, where there is one, is the assistant's",
  { everywhere: true },
  memberIs("/choices/0/delta/role", {
    expected: "assistant",
    isRight: (role) => typeof role !== "string" || role === "" || role === "assistant",
  }),
);

rule(
  "stream/role-there",
  "a chunk of a streamed chat completion names the role, which the official client wants to be told",
  { requirements: ["R4.1", "R6.1"], client: "openai", takesPlainer: true },
  (exchange) => {
    const pointer = "/choices/0/delta/role";
    const isThere = (payload: unknown) => (valueAt(payload, pointer) ?? "") !== "";
    const message = "No chunk of the stream names the role.";
    return !exchange.stream().payloads.some(isThere) && { message, expected: "assistant", pointer };
  },
);

rule(
  "stream/choices",
  "a stream that is not asked for its usage has a choice in each chunk",
  { requirements: ["R4.1", "R6.1"] },
  memberIs("/choices", {
    expected: "a choice, which clients read without a look",
    isRight: (choices) => !Array.isArray(choices) || choices.length > 0,
  }),
);

rule(
  "stream/finish",
  "a stream of the text of a plain reply that was not cut off has not the finish reason length",
  { requirements: ["R2.5", "R6.1"], reads: [streamCall, replyCall], after: ["text", "chat/reply/finish"] },
  (...read) => {
    const [streamed, plain] = read.map(saidIn) as [Said, Said]; // one of each
    return (
      plainly(streamed.text) === plainly(plain.text) &&
      streamed.isCut &&
      !plain.isCut && {
        message: "The stream has the finish reason length, and the same text in a plain reply has not.",
        expected: "stop",
        actual: "length",
        pointer: streamed.at.finish,
      }
    );
  },
);
