import { valueAt } from "@model-access/contract";
import { judgeNotHeldBack } from "../../checks/buffering.js";
import { ruleOn, ruleOnExchanges } from "../../checks/define-rule.js";
import { asPlainRule, saidRules } from "../../checks/said-rules.js";
import { streamRules } from "../../checks/stream-rules.js";
import { dialects } from "../../dialects.js";
import type { ExchangePlan } from "../../exchange.js";
import { joinedText, payloadOf, plainly, plainText } from "../../reading/joined-text.js";
import { withModel } from "../../requests/short-question.js";
import { broken, pass, type Rule } from "../../rule.js";
import { askResponse, lastResponseIn, responsesOperation } from "./reply.js";

const streamCall: ExchangePlan = {
  id: "responses/stream",
  operationId: responsesOperation,
  says: "a streamed response to a conversation with instructions, whose answer is long",
  isValid: true,
  isStreamed: true,
  isBilled: true,
  write: (facts) => withModel(facts, "responses", (model) => ({ json: { ...askResponse(model), stream: true } })),
};

/** The events that end a stream, and the status of the response in them. */
const endings = new Map([
  ["response.completed", "completed"],
  ["response.incomplete", "incomplete"],
  ["response.failed", "failed"],
]);

/** A streamed response. */
export const responsesStreamCalls: ExchangePlan[] = [streamCall];

/** What a streamed response says, against the plain one. */
export const responsesStreamRules: Rule[] = [
  ...streamRules(streamCall, {
    requirements: ["R1.5", "R6.1"],
    provenance: "stated",
    mediaType: "upstream",
    dialect: "upstream",
    shape: "upstream",
    client: "openai",
  }),
  ...saidRules(streamCall, dialects.responses, {
    names: ["model", "created", "usage-sum", "prompt-counted", "text-counted", "as-asked", "cut"],
    after: ["responses/stream/schema", "responses/stream/complete"],
  }),
  asPlainRule(dialects.responses, {
    plain: "responses/reply",
    streamed: "responses/stream",
    after: ["responses/reply/usage-sum", "responses/stream/schema"],
  }),
  ruleOnExchanges({
    id: "responses/stream/last-is-whole",
    sentence: "The response at the end of a stream has the output that was streamed.",
    requirements: ["R4.9", "R6.1"],
    provenance: "upstream",
    exchanges: ["responses/stream"],
    after: ["responses/stream/complete", "responses/stream/adds-up"],
    judge: (find) => {
      const stream = find("responses/stream");
      const streamed = joinedText(stream?.stream().events ?? [], "responses");
      const whole = plainText(lastResponseIn(stream), "responses");
      if (plainly(streamed) === plainly(whole)) return pass;
      return broken({
        message: "The text of the response at the end is not that of the pieces.",
        expected: streamed.slice(0, 80),
        actual: whole.slice(0, 80),
        pointer: "/response/output",
      });
    },
  }),
  ruleOn(streamCall, {
    name: "finished",
    sentence: "the response at the end of a stream has the status that the event names",
    requirements: ["R4.9", "R6.1"],
    provenance: "upstream",
    after: "complete",
    judge: (exchange) => {
      const payloads = exchange.stream().events.map(({ data }) => payloadOf(data));
      const at = payloads.findIndex((payload) => endings.has(String(valueAt(payload, "/type"))));
      const expected = endings.get(String(valueAt(payloads[at], "/type")));
      const status = valueAt(payloads[at], "/response/status");
      if (at === -1 || status === expected) return pass;
      return broken({
        message: `The last response has the status ${JSON.stringify(status)}.`,
        expected: String(expected),
        actual: String(status),
        pointer: "/response/status",
        eventNumber: at + 1,
      });
    },
  }),
  ruleOn(streamCall, {
    name: "not-held-back",
    sentence: "a streamed response comes as it is written",
    requirements: ["R6.1"],
    provenance: "upstream",
    after: "complete",
    judge: (exchange) => judgeNotHeldBack(exchange),
  }),
];
