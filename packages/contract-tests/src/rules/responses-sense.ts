import { valueAt } from "@model-access/contract";
import { responsesExchanges } from "../exchanges/responses.js";
import { shortAnswer } from "../exchanges/short-question.js";
import { plainText } from "../reading/joined-text.js";
import { broken, pass, type Rule } from "../rule.js";
import { judgeBody, judgeStatus } from "./judge-reply.js";
import { ruleOnExchanges } from "./on-exchanges.js";
import { planned } from "./planned.js";
import { ruleOn } from "./rule-on.js";
import {
  bodyOf,
  judgeCreated,
  judgeMostTokens,
  judgeNotHeldBack,
  judgeSamePrompt,
  judgeTextThere,
  judgeUsageSum,
} from "./sense.js";
import { judgeToolInput } from "./tool-input.js";

const plan = planned(responsesExchanges);
const reply = plan("responses/reply");
const finished = ["completed", "incomplete", "failed"];

/** What responses say, and whether it makes sense. */
export const responsesSenseRules: Rule[] = [
  ruleOn(reply, {
    name: "text",
    sentence: "a response to a plain question has a text",
    requirements: ["R4.9"],
    provenance: "upstream",
    after: "schema",
    judge: (exchange) =>
      judgeTextThere(exchange, "responses", {
        reasoningAt: "/usage/output_tokens_details/reasoning_tokens",
        isCut: (body) => valueAt(body, "/status") === "incomplete",
      }),
  }),
  ruleOn(reply, {
    name: "finished",
    sentence: "a response that is not worked on in the background is finished",
    requirements: ["R4.9"],
    provenance: "upstream",
    after: "schema",
    judge: ({ reply: answer }) => {
      const status = valueAt(bodyOf(answer), "/status");
      if (finished.includes(String(status))) return pass;
      return broken({
        message: `The status is ${JSON.stringify(status)}.`,
        expected: "completed or incomplete",
        actual: String(status),
        pointer: "/status",
      });
    },
  }),
  ruleOn(reply, {
    name: "created",
    sentence: "the time of a response is in seconds, and about now",
    requirements: ["R4.9"],
    provenance: "upstream",
    after: "schema",
    judge: (exchange) => judgeCreated(exchange, "/created_at"),
  }),
  ruleOn(reply, {
    name: "usage-sum",
    sentence: "the tokens that a response counts add up",
    requirements: ["R8.3"],
    provenance: "upstream",
    after: "schema",
    judge: (exchange) => judgeUsageSum(valueAt(bodyOf(exchange.reply), "/usage"), ["input_tokens", "output_tokens"]),
  }),
  ruleOn(reply, {
    name: "max-tokens",
    sentence: "a response has no more tokens than max_output_tokens",
    requirements: ["R1.5"],
    provenance: "observed",
    after: "schema",
    judge: (exchange) =>
      judgeMostTokens(exchange, shortAnswer, { dialect: "responses", countAt: "/usage/output_tokens" }),
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
  ruleOn(plan("responses/structured"), {
    name: "status",
    sentence: "a response with reasoning and a JSON schema is answered with status 200",
    requirements: ["R1.5", "R4.9"],
    provenance: "stated",
    judge: (exchange) => judgeStatus(exchange, 200),
  }),
  ruleOn(plan("responses/structured"), {
    name: "schema",
    sentence: "a response with reasoning has the shape of the contract",
    requirements: ["R1.5", "R4.9"],
    provenance: "observed",
    after: "status",
    judge: (exchange) => judgeBody(exchange),
  }),
  ruleOn(plan("responses/structured"), {
    name: "json",
    sentence: "the text of a response with a JSON schema is JSON of that schema",
    requirements: ["R1.5"],
    provenance: "observed",
    after: "schema",
    judge: ({ reply: answer }) => {
      const body = bodyOf(answer);
      if (valueAt(body, "/status") === "incomplete") return { outcome: "skip", reason: "The response was cut off." };
      return judgeToolInput(plainText(body, "responses"), "/output");
    },
  }),
  ruleOn(plan("responses/stream"), {
    name: "not-held-back",
    sentence: "a streamed response comes as it is written",
    requirements: ["R6.1"],
    provenance: "upstream",
    after: "complete",
    judge: (exchange) => judgeNotHeldBack(exchange),
  }),
];
