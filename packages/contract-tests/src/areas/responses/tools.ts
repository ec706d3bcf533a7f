import { rule, ruleNamed, rulesOn } from "../../checks/define-rule.js";
import { judgeBody } from "../../checks/reply.js";
import { saidRules } from "../../checks/said-rules.js";
import { judgeEveryEvent } from "../../checks/stream.js";
import { judgeToolCalls, ownCallIdsRule } from "../../checks/tool-calls.js";
import { dialects } from "../../dialects.js";
import type { ExchangePlan, Facts } from "../../exchange.js";
import { callsInBody } from "../../reading/tool-calls.js";
import { billedCall } from "../../requests/billed-call.js";
import { toolQuestion, toolResult, tools, unlessTools } from "../../requests/tool.js";
import type { Rule } from "../../rule.js";
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
  json: (model, facts) => ({ model, input: turnsWithResults(facts), ...withTools, stream: true }),
});

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
    judge: (exchange) => judgeToolCalls(exchange, responses),
  }),
  ...saidRules(toolsStreamCall, responses, { names: ["prompt-counted"], after: "events" }),
  ownCallIdsRule(responses, {
    requirements: about.requirements,
    reads: [toolsStreamCall, toolsCall],
    after: ["call", plainCall],
  }),
];

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
