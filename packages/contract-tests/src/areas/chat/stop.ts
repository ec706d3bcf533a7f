import { rule, ruleNamed, rulesOn } from "../../checks/define-rule.js";
import { judgeStatus } from "../../checks/reply.js";
import { saidRules } from "../../checks/said-rules.js";
import { judgeEveryEvent } from "../../checks/stream.js";
import { judgeNothingAround } from "../../checks/structured.js";
import { judgeStopped } from "../../checks/text.js";
import { dialects } from "../../dialects.js";
import type { Exchange, ExchangePlan } from "../../exchange.js";
import { saidIn } from "../../reading/said.js";
import { billedCall } from "../../requests/billed-call.js";
import { earlierTurns, systemMessage } from "../../requests/long-question.js";
import { saying, shortAnswer } from "../../requests/short-question.js";
import { textOnly } from "../../requests/text-format.js";
import { toolResult } from "../../requests/tool.js";
import { broken, pass, type Rule } from "../../rule.js";
import { limitedPrompt } from "./max-tokens.js";
import { replyStatus } from "./reply.js";
import { wholeStream } from "./stream.js";

const { chat } = dialects;

/** It is in nearly every text, and so ends nearly every reply. */
const stopText = " e";

/** The text that a call asks for; it has the stop text in it. */
export const stopped = "every engine ends early";

const twoStops = { stop: ["no such text", stopText] };

/** Parameters of bots, which this interface can't carry (R1.9). */
const customParameters = { thinking_budget: 0, aspect_ratio: "16:9", style: "plain", x_contract_tests: true };

/** Both are long enough for their tokens to be missed. */
const parts = [
  `${systemMessage} ${earlierTurns[0]?.content}`,
  `${toolResult} ${earlierTurns[1]?.content} ${saying(stopped)}`,
].map((text) => ({ type: "text", text }));

export const stopCall: ExchangePlan = billedCall("chat", {
  id: "chat/stop",
  says: 'a chat completion in two parts with two stop texts, the second of them " e", a schema for its answer, custom parameters and a field that nobody knows',
  // Answers of two calls at the same time may be mixed up.
  besides: "chat/tools",
  call: { headers: { accept: "*/*" } },
  json: (model) => ({
    model,
    messages: [{ role: "user", content: parts }],
    max_tokens: shortAnswer,
    ...twoStops,
    response_format: textOnly(stopped),
    ...customParameters,
  }),
});

const stopStreamCall = billedCall("chat", {
  priority: 20,
  id: "chat/stop-stream",
  says: 'a streamed chat completion with two stop texts, the second of them " e"',
  isStreamed: true,
  needs: ["chat/stop"],
  json: (model) => ({
    model,
    messages: [{ role: "user", content: saying(stopped) }],
    max_tokens: shortAnswer,
    ...twoStops,
    stream: true,
  }),
});

/** Chat completions with stop texts. */
export const stopCalls: ExchangePlan[] = [stopCall, stopStreamCall];

/** True for a refusal with a status of an invalid request; the specification says no more. */
const isRefused = ({ reply }: Exchange) => [400, 422].includes(reply?.status ?? 0);

const textAt = "/choices/0/message/content";

const customRule = rule(stopCall, "custom-parameters", {
  sentence: "a chat completion with custom parameters is answered or refused, and breaks nothing",
  requirements: ["R1.9"],
  provenance: "stated",
  judge: (exchange) => {
    const status = exchange.reply?.status ?? 0;
    return status >= 400 && status < 500 && status !== 401 ? pass : judgeStatus(exchange, 200);
  },
});

const plainRules = rulesOn(
  stopCall,
  {
    sentence: "a chat completion with stop texts is answered or refused, and breaks nothing",
    requirements: ["R2.5"],
    provenance: "observed",
    after: [replyStatus, customRule],
    judge: (exchange) =>
      isRefused(exchange)
        ? {
            outcome: "skip",
            reason: "The deployment takes no list of stop texts, or none beside parts, a schema and custom parameters.",
          }
        : judgeStatus(exchange, 200),
  },
  {
    stop: {
      sentence: "a chat completion with several stop texts contains none of them",
      judge: (exchange) => {
        const [first, second] = twoStops.stop.map((stop) =>
          judgeStopped(saidIn(exchange, chat).text, { stop, pointer: textAt }),
        );
        return (first?.outcome === "broken" ? first : second) ?? pass;
      },
    },
    json: {
      sentence: "a text that a schema was sent for has nothing around its JSON",
      requirements: ["R1.1", "R2.6"],
      judge: (exchange) => judgeNothingAround(saidIn(exchange, chat).text, textAt),
    },
    finish: {
      sentence: "a chat completion that a stop text may have ended has a finish reason, and not length",
      provenance: "upstream",
      after: "stop",
      judge: (exchange) => {
        const { finish, isCut, completion } = saidIn(exchange, chat);
        if (typeof finish === "string" && !(isCut && Number(completion) < shortAnswer / 2)) return pass;
        return broken({
          message: `The finish reason is ${JSON.stringify(finish)}, and max_tokens was not reached.`,
          expected: "stop",
          actual: String(finish),
          pointer: "/choices/0/finish_reason",
        });
      },
    },
  },
);

/** Rules on stop texts, parts of a text, a schema for the answer and custom parameters. */
export const stopRules: Rule[] = [
  customRule,
  ...plainRules,
  ...saidRules(stopCall, chat, { names: ["prompt-counted"], after: ["status", limitedPrompt] }),
  rule(stopStreamCall, "events", {
    sentence: "the events of a stream with stop texts are those of the contract, in their order",
    requirements: ["R4.1", "R6.1"],
    provenance: "upstream",
    after: [ruleNamed(plainRules, "stop"), ...wholeStream],
    judge: (exchange) =>
      exchange.reply?.status === 400
        ? { outcome: "skip", reason: "The deployment takes no stop texts in streams." }
        : judgeEveryEvent(exchange),
  }),
  rule(stopStreamCall, "stop", {
    sentence: "if a plain chat completion ends before its stop text, a streamed one ends before each of several",
    requirements: ["R2.5", "R6.1"],
    provenance: "observed",
    after: "events",
    judge: (exchange) =>
      judgeStopped(saidIn(exchange, chat).text, { stop: stopText, pointer: "/choices/0/delta/content" }),
  }),
];
