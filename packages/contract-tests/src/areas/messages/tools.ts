import { valueAt } from "@model-access/contract";
import { ruleOn } from "../../checks/define-rule.js";
import { bodyOf, judgeStatus } from "../../checks/reply.js";
import { saidRules } from "../../checks/said-rules.js";
import { judgeToolInput } from "../../checks/tool-input.js";
import { dialects } from "../../dialects.js";
import type { Exchange, ExchangePlan, Facts } from "../../exchange.js";
import { offers, recordsOf } from "../../reading/choose-model.js";
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

/** A message with a picture, blocks and a tool. */
export const messagesToolsCalls: ExchangePlan[] = [toolsCall];

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
