import { valueAt } from "@model-access/contract";
import { ruleOn, ruleOnExchanges } from "../../checks/define-rule.js";
import { bodyOf, judgeStatus } from "../../checks/reply.js";
import { saidRules } from "../../checks/said-rules.js";
import { judgeEveryEvent } from "../../checks/stream.js";
import { judgeToolInput } from "../../checks/tool-input.js";
import { dialects } from "../../dialects.js";
import type { Exchange, ExchangePlan, Facts } from "../../exchange.js";
import { offers, recordsOf } from "../../reading/choose-model.js";
import { payloadOf } from "../../reading/joined-text.js";
import { systemMessage } from "../../requests/long-question.js";
import { withModel } from "../../requests/short-question.js";
import { toolDescription, toolName, toolSchema } from "../../requests/tool.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";
import { jsonOf } from "../../wire/wire.js";
import { messagesHeaders, messagesOperation } from "./reply.js";

/** One white pixel. */
const picture = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=";

const toolsCall: ExchangePlan = {
  id: "messages/tools",
  operationId: messagesOperation,
  says: "a message with a picture, a system prompt in blocks and temperature 1 that has to call a tool",
  isValid: true,
  isBilled: true,
  needs: ["messages/reply"],
  write: (facts) =>
    withModel(facts, "messages", (model) => ({
      headers: messagesHeaders,
      json: {
        model: nameInReply(facts) ?? model,
        max_tokens: 200,
        temperature: 1,
        system: [
          { type: "text", text: "You are brief." },
          { type: "text", text: systemMessage },
        ],
        messages: [{ role: "user", content: contentFor(facts, model) }],
        tools: [{ name: toolName, description: toolDescription, input_schema: toolSchema }],
        tool_choice: { type: "tool", name: toolName },
      },
    })),
};

const toolsStreamCall: ExchangePlan = {
  id: "messages/tools-stream",
  operationId: messagesOperation,
  says: "a streamed message with the result of a tool that has to call it again",
  isValid: true,
  isStreamed: true,
  isBilled: true,
  needs: ["messages/tools"],
  write: (facts) =>
    withModel(facts, "messages", (model) => ({
      headers: messagesHeaders,
      json: {
        model,
        max_tokens: 200,
        messages: turnsWithResult(facts),
        tools: [{ name: toolName, description: toolDescription, input_schema: toolSchema }],
        tool_choice: { type: "tool", name: toolName },
        stream: true,
      },
    })),
};

/** A message with a picture, blocks and a tool, and one that streams its call. */
export const messagesToolsCalls: ExchangePlan[] = [toolsCall, toolsStreamCall];

/** What a message with a tool says. */
export const messagesToolsRules: Rule[] = [
  {
    ...ruleOn(toolsCall, {
      name: "status",
      sentence:
        "a message with a picture, a system prompt in blocks, temperature 1 and a tool is answered with status 200",
      requirements: ["R1.4", "R2.9", "R2.10", "R2.11", "R8.2", "R9.3"],
      provenance: "stated",
      judge: judgeToolsStatus,
    }),
    after: "messages/reply/status",
  },
  ruleOn(toolsCall, {
    name: "call",
    sentence: "a message that has to call a tool calls it, with an id, its name and an input that it takes",
    requirements: ["R1.4", "R2.12", "R2.13"],
    provenance: "upstream",
    after: "status",
    judge: judgeToolUse,
  }),
  ...saidRules(toolsCall, dialects.messages, { names: ["prompt-counted"], after: ["messages/tools/status"] }),
  {
    ...ruleOn(toolsStreamCall, {
      name: "events",
      sentence: "the events of a streamed message that calls a tool are those of the contract, in their order",
      requirements: ["R1.4", "R6.1"],
      provenance: "upstream",
      judge: judgeEveryEvent,
    }),
    after: ["messages/tools/status", "messages/stream/schema", "messages/stream/order", "messages/stream/complete"],
  },
  {
    ...ruleOn(toolsStreamCall, {
      name: "call",
      sentence: "the pieces of a streamed tool call are a call of the tool, with an input that it takes",
      requirements: ["R1.4", "R2.12", "R6.1"],
      provenance: "upstream",
      judge: judgeStreamedToolUse,
    }),
    after: ["messages/tools/call", "messages/tools-stream/events"],
  },
  ruleOnExchanges({
    id: "messages/tools-stream/own-id",
    sentence: "Two calls of a tool have not the same id.",
    requirements: ["R2.12"],
    provenance: "upstream",
    exchanges: ["messages/tools-stream", "messages/tools"],
    after: ["messages/tools-stream/call", "messages/tools/call"],
    judge: (find) => {
      const payloads = (find("messages/tools-stream")?.stream().events ?? []).map(({ data }) => payloadOf(data));
      const ids = payloads.map((payload) => valueAt(payload, "/content_block/id"));
      const content = valueAt(bodyOf(find("messages/tools")?.reply), "/content");
      const earlier = (Array.isArray(content) ? content : []).map((block) => valueAt(block, "/id"));
      const twice = ids.find((id) => typeof id === "string" && earlier.includes(id));
      if (twice === undefined) return pass;
      const message = `Two calls of the tool have the id ${String(twice)}.`;
      return broken({ message, actual: String(twice), pointer: "/content_block/id" });
    },
  }),
];

/** The provider's own name of the model, where the service has one of its own (R2.11): a reply tells it. */
function nameInReply({ replyTo }: Facts): string | undefined {
  const reply = replyTo("messages/reply");
  const message = reply && jsonOf(reply)?.value;
  const name = valueAt(message, "/model");
  return valueAt(message, "/type") === "message" && typeof name === "string" && name !== "" ? name : undefined;
}

/** With a picture where the model list does not say that the model takes none. */
function contentFor({ modelList }: Facts, model: string): object[] {
  const text = { type: "text", text: "What is the weather in Rome?" };
  const saysInputs = recordsOf(modelList).some(
    (record) => valueAt(record, "/architecture/input_modalities") !== undefined,
  );
  if (saysInputs && !offers(modelList, model, "image")) return [text];
  return [{ type: "image", source: { type: "base64", media_type: "image/png", data: picture } }, text];
}

/** The model has the name that the first reply gave it, which may be one that is not for callers. */
function judgeToolsStatus(exchange: Exchange): Verdict {
  const verdict = judgeStatus(exchange, 200);
  return verdict.outcome === "broken" && exchange.reply?.status === 404
    ? broken({ ...verdict.finding, provenance: "observed" })
    : verdict;
}

function judgeToolUse({ reply: answer }: Exchange): Verdict {
  const body = bodyOf(answer);
  const content = valueAt(body, "/content");
  const blocks: unknown[] = Array.isArray(content) ? content : [];
  const at = blocks.findIndex((block) => valueAt(block, "/type") === "tool_use");
  if (at === -1)
    return broken({ message: "The tool was not called.", expected: "a tool_use block", pointer: "/content" });
  const pointer = `/content/${at}`;
  const wrong = ["/id", "/name"].find((member) => typeof valueAt(blocks[at], member) !== "string");
  if (wrong !== undefined)
    return broken({
      message: `The tool_use block has no ${wrong.slice(1)}.`,
      expected: "a string",
      pointer: `${pointer}${wrong}`,
    });
  const name = valueAt(blocks[at], "/name");
  if (name !== toolName)
    return broken({
      message: `The tool that was called is ${JSON.stringify(name)}.`,
      expected: toolName,
      pointer: `${pointer}/name`,
    });
  const input = valueAt(blocks[at], "/input");
  if (typeof input !== "object")
    return broken({
      message: "The input of the tool is no object.",
      expected: "an object",
      pointer: `${pointer}/input`,
    });
  const verdict = judgeToolInput(input, `${pointer}/input`);
  if (verdict.outcome !== "pass") return verdict;
  const reason = valueAt(body, "/stop_reason");
  if (reason === "tool_use") return pass;
  return broken({
    message: `A tool is called, and stop_reason is ${JSON.stringify(reason)}.`,
    expected: "tool_use",
    actual: String(reason),
    pointer: "/stop_reason",
    provenance: "upstream",
  });
}

/** Joins the pieces of the input as clients do: what the block starts with is no part of it. */
function judgeStreamedToolUse(exchange: Exchange): Verdict {
  const payloads = exchange.stream().events.map(({ data }) => payloadOf(data));
  const at = payloads.findIndex((payload) => valueAt(payload, "/content_block/type") === "tool_use");
  if (at === -1) return broken({ message: "The tool was not called.", expected: "a tool_use block" });
  const eventNumber = at + 1;
  const block = valueAt(payloads[at], "/content_block");
  const [id, name, start] = ["/id", "/name", "/input"].map((pointer) => valueAt(block, pointer));
  if (typeof id !== "string" || id === "")
    return broken({ message: "The tool_use block has no id.", pointer: "/content_block/id", eventNumber });
  if (name !== toolName) {
    const message = `The tool that was called is ${JSON.stringify(name)}.`;
    return broken({ message, expected: toolName, actual: String(name), pointer: "/content_block/name", eventNumber });
  }
  if (typeof start === "object" && start !== null && Object.keys(start).length > 0) {
    const message = "The tool_use block starts with an input, which a client joins with the pieces that follow.";
    return broken({ message, expected: "{}", pointer: "/content_block/input", eventNumber });
  }
  const pieces = payloads.map((payload) => valueAt(payload, "/delta/partial_json"));
  const input = judgeToolInput(pieces.filter((piece) => typeof piece === "string").join(""), "/delta/partial_json");
  if (input.outcome !== "pass") return input;
  const reason = payloads.map((payload) => valueAt(payload, "/delta/stop_reason")).findLast(Boolean);
  if (reason === "tool_use") return pass;
  const message = `A tool is called, and stop_reason is ${JSON.stringify(reason)}.`;
  return broken({ message, expected: "tool_use", actual: String(reason), pointer: "/delta/stop_reason" });
}

/** What was asked, the call that was made and what came of it, where one was made. */
function turnsWithResult({ replyTo }: Facts): object[] {
  const asked = { role: "user", content: "What is the weather in Rome?" };
  const reply = replyTo("messages/tools");
  const content = reply && valueAt(jsonOf(reply)?.value, "/content");
  const use = (Array.isArray(content) ? content : []).find((block) => valueAt(block, "/type") === "tool_use");
  const [id, name, input] = ["/id", "/name", "/input"].map((pointer) => valueAt(use, pointer));
  if (typeof id !== "string" || typeof name !== "string" || typeof input !== "object" || input === null) return [asked];
  const result = { type: "tool_result", tool_use_id: id, content: "Sunny, 24 degrees." };
  return [
    asked,
    { role: "assistant", content: [{ type: "tool_use", id, name, input }] },
    { role: "user", content: [result, { type: "text", text: "And what is it in Milan?" }] },
  ];
}
