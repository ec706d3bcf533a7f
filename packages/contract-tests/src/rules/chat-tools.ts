import { valueAt } from "@model-access/contract";
import type { Exchange } from "../exchange.js";
import { chatExchanges } from "../exchanges/chat.js";
import { toolName } from "../exchanges/tool.js";
import { broken, type Rule, type Verdict } from "../rule.js";
import { judgeBody, judgeStatus } from "./judge-reply.js";
import { planned } from "./planned.js";
import { ruleOn } from "./rule-on.js";
import { bodyOf } from "./sense.js";
import { judgeToolInput, judgeToolReason } from "./tool-input.js";

const plan = planned(chatExchanges)("chat/tools");

/** A chat completion that has to call a tool, where the model list offers tools. */
export const chatToolsRules: Rule[] = [
  ruleOn(plan, {
    name: "status",
    sentence: "a chat completion that has to call a tool is answered with status 200",
    requirements: ["R1.1"],
    provenance: "observed",
    judge: (exchange) => judgeStatus(exchange, 200),
  }),
  ruleOn(plan, {
    name: "schema",
    sentence: "a chat completion that calls a tool has the shape of the contract",
    requirements: ["R1.1"],
    provenance: "observed",
    after: "status",
    judge: (exchange) => judgeBody(exchange),
  }),
  ruleOn(plan, {
    name: "call",
    sentence: "a tool that has to be called is called, by its name and with arguments that it takes",
    requirements: ["R1.1"],
    provenance: "observed",
    after: "schema",
    judge: judgeToolCall,
  }),
];

function judgeToolCall({ reply: answer }: Exchange): Verdict {
  const body = bodyOf(answer);
  const call = valueAt(body, "/choices/0/message/tool_calls/0");
  const pointer = "/choices/0/message/tool_calls/0";
  if (call === undefined) return broken({ message: "The tool was not called.", expected: "a tool call", pointer });
  const name = valueAt(call, "/function/name");
  if (name !== toolName)
    return broken({
      message: `The tool that was called is ${JSON.stringify(name)}.`,
      expected: toolName,
      actual: String(name),
      pointer: `${pointer}/function/name`,
    });
  if (typeof valueAt(call, "/id") !== "string")
    return broken({ message: "The tool call has no id.", expected: "a string", pointer: `${pointer}/id` });
  const input = judgeToolInput(valueAt(call, "/function/arguments"), `${pointer}/function/arguments`);
  if (input.outcome !== "pass") return input;
  return judgeToolReason(valueAt(body, "/choices/0/finish_reason"), "/choices/0/finish_reason");
}
