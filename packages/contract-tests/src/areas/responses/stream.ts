import { judgeNotHeldBack } from "../../checks/buffering.js";
import { ruleOn, ruleOnExchanges } from "../../checks/define-rule.js";
import { streamRules } from "../../checks/stream-rules.js";
import { judgeSamePrompt } from "../../checks/usage.js";
import type { ExchangePlan } from "../../exchange.js";
import { joinedText, plainly, plainText } from "../../reading/joined-text.js";
import { withModel } from "../../requests/short-question.js";
import { broken, pass, type Rule } from "../../rule.js";
import { askResponse, lastResponseIn, responsesOperation } from "./reply.js";

const streamCall: ExchangePlan = {
  id: "responses/stream",
  operationId: responsesOperation,
  says: "a streamed response",
  isValid: true,
  isStreamed: true,
  isBilled: true,
  write: (facts) => withModel(facts, "responses", (model) => ({ json: { ...askResponse(model), stream: true } })),
};

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
  ruleOnExchanges({
    id: "responses/stream/usage-as-plain",
    sentence: "A streamed response counts the prompt as the plain one does.",
    requirements: ["R8.3", "R6.1"],
    provenance: "upstream",
    exchanges: ["responses/stream", "responses/reply"],
    after: ["responses/reply/usage-sum", "responses/stream/schema"],
    judge: (find) =>
      judgeSamePrompt({
        plain: find("responses/reply"),
        streamed: find("responses/stream"),
        countAt: { plain: "/usage/input_tokens", streamed: "/response/usage/input_tokens" },
      }),
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
    name: "not-held-back",
    sentence: "a streamed response comes as it is written",
    requirements: ["R6.1"],
    provenance: "upstream",
    after: "complete",
    judge: (exchange) => judgeNotHeldBack(exchange),
  }),
];
