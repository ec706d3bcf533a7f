import { valueAt } from "@model-access/contract";
import { judgeNotHeldBack } from "../../checks/buffering.js";
import { type After, rule } from "../../checks/define-rule.js";
import { saidRules } from "../../checks/said-rules.js";
import { streamRules } from "../../checks/stream-rules.js";
import { dialects } from "../../dialects.js";
import type { Exchange, ExchangePlan } from "../../exchange.js";
import { payloadsOf, plainly, plainText } from "../../reading/joined-text.js";
import { saidIn } from "../../reading/said.js";
import { denseCall } from "../../requests/billed-call.js";
import { fewTokens, longQuestion, systemMessage, turnsBefore } from "../../requests/long-question.js";
import { broken, pass, type Rule } from "../../rule.js";
import { replyCall, replySchema, replySum } from "./reply.js";

const { responses } = dialects;

/** The plain response's conversation in strings, with a limit that cuts its answer. */
export const streamCall: ExchangePlan = denseCall("responses", {
  id: "responses/stream",
  says: "a streamed response with instructions and max_output_tokens",
  isStreamed: true,
  json: (model) => ({
    model,
    instructions: systemMessage,
    input: turnsBefore(longQuestion),
    max_output_tokens: 2 * fewTokens,
    stream: true,
  }),
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
export const wholeStream: Rule[] = grammarRules.filter(({ id }) => !/\/(media-type|headers)$/.test(id));

/** Rules on a streamed response, against the plain one. */
export const responsesStreamRules: Rule[] = [
  ...grammarRules,
  ...saidRules(streamCall, responses, {
    names: [
      "model",
      "created",
      "usage-sum",
      "prompt-counted",
      "text-counted",
      "as-asked",
      "cut",
      "cut-off",
      "max-tokens",
    ],
    after: ["schema", "complete"],
  }),
  rule(streamCall, "picture-counted", {
    sentence: "a prompt with a picture counts more tokens than the same prompt without one",
    requirements: ["R1.5", "R4.9", "R8.3"],
    provenance: "upstream",
    reads: { plain: replyCall, streamed: streamCall },
    after: ["schema", replySchema, replySum],
    judge: ({ plain, streamed }) => {
      if (!String(plain.request.body).includes('"input_image"'))
        return { outcome: "skip", reason: "The model list names no pictures with this model." };
      const [withOne, without] = [saidIn(plain, responses), saidIn(streamed, responses)];
      if (withOne.prompt === undefined || without.prompt === undefined || withOne.prompt > without.prompt) return pass;
      return broken({
        message: `The prompt with a picture counts ${withOne.prompt} tokens, and without it ${without.prompt}.`,
        expected: `more than ${without.prompt}`,
        actual: String(withOne.prompt),
        pointer: withOne.at.usage,
      });
    },
  }),
  lastIsWhole(streamCall, ["complete", "adds-up"]),
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
    sentence: "a streamed response arrives while it is written",
    requirements: ["R6.1"],
    provenance: "upstream",
    after: "complete",
    judge: (exchange) => judgeNotHeldBack(exchange),
  }),
];

/** The rule that what a stream ends with is what it was. */
export function lastIsWhole(plan: ExchangePlan, after: After[]): Rule {
  return rule(plan, "last-is-whole", {
    sentence: `the response at the end of ${plan.says} has the output that was streamed`,
    requirements: ["R4.9", "R6.1"],
    provenance: "upstream",
    after,
    judge: (exchange) => {
      const streamed = saidIn(exchange, responses).text;
      const whole = plainText(lastResponse(exchange), "responses");
      if (plainly(streamed) === plainly(whole)) return pass;
      return broken({
        message: "The text of the response at the end is not that of the pieces.",
        expected: streamed.slice(0, 80),
        actual: whole.slice(0, 80),
        pointer: "/response/output",
      });
    },
  });
}

/** The response as the last event of a stream that has one says it. */
export const lastResponse = (exchange: Exchange): unknown =>
  payloadsOf(exchange)
    .map((payload) => valueAt(payload, "/response"))
    .findLast((response) => response !== undefined);
