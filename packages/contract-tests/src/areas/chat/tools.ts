import { valueAt } from "@model-access/contract";
import type { Topic } from "../../area.js";
import { rule, rulesOn } from "../../checks/define-rule.js";
import { picturesCountedRule } from "../../checks/pictures.js";
import { shapeOf } from "../../checks/reply.js";
import { saidRules } from "../../checks/said-rules.js";
import { eventsOf } from "../../checks/stream.js";
import { firstNotPassed } from "../../checks/text.js";
import { asManyCallsRule, judgeNoTool, judgeToolCalls, ownCallIdsRule } from "../../checks/tool-calls.js";
import type { Exchange } from "../../exchange.js";
import { listAt } from "../../reading/joined-text.js";
import { saidIn } from "../../reading/said.js";
import { toolCallsIn } from "../../reading/tool-calls.js";
import { billedCall } from "../../requests/billed-call.js";
import { toolNames, tools, unlessTools } from "../../requests/tool.js";
import { broken, pass, type Verdict } from "../../rule.js";
import { asked, ofAnother, streamed } from "./ask-with-tools.js";
import { limitedCall } from "./max-tokens.js";
import { replyCall } from "./reply.js";
import { stopCall } from "./stop.js";
import { wholeStream } from "./stream.js";
import { toolsResultCall, toolsResultRules } from "./tools-result.js";

const withTools = { tools: tools.chat, tool_choice: "required", max_tokens: 200, temperature: 0 } as const;

/** More than many a default; the calls of tools need a part of it. */
const mostTokens = 1_500;

const toolsCall = billedCall("chat", {
  id: "chat/tools",
  says: "a chat completion with a picture that must call tools",
  besides: "chat/stop",
  ...ofAnother,
  unless: unlessTools("chat", ofAnother),
  json: (model, facts) => ({ model, messages: [asked(facts, model, 1)], ...withTools, max_tokens: mostTokens }),
});

const toolsStreamCall = billedCall("chat", {
  id: "chat/tools-stream",
  says: "a streamed chat completion with two pictures that must call tools",
  isStreamed: true,
  needs: ["chat/stream-usage"],
  ...ofAnother,
  unless: unlessTools("chat", ofAnother),
  json: (model, facts) => ({ model, messages: [asked(facts, model, 2)], ...withTools, ...streamed(facts) }),
});

const toolsNamedCall = billedCall("chat", {
  priority: 30,
  id: "chat/tools-named",
  says: "a chat completion that must call the second of two tools",
  ...ofAnother,
  unless: unlessTools("chat", ofAnother),
  json: (model, facts) => ({
    model,
    messages: [asked(facts, model, 0)],
    ...withTools,
    tool_choice: { type: "function", function: { name: toolNames[1] ?? "" } },
  }),
});

const about = { requirements: ["R1.1", "R4.1"], provenance: "observed" } as const;

const bothCalls = ["chat/tools-stream/call", "chat/tools/call"];

const ofTools = { ...about, requirements: ["R1.1"] } as const;

const ofToolsStream = { ...about, after: ["chat/tools/call", ...wholeStream] } as const;

const ofToolsNamed = { ...about, after: "chat/tools/call" } as const;

/** Tools, pictures and schemas, where the model list offers them. */
export const toolsTopic: Topic = {
  exchanges: [toolsCall, toolsStreamCall, toolsResultCall, toolsNamedCall],
  rules: [
    ...rulesOn(toolsCall, ofTools, {
      schema: shapeOf("a chat completion that calls tools"),
      call: {
        sentence: "a required tool is called, by its name and with arguments that it takes",
        after: "schema",
        judge: (exchange) => judgeToolCalls(exchange),
      },
    }),
    rule(toolsCall, "own", {
      topic: "security",
      sentence: "of two chat completions at the same time, each has its own answer",
      requirements: ["R2.6", "R4.1"],
      provenance: "upstream",
      reads: { toolsCall, stopCall },
      after: "status",
      judge: (read) => {
        // No model can know what another call asks for.
        const isSwapped =
          toolCallsIn(read.stopCall).length > 0 || /^\s*\{|^\W*every\W*$/.test(saidIn(read.toolsCall).text);
        if (!isSwapped) return pass;
        const message = "The reply has the answer that the call beside it asked for.";
        return broken({ message, expected: "a call of a tool", pointer: "/choices/0/message" });
      },
    }),
    ...saidRules(toolsCall, { names: ["prompt-counted"], after: "status" }),
    ...rulesOn(toolsStreamCall, ofToolsStream, {
      events: eventsOf("a stream that calls tools"),
      call: {
        sentence: "the pieces of a streamed tool call are a call of the tool, with arguments that it takes",
        after: "events",
        judge: judgeStreamedCall,
      },
    }),
    ownCallIdsRule(toolsStreamCall, { ...about, earlier: toolsCall, after: bothCalls }),
    asManyCallsRule(toolsStreamCall, { ...about, plain: toolsCall, after: bothCalls }),
    picturesCountedRule({
      ...about,
      fewer: toolsCall,
      more: toolsStreamCall,
      none: toolsResultCall,
      after: ["chat/tools-stream/call", "chat/tools-result/prompt-counted"],
    }),
    ...toolsResultRules,
    ...rulesOn(toolsNamedCall, ofToolsNamed, {
      call: {
        sentence: "a chat completion that must call one tool of several calls that one",
        judge: (exchange) => judgeToolCalls(exchange, toolNames.slice(1)),
      },
    }),
    rule(replyCall, "no-tools", {
      sentence: "a chat completion that was given no tools calls none",
      requirements: ["R2.6", "R4.1"],
      provenance: "upstream",
      reads: [replyCall, limitedCall],
      after: ["schema", "chat/limited/status"],
      judge: (all) => firstNotPassed(all, (exchange) => judgeNoTool(exchange, "A tool is called that was not given.")),
    }),
  ],
};

/** Clients join the pieces of a call by their index, and some the pieces of its name. */
function judgeStreamedCall(exchange: Exchange): Verdict {
  const pieces = exchange.stream().payloads.flatMap((payload) => listAt(payload, "/choices/0/delta/tool_calls"));
  const pointer = "/choices/0/delta/tool_calls/0";
  if (pieces.some((piece) => typeof valueAt(piece, "/index") !== "number")) {
    const message = "A piece of the tool call has no index.";
    return broken({ message, expected: "a number", pointer: `${pointer}/index` });
  }
  const first = Math.min(...pieces.map((piece) => Number(valueAt(piece, "/index"))));
  if (pieces.length > 0 && first !== 0) {
    const message = `The first tool call has the index ${first}; a client that fills a list by it gets a hole.`;
    return broken({ message, expected: 0, actual: first, pointer: `${pointer}/index`, provenance: "upstream" });
  }
  const verdict = judgeToolCalls(exchange);
  if (verdict.outcome !== "pass") return verdict;
  const ids = new Map<unknown, unknown>();
  for (const piece of pieces) {
    const [index, id] = [valueAt(piece, "/index"), valueAt(piece, "/id")];
    if (typeof id !== "string" || id === "") continue;
    if ((ids.get(index) ?? id) !== id)
      return broken({ message: "The pieces of a tool call have different ids.", pointer: `${pointer}/id` });
    ids.set(index, id);
  }
  const names = pieces.map((piece) => `${valueAt(piece, "/index")} ${valueAt(piece, "/function/name")}`);
  const twice = names.find((name, at) => !/undefined|null| $/.test(name) && names.indexOf(name) < at);
  if (twice === undefined) return pass;
  return broken({
    message: "The name of the tool comes more than once; a client that joins pieces takes them for one.",
    expected: "once",
    pointer: `${pointer}/function/name`,
    provenance: "upstream",
  });
}
