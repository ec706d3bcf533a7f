import { valueAt } from "@model-access/contract";
import { ruleOn, ruleOnExchanges } from "../../checks/define-rule.js";
import { bodyOf, judgeStatus } from "../../checks/reply.js";
import { judgeEveryEvent, wholeStreamRules } from "../../checks/stream.js";
import type { Exchange, ExchangePlan } from "../../exchange.js";
import { joinedText } from "../../reading/joined-text.js";
import { lateChatCall } from "../../requests/chat-request.js";
import { saying, shortAnswer, withModel } from "../../requests/short-question.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";
import { chatOperation } from "./reply.js";

/** It is in nearly every text, and so ends nearly every reply. */
const stopText = " e";

/** A question whose answer has it in it where nothing stops it. */
const stopQuestion = saying("every engine ends early");

/** Parameters of bots, which this interface can't carry (R1.9). */
const customParameters = { thinking_budget: 0, aspect_ratio: "16:9", style: "plain", x_contract_tests: true };

const stopCall: ExchangePlan = {
  id: "chat/stop",
  operationId: chatOperation,
  says: 'a chat completion with the stop text " e", custom parameters and a field that nobody knows',
  isValid: true,
  isBilled: true,
  write: (facts) =>
    withModel(facts, "chat", (model) => ({
      json: {
        model,
        messages: [{ role: "user", content: stopQuestion }],
        max_tokens: shortAnswer,
        stop: stopText,
        ...customParameters,
      },
    })),
};

const stopStreamCall: ExchangePlan = lateChatCall({
  priority: 20,
  id: "chat/stop-stream",
  says: 'a streamed chat completion with two stop texts, the second of them " e"',
  isStreamed: true,
  needs: ["chat/stop"],
  write: (facts) =>
    withModel(facts, "chat", (model) => ({
      json: {
        model,
        messages: [{ role: "user", content: stopQuestion }],
        max_tokens: shortAnswer,
        stop: ["no such text", stopText],
        stream: true,
      },
    })),
});

/** Chat completions with stop texts. */
export const stopCalls: ExchangePlan[] = [stopCall, stopStreamCall];

/** Whether stop texts end a reply, and custom parameters break none. */
export const stopRules: Rule[] = [
  ruleOn(stopCall, {
    name: "custom-parameters",
    sentence: "a chat completion with custom parameters is answered or refused, and breaks nothing",
    requirements: ["R1.9"],
    provenance: "stated",
    judge: (exchange) => {
      const status = exchange.reply?.status;
      return status !== undefined && status >= 400 && status < 500 && status !== 401
        ? pass
        : judgeStatus(exchange, 200);
    },
  }),
  {
    ...ruleOn(stopCall, {
      name: "status",
      sentence: "a chat completion with a stop text is answered or refused, and breaks nothing",
      requirements: ["R2.5"],
      provenance: "observed",
      judge: (exchange) =>
        exchange.reply?.status === 400 || exchange.reply?.status === 422
          ? { outcome: "skip", reason: "The deployment takes no stop texts, or none beside custom parameters." }
          : judgeStatus(exchange, 200),
    }),
    after: ["chat/reply/status", "chat/stop/custom-parameters"],
  },
  ruleOn(stopCall, {
    name: "stop",
    sentence: "a chat completion with a stop text does not contain it",
    requirements: ["R2.5"],
    provenance: "observed",
    after: "status",
    judge: ({ reply: answer }) => {
      const text = valueAt(bodyOf(answer), "/choices/0/message/content");
      if (typeof text !== "string" || !text.includes(stopText)) return pass;
      return broken({
        message: `The text has the stop text in it: ${JSON.stringify(text.slice(0, 80))}.`,
        expected: `no ${JSON.stringify(stopText)}`,
        pointer: "/choices/0/message/content",
      });
    },
  }),
  ruleOn(stopCall, {
    name: "finish",
    sentence: "a chat completion that a stop text may have ended has a finish reason, and not length",
    requirements: ["R2.5"],
    provenance: "upstream",
    after: "stop",
    judge: ({ reply: answer }) => {
      const body = bodyOf(answer);
      const reason = valueAt(body, "/choices/0/finish_reason");
      const isShort = Number(valueAt(body, "/usage/completion_tokens")) < shortAnswer / 2;
      if (typeof reason === "string" && !(reason === "length" && isShort)) return pass;
      return broken({
        message: `The finish reason is ${JSON.stringify(reason)}, and max_tokens was not reached.`,
        expected: "stop",
        actual: String(reason),
        pointer: "/choices/0/finish_reason",
      });
    },
  }),
  ruleOnExchanges({
    id: "chat/stop-stream/events",
    sentence: "The events of a stream with stop texts are those of the contract, in their order.",
    requirements: ["R4.1", "R6.1"],
    provenance: "upstream",
    exchanges: ["chat/stop-stream"],
    after: ["chat/stop/stop", ...wholeStreamRules],
    judge: (_find, [exchange]) => {
      if (exchange?.reply?.status === 400)
        return { outcome: "skip", reason: "The deployment takes no list of stop texts, or none in streams." };
      return exchange === undefined ? pass : judgeEveryEvent(exchange);
    },
  }),
  ruleOnExchanges({
    id: "chat/stop-stream/stop",
    sentence: "Where a plain chat completion ends before its stop text, a streamed one ends before each of several.",
    requirements: ["R2.5", "R6.1"],
    provenance: "observed",
    exchanges: ["chat/stop-stream"],
    after: "chat/stop-stream/events",
    judge: (_find, [exchange]) => (exchange === undefined ? pass : judgeStop(exchange)),
  }),
];

function judgeStop(exchange: Exchange): Verdict {
  const text = joinedText(exchange.stream().events, "chat");
  if (!text.includes(stopText)) return pass;
  return broken({
    message: `The text of the stream has the stop text in it: ${JSON.stringify(text.slice(0, 80))}.`,
    expected: `no ${JSON.stringify(stopText)}`,
    pointer: "/choices/0/delta/content",
    // A deployment may take one stop text, and no list of them.
    provenance: "inferred",
  });
}
