import type { Topic } from "../../area.js";
import { answerRules } from "../../checks/answer-rules.js";
import { rule } from "../../checks/define-rule.js";
import { saidIn } from "../../reading/said.js";
import { toolCallsIn } from "../../reading/tool-calls.js";
import { billedCall } from "../../requests/billed-call.js";
import { toolNames, tools, unlessTools } from "../../requests/tool.js";
import { broken, pass } from "../../rule.js";
import { asked, ofAnother, streamed } from "./ask-with-tools.js";
import { stopCall } from "./stop.js";
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

const afterCall = { ...about, after: "chat/tools/call" } as const;

export const toolsTopic: Topic = {
  exchanges: [toolsCall, toolsStreamCall, toolsResultCall, toolsNamedCall],
  rules: [
    ...answerRules(toolsCall, { ...about, requirements: ["R1.1"] }),
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
    ...answerRules(toolsStreamCall, afterCall),
    ...toolsResultRules,
    ...answerRules(toolsNamedCall, afterCall),
  ],
};
