import { valueAt } from "@model-access/contract";
import { judgeNotHeldBack } from "../../checks/buffering.js";
import { asPlainRule } from "../../checks/compare-replies.js";
import { rule, ruleNamed } from "../../checks/define-rule.js";
import { saidRules } from "../../checks/said-rules.js";
import { streamRules } from "../../checks/stream-rules.js";
import { dialects } from "../../dialects.js";
import type { ExchangePlan } from "../../exchange.js";
import { payloadsOf, plainly, plainText } from "../../reading/joined-text.js";
import { saidIn } from "../../reading/said.js";
import { billedCall } from "../../requests/billed-call.js";
import { broken, pass, type Rule } from "../../rule.js";
import { askResponse, replyCall, replySum } from "./reply.js";

const { responses } = dialects;

export const streamCall: ExchangePlan = billedCall("responses", {
  id: "responses/stream",
  says: "a streamed response with instructions",
  isStreamed: true,
  json: (model) => ({ ...askResponse(model), stream: true }),
});

/** The events that end a stream, and the status of the response in them. */
const endings = new Map([
  ["response.completed", "completed"],
  ["response.incomplete", "incomplete"],
  ["response.failed", "failed"],
]);

const grammarRules = streamRules(streamCall, {
  requirements: ["R1.5", "R6.1"],
  provenance: "stated",
  mediaType: "upstream",
  dialect: "upstream",
  shape: "upstream",
  client: "openai",
});

/** Rules on the first stream that have to hold before another is judged whole. */
export const wholeStream = ["schema", "order", "complete"].map((name) => ruleNamed(grammarRules, name));

/** Rules on a streamed response, against the plain one. */
export const responsesStreamRules: Rule[] = [
  ...grammarRules,
  ...saidRules(streamCall, responses, {
    names: ["model", "created", "usage-sum", "prompt-counted", "text-counted", "as-asked", "cut", "max-tokens"],
    after: ["schema", "complete"],
  }),
  asPlainRule(responses, { plain: replyCall, streamed: streamCall, after: [replySum, "schema"] }),
  rule(streamCall, "last-is-whole", {
    sentence: "the response at the end of a stream has the output that was streamed",
    requirements: ["R4.9", "R6.1"],
    provenance: "upstream",
    after: ["complete", "adds-up"],
    judge: (exchange) => {
      const streamed = saidIn(exchange, responses).text;
      const last = payloadsOf(exchange)
        .map((payload) => valueAt(payload, "/response"))
        .findLast((response) => response !== undefined);
      const whole = plainText(last, "responses");
      if (plainly(streamed) === plainly(whole)) return pass;
      return broken({
        message: "The text of the response at the end is not that of the pieces.",
        expected: streamed.slice(0, 80),
        actual: whole.slice(0, 80),
        pointer: "/response/output",
      });
    },
  }),
  rule(streamCall, "finished", {
    sentence: "the response at the end of a stream has the status that the event names",
    requirements: ["R4.9", "R6.1"],
    provenance: "upstream",
    after: "complete",
    judge: (exchange) => {
      const payloads = payloadsOf(exchange);
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
  rule(streamCall, "not-held-back", {
    sentence: "a streamed response comes as it is written",
    requirements: ["R6.1"],
    provenance: "upstream",
    after: "complete",
    judge: (exchange) => judgeNotHeldBack(exchange),
  }),
];
