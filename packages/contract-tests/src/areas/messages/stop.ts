import type { MessageRequest, MessageTextBlockParam } from "@model-access/contract";
import type { Topic } from "../../area.js";
import { answerRules } from "../../checks/answer-rules.js";
import type { ExchangePlan } from "../../exchange.js";
import { billedCall } from "../../requests/billed-call.js";
import { systemMessage } from "../../requests/long-question.js";
import { saying, shortAnswer } from "../../requests/short-question.js";

/** It ends the answer before its last word. */
const stopSequence = " ends";

/** The first is long enough for its tokens to be missed where only the last block is read. */
const preface = [
  "This belongs to an automatic test, which compares each answer with the text that was asked for, letter by letter.",
  "Add nothing to it.",
];

const inBlocks = (texts: string[]) => texts.map((text): MessageTextBlockParam => ({ type: "text", text }));

const askToStop = (model: string): MessageRequest => ({
  model,
  max_tokens: shortAnswer,
  system: inBlocks(systemMessage.split(". ")),
  messages: [
    { role: "user", content: inBlocks(preface) },
    { role: "assistant", content: "Understood." },
    { role: "user", content: saying(`ready, every engine${stopSequence} here`) },
  ],
  stop_sequences: ["no such text", stopSequence],
  top_p: 0.9,
  top_k: 40,
  metadata: { user_id: "contract-tests" },
});

export const shortCall: ExchangePlan = billedCall("messages", {
  provider: 1,
  id: "messages/short",
  says: "a message with blocks of text, top_p, top_k and metadata that a stop sequence ends",
  needs: ["messages/reply"],
  json: askToStop,
});

const streamedCall = billedCall("messages", {
  provider: 1,
  priority: 10,
  id: "messages/stop-stream",
  says: "a streamed message that a stop sequence ends",
  isStreamed: true,
  needs: ["messages/short"],
  json: (model) => ({ ...askToStop(model), stream: true }),
});

const about = { requirements: ["R2.9", "R2.13"], provenance: "upstream" } as const;

export const stopTopic: Topic = {
  exchanges: [shortCall, streamedCall],
  rules: [
    ...answerRules(shortCall, {
      ...about,
      after: ["messages/reply/status", "messages/reply/stop-reason"],
      whole: { requirements: ["R2.12", "R2.13"] },
    }),
    ...answerRules(streamedCall, {
      ...about,
      after: "messages/short/stop-reason",
      whole: { requirements: ["R1.4", "R6.1"] },
    }),
  ],
};
