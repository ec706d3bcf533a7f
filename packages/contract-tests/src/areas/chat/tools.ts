import { valueAt } from "@model-access/contract";
import { ruleNamed, rulesOn } from "../../checks/define-rule.js";
import { bodyOf, judgeBody } from "../../checks/reply.js";
import { saidRules } from "../../checks/said-rules.js";
import { judgeEveryEvent } from "../../checks/stream.js";
import { judgeToolCalls, ownCallIdsRule } from "../../checks/tool-calls.js";
import { dialects } from "../../dialects.js";
import type { Exchange, ExchangePlan, Facts } from "../../exchange.js";
import { listAt, payloadsOf } from "../../reading/joined-text.js";
import { billedCall } from "../../requests/billed-call.js";
import { shortAnswer } from "../../requests/short-question.js";
import { toolQuestion, toolResult, tools, unlessTools } from "../../requests/tool.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";
import { jsonOf } from "../../wire/wire.js";
import { limitedPrompt } from "./max-tokens.js";
import { wholeStream } from "./stream.js";

const { chat } = dialects;

const asked = { role: "user", content: toolQuestion };

const withTools = { tools: tools.chat, tool_choice: chat.tools.choice, max_tokens: 200 };

const about: Pick<Rule, "requirements" | "provenance"> = { requirements: ["R1.1", "R4.1"], provenance: "observed" };

export const toolsCall = billedCall("chat", {
  id: "chat/tools",
  says: "a chat completion that has to call a tool",
  unless: unlessTools("chat"),
  json: (model) => ({ model, messages: [asked], ...withTools }),
});

const toolsStreamCall = billedCall("chat", {
  priority: 30,
  id: "chat/tools-stream",
  says: "a streamed chat completion that has to call a tool",
  isStreamed: true,
  unless: unlessTools("chat"),
  json: (model) => ({ model, messages: [asked], ...withTools, stream: true }),
});

const toolsResultCall = billedCall("chat", {
  priority: 30,
  id: "chat/tools-result",
  says: "a chat completion with the result of a tool",
  needs: ["chat/tools"],
  unless: (facts) =>
    callsMade(facts).length === 0
      ? { because: "no tool was called whose result could be sent", isNeedless: true }
      : undefined,
  json: (model, facts) => {
    const calls = callsMade(facts);
    const said = { role: "assistant", content: "", tool_calls: calls };
    const results = calls.map((call) => ({ role: "tool", tool_call_id: valueAt(call, "/id"), content: toolResult }));
    return { model, messages: [asked, said, ...results], tools: tools.chat, max_tokens: shortAnswer };
  },
});

const toolsNoneCall = billedCall("chat", {
  priority: 30,
  id: "chat/tools-none",
  says: "a chat completion that may call no tool",
  unless: unlessTools("chat"),
  json: (model) => ({ model, messages: [asked], tools: tools.chat, tool_choice: "none", max_tokens: shortAnswer }),
});

/** Chat completions with tools. */
export const toolsCalls: ExchangePlan[] = [toolsCall, toolsStreamCall, toolsResultCall, toolsNoneCall];

const plainRules = rulesOn(
  toolsCall,
  { requirements: ["R1.1"], provenance: "observed" },
  {
    schema: { sentence: "a chat completion that calls a tool has the shape of the contract", judge: judgeBody },
    call: {
      sentence: "a tool that has to be called is called, by its name and with arguments that it takes",
      after: "schema",
      judge: (exchange) => judgeToolCalls(exchange, chat),
    },
  },
);

const plainCall = ruleNamed(plainRules, "call");

const resultRules = rulesOn(
  toolsResultCall,
  { ...about, after: plainCall },
  {
    schema: {
      sentence: "a chat completion with the result of a tool has the shape of the contract",
      judge: judgeBody,
    },
  },
);

/** Tools, where the model list offers them. */
export const toolsRules: Rule[] = [
  ...plainRules,
  ...saidRules(toolsCall, chat, { names: ["prompt-counted"], after: "status" }),
  ...rulesOn(
    toolsStreamCall,
    { ...about, after: [plainCall, ...wholeStream] },
    {
      events: {
        sentence: "the events of a stream that calls a tool are those of the contract, in their order",
        judge: judgeEveryEvent,
      },
      call: {
        sentence: "the pieces of a streamed tool call are a call of the tool, with arguments that it takes",
        after: "events",
        judge: judgeStreamedCall,
      },
    },
  ),
  ownCallIdsRule(chat, {
    requirements: about.requirements,
    reads: [toolsStreamCall, toolsCall],
    after: ["call", plainCall],
  }),
  ...resultRules,
  ...saidRules(toolsResultCall, chat, { names: ["prompt-counted"], after: ["schema", limitedPrompt] }),
  ...rulesOn(
    toolsNoneCall,
    { ...about, after: plainCall },
    {
      none: {
        sentence: "a chat completion with tool_choice none calls no tool",
        judge: (exchange) => judgeNoTool(exchange, "A tool is called with tool_choice none."),
      },
    },
  ),
];

/** Judges that a reply calls no tool. */
export function judgeNoTool(exchange: Exchange, message: string): Verdict {
  const pointer = `${chat.tools.list}/0`;
  const call = valueAt(bodyOf(exchange.reply), pointer);
  if (call === undefined) return pass;
  const actual = JSON.stringify(call).slice(0, 80);
  return broken({ message, expected: "no tool call", actual, pointer, exchange });
}

/** Clients join the pieces of a call by their index, and some the pieces of its name. */
function judgeStreamedCall(exchange: Exchange): Verdict {
  const pieces = payloadsOf(exchange).flatMap((payload) => listAt(payload, "/choices/0/delta/tool_calls"));
  const pointer = "/choices/0/delta/tool_calls/0";
  if (pieces.some((piece) => typeof valueAt(piece, "/index") !== "number"))
    return broken({
      message: "A piece of the tool call has no index.",
      expected: "a number",
      pointer: `${pointer}/index`,
    });
  const verdict = judgeToolCalls(exchange, chat);
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

/** The calls of tools that an earlier reply made, where each can be answered. */
function callsMade({ replyTo }: Facts): unknown[] {
  const reply = replyTo("chat/tools");
  const calls = listAt(reply && jsonOf(reply)?.value, chat.tools.list);
  return calls.every((call) => typeof valueAt(call, "/id") === "string") ? calls : [];
}
