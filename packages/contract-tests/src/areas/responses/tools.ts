import { valueAt } from "@model-access/contract";
import { rule, ruleNamed, rulesOn } from "../../checks/define-rule.js";
import { judgeBody } from "../../checks/reply.js";
import { saidRules } from "../../checks/said-rules.js";
import { judgeEveryEvent } from "../../checks/stream.js";
import { judgeToolCalls, ownCallIdsRule } from "../../checks/tool-calls.js";
import { dialects } from "../../dialects.js";
import type { Exchange, ExchangePlan, Facts } from "../../exchange.js";
import { chooseReasoner, offers } from "../../reading/choose-model.js";
import { listAt, payloadsOf } from "../../reading/joined-text.js";
import { saidIn } from "../../reading/said.js";
import { callsInBody } from "../../reading/tool-calls.js";
import { billedCall } from "../../requests/billed-call.js";
import { toolQuestion, toolResult, tools, unlessTools } from "../../requests/tool.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";
import { jsonOf } from "../../wire/wire.js";
import { wholeStream } from "./stream.js";

const { responses } = dialects;

const withTools = { tools: tools.responses, tool_choice: responses.tools.choice, max_output_tokens: 300 };

const asked = { role: "user", content: toolQuestion };

const toolsCall = billedCall("responses", {
  priority: 25,
  id: "responses/tools",
  says: "a response that has to call a tool",
  needs: ["responses/reply"],
  unless: unlessTools("responses"),
  json: (model) => ({ model, input: [asked], ...withTools }),
});

const toolsStreamCall = billedCall("responses", {
  priority: 25,
  id: "responses/tools-stream",
  says: "a streamed response to the result of a tool that has to call one again",
  isStreamed: true,
  needs: ["responses/tools"],
  unless: unlessTools("responses"),
  json: (model, facts) => ({
    model,
    input: turnsWithResults(facts),
    ...withTools,
    ...withReasoning(facts),
    stream: true,
  }),
});

/** A model that reasons has two items to stream. */
function withReasoning({ modelList }: Facts): object {
  const reasoner = chooseReasoner(modelList);
  if (reasoner === undefined || !offers(modelList, reasoner, "tools")) return {};
  return { model: reasoner, max_output_tokens: 600, reasoning: { effort: "low", summary: "auto" } };
}

/** A response that calls tools, and one that streams its calls. */
export const toolsCalls: ExchangePlan[] = [toolsCall, toolsStreamCall];

const about: Pick<Rule, "requirements" | "provenance"> = { requirements: ["R1.5", "R4.9"], provenance: "observed" };

const plainRules = rulesOn(toolsCall, about, {
  schema: { sentence: "a response that calls a tool has the shape of the contract", judge: judgeBody },
  call: {
    sentence: "a tool that has to be called is called, by its name, with an id and arguments that it takes",
    after: "schema",
    judge: (exchange) => judgeToolCalls(exchange, responses),
  },
});

const plainCall = ruleNamed(plainRules, "call");

/** Rules on responses with function tools. */
export const toolsRules: Rule[] = [
  ...plainRules,
  ...saidRules(toolsCall, responses, { names: ["prompt-counted"], after: "status" }),
  rule(toolsStreamCall, "events", {
    ...about,
    sentence: "the events of a streamed response that calls a tool are those of the contract, in their order",
    after: [plainCall, ...wholeStream],
    judge: judgeEveryEvent,
  }),
  rule(toolsStreamCall, "call", {
    ...about,
    sentence: "the pieces of a streamed tool call are a call of the tool, with arguments that it takes",
    after: "events",
    judge: (exchange) =>
      saidIn(exchange, responses).isCut
        ? { outcome: "skip", reason: "The response was cut off." }
        : judgeToolCalls(exchange, responses),
  }),
  rule(toolsStreamCall, "output-index", {
    ...about,
    sentence: "each item of a streamed response is numbered by its place in the output",
    provenance: "upstream",
    after: ["events", ...wholeStream],
    judge: judgeOutputIndexes,
  }),
  ...saidRules(toolsStreamCall, responses, { names: ["prompt-counted"], after: "events" }),
  ownCallIdsRule(responses, {
    requirements: about.requirements,
    reads: [toolsStreamCall, toolsCall],
    after: ["call", plainCall],
  }),
];

/** By the output of the response at the end, which has the items in their order. */
function judgeOutputIndexes(exchange: Exchange): Verdict {
  const payloads = payloadsOf(exchange);
  const last = payloads.findLast((payload) => listAt(payload, "/response/output").length > 0);
  const places = listAt(last, "/response/output").map((item) => valueAt(item, "/id"));
  for (const [at, payload] of payloads.entries()) {
    const place = places.indexOf(valueAt(payload, "/item/id"));
    const index = valueAt(payload, "/output_index");
    if (place === -1 || index === place) continue;
    return broken({
      message: `The item that has the place ${place} in the output is streamed with the output_index ${JSON.stringify(index)}.`,
      expected: String(place),
      actual: String(index),
      pointer: "/output_index",
      eventNumber: at + 1,
    });
  }
  return pass;
}

/** Writes the question, the calls that were made and their results. */
function turnsWithResults({ replyTo }: Facts): object[] {
  const reply = replyTo("responses/tools");
  const calls = callsInBody(reply && jsonOf(reply)?.value, responses);
  if (!calls.every(({ id, name, input }) => [id, name, input].every((each) => typeof each === "string")))
    return [asked];
  return [
    asked,
    ...calls.map(({ id, name, input }) => ({ type: "function_call", call_id: id, name, arguments: input })),
    ...calls.map(({ id }) => ({ type: "function_call_output", call_id: id, output: toolResult })),
    { role: "user", content: "And what is the weather in Milan?" },
  ];
}
