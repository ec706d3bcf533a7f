import { rule, ruleNamed, rulesOn } from "../../checks/define-rule.js";
import { judgeStatus } from "../../checks/reply.js";
import { judgeEveryEvent } from "../../checks/stream.js";
import { judgeStopped } from "../../checks/text.js";
import { dialects } from "../../dialects.js";
import type { ExchangePlan } from "../../exchange.js";
import { saidIn } from "../../reading/said.js";
import { billedCall } from "../../requests/billed-call.js";
import { saying, shortAnswer } from "../../requests/short-question.js";
import { broken, pass, type Rule } from "../../rule.js";
import { replyStatus } from "./reply.js";
import { wholeStream } from "./stream.js";

/** It is in nearly every text, and so ends nearly every reply. */
const stopText = " e";

/** Its answer has the stop text in it where nothing stops it. */
const ask = (model: string) => ({
  model,
  messages: [{ role: "user", content: saying("every engine ends early") }],
  max_tokens: shortAnswer,
});

/** Parameters of bots, which this interface can't carry (R1.9). */
const customParameters = { thinking_budget: 0, aspect_ratio: "16:9", style: "plain", x_contract_tests: true };

export const stopCall: ExchangePlan = billedCall("chat", {
  id: "chat/stop",
  besides: "chat/tools",
  says: 'a chat completion with the stop text " e", custom parameters and a field that nobody knows',
  call: { headers: { accept: "*/*" } },
  json: (model) => ({ ...ask(model), stop: stopText, ...customParameters }),
});

const stopStreamCall = billedCall("chat", {
  priority: 20,
  id: "chat/stop-stream",
  says: 'a streamed chat completion with two stop texts, the second of them " e"',
  isStreamed: true,
  needs: ["chat/stop"],
  json: (model) => ({ ...ask(model), stop: ["no such text", stopText], stream: true }),
});

/** Chat completions with stop texts. */
export const stopCalls: ExchangePlan[] = [stopCall, stopStreamCall];

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
    sentence: "a chat completion with a stop text is answered or refused, and breaks nothing",
    requirements: ["R2.5"],
    provenance: "observed",
    after: [replyStatus, customRule],
    judge: (exchange) =>
      [400, 422].includes(exchange.reply?.status ?? 0)
        ? { outcome: "skip", reason: "The deployment takes no stop texts, or none beside custom parameters." }
        : judgeStatus(exchange, 200),
  },
  {
    stop: {
      sentence: "a chat completion with a stop text does not contain it",
      judge: (exchange) =>
        judgeStopped(saidIn(exchange, dialects.chat).text, { stop: stopText, pointer: "/choices/0/message/content" }),
    },
  },
);

/** Rules on stop texts and custom parameters. */
export const stopRules: Rule[] = [
  customRule,
  ...plainRules,
  rule(stopCall, "finish", {
    sentence: "a chat completion that a stop text may have ended has a finish reason, and not length",
    requirements: ["R2.5"],
    provenance: "upstream",
    after: "stop",
    judge: (exchange) => {
      const { finish, isCut, completion } = saidIn(exchange, dialects.chat);
      if (typeof finish === "string" && !(isCut && Number(completion) < shortAnswer / 2)) return pass;
      return broken({
        message: `The finish reason is ${JSON.stringify(finish)}, and max_tokens was not reached.`,
        expected: "stop",
        actual: String(finish),
        pointer: "/choices/0/finish_reason",
      });
    },
  }),
  rule(stopStreamCall, "events", {
    sentence: "the events of a stream with stop texts are those of the contract, in their order",
    requirements: ["R4.1", "R6.1"],
    provenance: "upstream",
    after: [ruleNamed(plainRules, "stop"), ...wholeStream],
    judge: (exchange) =>
      exchange.reply?.status === 400
        ? { outcome: "skip", reason: "The deployment takes no list of stop texts, or none in streams." }
        : judgeEveryEvent(exchange),
  }),
  rule(stopStreamCall, "stop", {
    sentence: "where a plain chat completion ends before its stop text, a streamed one ends before each of several",
    requirements: ["R2.5", "R6.1"],
    provenance: "observed",
    after: "events",
    judge: (exchange) => {
      const pointer = "/choices/0/delta/content";
      const verdict = judgeStopped(saidIn(exchange, dialects.chat).text, { stop: stopText, pointer });
      // A deployment may take one stop text, and no list of them.
      return verdict.outcome === "broken" ? broken({ ...verdict.finding, provenance: "inferred" }) : verdict;
    },
  }),
];
