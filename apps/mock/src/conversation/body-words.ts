import type { ChatCompletion, Message, ResponseResource } from "@model-access/contract";
import type { ReplyUsage } from "./reply.js";
import type { ScriptedWords } from "./scripted-reply.js";

/** The words of a whole body, which are counted and paced, and the tokens it reports. */
export interface BodyWords {
  words: ScriptedWords;
  usage: Pick<ReplyUsage, "inputTokens" | "outputTokens"> | undefined;
}

/** Reads what the body of an answer says. The contract has accepted the body for this operation. */
export function bodyWords(operationId: string, body: unknown): BodyWords {
  if (operationId === "createChatCompletion") return chatWords(body as ChatCompletion);
  if (operationId === "createMessage") return messageWords(body as Message);
  return responseWords(body as ResponseResource);
}

function chatWords({ choices: [choice], usage }: ChatCompletion): BodyWords {
  const calls = choice?.message.tool_calls ?? [];
  return {
    words: {
      text: choice?.message.content ?? "",
      // A call of another type has no function.
      toolCalls: calls.map(({ function: called }: { function?: { name: string; arguments: string } }) => ({
        name: called?.name ?? "",
        arguments: objectOf(called?.arguments ?? ""),
      })),
    },
    usage: usage && { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens },
  };
}

function messageWords({ content = [], usage }: Message): BodyWords {
  return {
    words: {
      reasoning: content.map((block) => (block.type === "thinking" ? block.thinking : "")).join(""),
      text: content.map((block) => (block.type === "text" ? block.text : "")).join(""),
      toolCalls: content.flatMap((block) =>
        block.type === "tool_use" ? [{ name: block.name, arguments: { ...block.input } }] : [],
      ),
    },
    usage: usage && { inputTokens: usage.input_tokens, outputTokens: usage.output_tokens },
  };
}

function responseWords({ output, usage }: ResponseResource): BodyWords {
  const parts = output.flatMap((item) => (item.type === "message" ? item.content : []));
  const summaries = output.flatMap((item) => (item.type === "reasoning" ? item.summary : []));
  return {
    words: {
      reasoning: summaries.map(({ text }) => text).join(""),
      text: parts.map((part) => (part.type === "output_text" ? part.text : "")).join(""),
      toolCalls: output.flatMap((item) =>
        item.type === "function_call" ? [{ name: item.name, arguments: objectOf(item.arguments) }] : [],
      ),
    },
    usage: usage == null ? undefined : { inputTokens: usage.input_tokens, outputTokens: usage.output_tokens },
  };
}

/** The arguments of a call as an object; none where the text is no JSON object. */
function objectOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}
