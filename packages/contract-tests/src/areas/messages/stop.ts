import type { MessageRequest, MessageTextBlockParam } from "@model-access/contract";
import type { Topic } from "../../area.js";
import { answerRules } from "../../checks/answer-rules.js";
import { asPlainRule } from "../../checks/compare-replies.js";
import { judgeStopped } from "../../checks/text.js";
import type { Exchange, ExchangePlan } from "../../exchange.js";
import { plainly } from "../../reading/joined-text.js";
import { isStreamed, lastAt, payloadsIn, saidIn } from "../../reading/said.js";
import { billedCall } from "../../requests/billed-call.js";
import { systemMessage } from "../../requests/long-question.js";
import { saying, shortAnswer } from "../../requests/short-question.js";
import { broken, pass, type Verdict } from "../../rule.js";

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

/** Rules on stop sequences. */
export const stopTopic: Topic = {
  exchanges: [shortCall, streamedCall],
  rules: [
    ...answerRules(
      shortCall,
      {
        ...about,
        after: ["messages/reply/status", "messages/reply/stop-reason"],
        whole: { requirements: ["R2.12", "R2.13"] },
      },
      {
        "stop-reason": {
          sentence: "a message that a stop sequence ended does not have it in its text, and says so",
          judge: judgeEnded,
        },
      },
    ),
    ...answerRules(
      streamedCall,
      { ...about, after: "messages/short/stop-reason", whole: { requirements: ["R1.4", "R6.1"] } },
      {
        "stop-reason": {
          sentence: "a streamed message that a stop sequence ended does not have it in its text, and says so",
          requirements: ["R2.9", "R2.13", "R6.1"],
          judge: judgeEnded,
        },
      },
    ),
    asPlainRule({ plain: shortCall, streamed: streamedCall, after: ["messages/reply/usage-counted", "events"] }),
  ],
};

// Where the model says another thing, nothing may have stopped it.
function judgeEnded(exchange: Exchange): Verdict {
  const { text, finish: reason, at } = saidIn(exchange);
  const stopped = judgeStopped(exchange, stopSequence);
  if (stopped.outcome !== "pass" || reason === "max_tokens" || reason === "refusal") return stopped;
  if (reason !== "stop_sequence") {
    if (!plainly(text).endsWith("every engine")) return pass;
    const message = `A stop sequence ended the message, and stop_reason is ${reason}.`;
    return broken({ message, expected: "stop_sequence", actual: String(reason), pointer: at.finish });
  }
  const pointer = isStreamed(exchange) ? "/delta/stop_sequence" : "/stop_sequence";
  const told = lastAt(payloadsIn(exchange), pointer);
  if (told === stopSequence) return pass;
  const message = `The stop sequence that ended the message is told as ${JSON.stringify(told) ?? "none"}.`;
  return broken({ message, expected: stopSequence, actual: String(told), pointer });
}
