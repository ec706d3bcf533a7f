import { valueAt } from "@model-access/contract";
import type { Exchange } from "../exchange.js";
import { responsesExchanges } from "../exchanges/responses.js";
import { shortAnswer } from "../exchanges/short-question.js";
import { joinedText, payloadOf, plainly, plainText } from "../reading/joined-text.js";
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
  ruleOnExchanges({
    id: "responses/ids-unique",
    sentence: "Each response has an id of its own.",
    requirements: ["R4.9"],
    provenance: "upstream",
    exchanges: ["responses/reply", "responses/stream", "responses/structured"],
    takesMissing: true,
    after: ["responses/reply/schema", "responses/stream/schema"],
    judge: (find) => {
      const plain = ["responses/reply", "responses/structured"].map((id) => bodyOf(find(id)?.reply));
      const ids = [...plain, lastResponseIn(find("responses/stream"))].map((response) => valueAt(response, "/id"));
      const twice = ids.find((id, index) => typeof id === "string" && ids.indexOf(id) < index);
      if (twice === undefined) return pass;
      return broken({ message: `Two responses have the id ${twice}.`, pointer: "/id" });
    },
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
  ruleOn(plan("responses/structured"), {
    name: "effort",
    sentence: "a response tells the reasoning effort that was asked for",
    requirements: ["R1.5", "R4.9"],
    // Where a model has no such level, another may be taken.
    provenance: "inferred",
    after: "schema",
    judge: ({ reply: answer }) => {
      const pointer = "/reasoning/effort";
      const effort = valueAt(bodyOf(answer), pointer);
      if (effort === "low") return pass;
      return broken({
        message: `The effort low was asked for, and the response says ${JSON.stringify(effort)}.`,
        expected: "low",
        actual: String(effort),
        pointer,
      });
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

/** The whole response that the last event of a stream with one has. */
function lastResponseIn(exchange: Exchange | undefined): unknown {
  return (exchange?.stream().events ?? [])
    .map(({ data }) => valueAt(payloadOf(data), "/response"))
    .findLast((response) => response !== undefined);
}
