import type { ChatCompletion, Message, ResponseResource } from "@model-access/contract";
import type { ScriptedWords } from "./scripted-reply.js";

/** Reads what the body of an answer says, and the tokens it reports. The contract has accepted the body for this operation. */
export function bodyWords(operationId: string, body: unknown): ScriptedWords {
  if (operationId === "createChatCompletion") return chatWords(body as ChatCompletion);
  if (operationId === "createMessage") return messageWords(body as Message);
  return responseWords(body as ResponseResource);
}

function chatWords({ choices: [choice], usage }: ChatCompletion): ScriptedWords {
  const calls = choice?.message.tool_calls ?? [];
  return {
    text: choice?.message.content ?? "",
    // A call of another type has no function.
    toolCalls: calls.map(({ function: called }: { function?: { name: string; arguments: string } }) => ({
      name: called?.name ?? "",
      arguments: called?.arguments ?? "",
    })),
    ...(usage && { usage: { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens } }),
  };
}

function messageWords({ content = [], usage }: Message): ScriptedWords {
  return {
    reasoning: content.map((block) => (block.type === "thinking" ? block.thinking : "")).join(""),
    text: content.map((block) => (block.type === "text" ? block.text : "")).join(""),
    toolCalls: content.flatMap((block) =>
      block.type === "tool_use" ? [{ name: block.name, arguments: { ...block.input } }] : [],
    ),
    ...(usage && { usage: { inputTokens: usage.input_tokens, outputTokens: usage.output_tokens } }),
  };
}

function responseWords({ output, usage }: ResponseResource): ScriptedWords {
  const parts = output.flatMap((item) => (item.type === "message" ? item.content : []));
  const summaries = output.flatMap((item) => (item.type === "reasoning" ? item.summary : []));
  return {
    reasoning: summaries.map(({ text }) => text).join(""),
    text: parts.map((part) => (part.type === "output_text" ? part.text : "")).join(""),
    toolCalls: output.flatMap((item) =>
      item.type === "function_call" ? [{ name: item.name, arguments: item.arguments }] : [],
    ),
    ...(usage != null && { usage: { inputTokens: usage.input_tokens, outputTokens: usage.output_tokens } }),
  };
}
