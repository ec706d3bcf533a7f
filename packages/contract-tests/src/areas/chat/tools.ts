import { valueAt } from "@model-access/contract";
import { type Find, ruleOn, ruleOnExchanges } from "../../checks/define-rule.js";
import { bodyOf, judgeBody, judgeStatus } from "../../checks/reply.js";
import { saidRules } from "../../checks/said-rules.js";
import { judgeEveryEvent, wholeStreamRules } from "../../checks/stream.js";
import { judgeToolInput, judgeToolReason } from "../../checks/tool-input.js";
import { dialects } from "../../dialects.js";
import type { CannotCall, Exchange, ExchangePlan, Facts } from "../../exchange.js";
import { offers } from "../../reading/choose-model.js";
import { payloadOf } from "../../reading/joined-text.js";
import { lateChatCall } from "../../requests/chat-request.js";
import { shortAnswer, withModel } from "../../requests/short-question.js";
import { toolDescription, toolName, toolSchema } from "../../requests/tool.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";
import { jsonOf } from "../../wire/wire.js";
import { finishIn } from "./long-stream.js";
import { chatOperation } from "./reply.js";

const tools = [
  { type: "function", function: { name: toolName, description: toolDescription, parameters: toolSchema } },
];

const weather = { role: "user", content: "What is the weather in Rome?" };

const noTools: CannotCall = {
  because: "the model list offers no tools with this model",
  needs: "a model that offers tools",
};

const about: Pick<Rule, "requirements" | "provenance"> = { requirements: ["R1.1", "R4.1"], provenance: "observed" };

const offersTools = ({ modelList, modelFor }: Facts) => offers(modelList, modelFor("chat"), "tools");

const toolsCall: ExchangePlan = {
  id: "chat/tools",
  operationId: chatOperation,
  says: "a chat completion that has to call a tool",
  isValid: true,
  isBilled: true,
  write: (facts) =>
    offers(facts.modelList, facts.modelFor("chat"), "tools")
      ? withModel(facts, "chat", (model) => ({
          json: {
            model,
            messages: [{ role: "user", content: "What is the weather in Rome?" }],
            tools: [
              { type: "function", function: { name: toolName, description: toolDescription, parameters: toolSchema } },
            ],
            tool_choice: { type: "function", function: { name: toolName } },
            max_tokens: 200,
          },
        }))
      : { because: "the model list offers no tools with this model", needs: "a model that offers tools" },
};

const toolsStreamCall: ExchangePlan = lateChatCall({
  priority: 30,
  id: "chat/tools-stream",
  says: "a streamed chat completion that has to call a tool",
  isStreamed: true,
  write: (facts) =>
    offersTools(facts)
      ? withModel(facts, "chat", (model) => ({
          json: {
            model,
            messages: [weather],
            tools,
            tool_choice: { type: "function", function: { name: toolName } },
            max_tokens: 200,
            stream: true,
          },
        }))
      : noTools,
});

const toolsResultCall: ExchangePlan = lateChatCall({
  priority: 30,
  id: "chat/tools-result",
  says: "a chat completion with the result of a tool",
  needs: ["chat/tools"],
  write: (facts) => {
    const reply = facts.replyTo("chat/tools");
    const call = valueAt(reply && jsonOf(reply)?.value, "/choices/0/message/tool_calls/0");
    const id = valueAt(call, "/id");
    if (typeof id !== "string") return { because: "no tool was called whose result could be sent", isNeedless: true };
    const said = { role: "assistant", content: "", tool_calls: [call] };
    const result = { role: "tool", tool_call_id: id, content: "Sunny, 24 degrees." };
    return withModel(facts, "chat", (model) => ({
      json: { model, messages: [weather, said, result], tools, max_tokens: shortAnswer },
    }));
  },
});

const toolsNoneCall: ExchangePlan = lateChatCall({
  priority: 30,
  id: "chat/tools-none",
  says: "a chat completion that may call no tool",
  write: (facts) =>
    offersTools(facts)
      ? withModel(facts, "chat", (model) => ({
          json: { model, messages: [weather], tools, tool_choice: "none", max_tokens: shortAnswer },
        }))
      : noTools,
});

/** Chat completions with a tool. */
export const toolsCalls: ExchangePlan[] = [toolsCall, toolsStreamCall, toolsResultCall, toolsNoneCall];

/** Tools, where the model list offers them. */
export const toolsRules: Rule[] = [
  ruleOn(toolsCall, {
    name: "status",
    sentence: "a chat completion that has to call a tool is answered with status 200",
    requirements: ["R1.1"],
    provenance: "observed",
    judge: (exchange) => judgeStatus(exchange, 200),
  }),
  ruleOn(toolsCall, {
    name: "schema",
    sentence: "a chat completion that calls a tool has the shape of the contract",
    requirements: ["R1.1"],
    provenance: "observed",
    after: "status",
    judge: (exchange) => judgeBody(exchange),
  }),
  ruleOn(toolsCall, {
    name: "call",
    sentence: "a tool that has to be called is called, by its name and with arguments that it takes",
    requirements: ["R1.1"],
    provenance: "observed",
    after: "schema",
    judge: judgeToolCall,
  }),
  ...saidRules(toolsCall, dialects.chat, { names: ["prompt-counted"], after: ["chat/tools/status"] }),
  afterThePlainCall(
    ruleOn(toolsStreamCall, {
      ...about,
      name: "status",
      sentence: "a streamed chat completion that has to call a tool is answered with status 200",
      judge: (exchange) => judgeStatus(exchange, 200),
    }),
  ),
  ruleOn(toolsStreamCall, {
    ...about,
    name: "events",
    sentence: "the events of a stream that calls a tool are those of the contract, in their order",
    after: "status",
    judge: judgeEveryEvent,
  }),
  ruleOn(toolsStreamCall, {
    ...about,
    name: "call",
    sentence: "the pieces of a streamed tool call are a call of the tool, with arguments that it takes",
    after: "events",
    judge: judgeStreamedCall,
  }),
  ruleOnExchanges({
    ...about,
    id: "chat/tools-stream/own-id",
    sentence: "Two calls of a tool have not the same id.",
    provenance: "inferred",
    exchanges: ["chat/tools-stream", "chat/tools"],
    after: ["chat/tools-stream/call", "chat/tools/call"],
    judge: judgeOwnId,
  }),
  afterThePlainCall(
    ruleOn(toolsResultCall, {
      ...about,
      name: "status",
      sentence: "a chat completion with the result of a tool is answered with status 200",
      judge: (exchange) => judgeStatus(exchange, 200),
    }),
  ),
  ruleOn(toolsResultCall, {
    ...about,
    name: "schema",
    sentence: "a chat completion with the result of a tool has the shape of the contract",
    after: "status",
    judge: (exchange) => judgeBody(exchange),
  }),
  ruleOnExchanges({
    ...about,
    id: "chat/tools-result/counted",
    sentence: "A tool call and its result count more tokens than the question alone.",
    exchanges: ["chat/tools-result", "chat/tools"],
    after: ["chat/tools-result/schema", "chat/limited/prompt-counted"],
    judge: judgeResultCounted,
  }),
  afterThePlainCall(
    ruleOn(toolsNoneCall, {
      ...about,
      name: "status",
      sentence: "a chat completion that may call no tool is answered with status 200",
      judge: (exchange) => judgeStatus(exchange, 200),
    }),
  ),
  ruleOn(toolsNoneCall, {
    ...about,
    name: "none",
    sentence: "a chat completion with tool_choice none calls no tool",
    after: "status",
    judge: ({ reply }) => {
      const pointer = "/choices/0/message/tool_calls/0";
      const call = valueAt(bodyOf(reply), pointer);
      if (call === undefined) return pass;
      const actual = JSON.stringify(call).slice(0, 80);
      return broken({ message: "A tool is called with tool_choice none.", expected: "no tool call", actual, pointer });
    },
  }),
];

function judgeOwnId(find: Find): Verdict {
  const pointer = "/choices/0/delta/tool_calls/0";
  const id = valueAt(bodyOf(find("chat/tools")?.reply), "/choices/0/message/tool_calls/0/id");
  const streamed = (find("chat/tools-stream")?.stream().events ?? []).map(({ data }) =>
    valueAt(payloadOf(data), `${pointer}/id`),
  );
  if (typeof id !== "string" || id === "" || !streamed.includes(id)) return pass;
  return broken({ message: `Two calls of the tool have the id ${id}.`, actual: id, pointer: `${pointer}/id` });
}

function judgeResultCounted(find: Find): Verdict {
  const [whole, question] = ["chat/tools-result", "chat/tools"].map((id) =>
    valueAt(bodyOf(find(id)?.reply), "/usage/prompt_tokens"),
  );
  if (typeof whole !== "number" || typeof question !== "number" || whole > question) return pass;
  return broken({
    message: `A question with a tool call and its result counts ${whole} tokens, and the question alone ${question}.`,
    expected: `more than ${question}`,
    actual: String(whole),
    pointer: "/usage/prompt_tokens",
  });
}

/** Joins the pieces by their index, as clients do. */
function judgeStreamedCall(exchange: Exchange): Verdict {
  const pointer = "/choices/0/delta/tool_calls/0";
  const pieces = exchange
    .stream()
    .events.map(({ data }) => valueAt(payloadOf(data), pointer))
    .filter((piece) => piece !== undefined);
  if (pieces.length === 0) return broken({ message: "The tool was not called.", expected: "a tool call", pointer });
  if (pieces.some((piece) => typeof valueAt(piece, "/index") !== "number"))
    return broken({
      message: "A piece of the tool call has no index.",
      expected: "a number",
      pointer: `${pointer}/index`,
    });
  const first = pieces.filter((piece) => valueAt(piece, "/index") === valueAt(pieces[0], "/index"));
  const names = textsAt(first, "/function/name");
  if (names[0] !== toolName && names.join("") !== toolName) {
    const actual = names.join("");
    const message = `The tool that was called is ${JSON.stringify(actual)}.`;
    return broken({ message, expected: toolName, actual, pointer: `${pointer}/function/name` });
  }
  if (textsAt(first, "/id").length === 0)
    return broken({ message: "No piece of the tool call has its id.", expected: "a string", pointer: `${pointer}/id` });
  const input = judgeToolInput(textsAt(first, "/function/arguments").join(""), `${pointer}/function/arguments`);
  if (input.outcome !== "pass") return input;
  const reason = judgeToolReason(finishIn(exchange), "/choices/0/finish_reason");
  if (names.length === 1 || names.join("") === toolName) return reason;
  return broken({
    message: `The name of the tool comes ${names.length} times; a client that joins pieces takes them for one.`,
    expected: "once",
    actual: names.join(""),
    pointer: `${pointer}/function/name`,
    provenance: "inferred",
  });
}

function textsAt(pieces: unknown[], pointer: string): string[] {
  return pieces
    .map((piece) => valueAt(piece, pointer))
    .filter((text): text is string => typeof text === "string" && text !== "");
}

/** What is wrong with one plain call is found there. */
function afterThePlainCall(rule: Rule): Rule {
  const isStream = rule.exchanges.includes("chat/tools-stream");
  return { ...rule, after: ["chat/tools/call", ...(isStream ? wholeStreamRules : [])] };
}

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
