import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Prompt } from "@ai-sdk/provider";
import { isCustomReasoning } from "@ai-sdk/provider-utils";
import type { ChatCompletionRequest, ChatMessage, ChatToolCall } from "@model-access/sdk";
import type { ChatCompletions } from "@model-access/sdk/chat";
import { type BodyContext, createLanguageModel } from "../model/language-model.js";
import type { ModelSettings } from "../model/model-call.js";
import {
  createFileURL,
  createFormat,
  readFile,
  readInputObject,
  readOwnOptions,
  readResultText,
} from "../model/prompt-parts.js";
import { createChatReader } from "./read-chat.js";

/** The settings of a model of chat completions. */
export interface ChatModelSettings extends ModelSettings {
  /** `client.chat.completions`, or the result of `createChatCompletions` from `@model-access/sdk/chat`. */
  completions: ChatCompletions;
}

/**
 * Creates a language model for chat completions only, for small bundles.
 *
 * @example
 * const model = createChatModel("Claude-Sonnet-4.5", { completions: createChatCompletions(createClient()) });
 */
export function createChatModel(modelId: string, settings: ChatModelSettings): LanguageModelV4 {
  return createLanguageModel<ChatCompletionRequest>(
    modelId,
    {
      name: "chat",
      path: "/v1/chat/completions",
      supportedUrls: { "image/*": [/^https:\/\//] },
      lacks: ["topK"],
      ignores: ["presencePenalty", "frequencyPenalty", "seed"],
      names: { maxOutputTokens: "max_tokens", stopSequences: "stop" },
      createBody: (options, context) => createBody(options, context, modelId),
      createReader: createChatReader,
      listEvents: (completion) => [completion],
      request(body, options) {
        const usage = body.stream ? { stream_options: { include_usage: true } } : {};
        return settings.completions.create({ ...body, ...usage }, options).withResponse();
      },
    },
    settings,
  );
}

function createBody(options: LanguageModelV4CallOptions, { parameters, tools, warn }: BodyContext, model: string) {
  const { toolChoice, reasoning } = options;
  if (parameters !== undefined) {
    warn(
      "providerOptions.modelAccess.parameters",
      "Chat completions can't pass the parameters of a bot; use .bot(name).",
    );
  }
  if (isCustomReasoning(reasoning)) {
    warn("reasoning", "Chat completions may ignore it; use .responses(id), .messages(id) or .bot(name).");
  }
  return {
    model,
    messages: createChatMessages(options.prompt),
    reasoning_effort: isCustomReasoning(reasoning) ? reasoning : undefined,
    response_format: createFormat(options, (json_schema) => ({ json_schema })),
    tools: tools?.map(({ name, description, inputSchema, strict }) => ({
      type: "function",
      function: { name, description, parameters: inputSchema, strict },
    })),
    tool_choice:
      toolChoice?.type === "tool"
        ? { type: "function", function: { name: toolChoice.toolName } }
        : tools && toolChoice?.type,
  };
}

type UserParts = Extract<LanguageModelV4Prompt[number], { role: "user" }>["content"];
type AssistantParts = Extract<LanguageModelV4Prompt[number], { role: "assistant" }>["content"];

/** Converts the messages of a prompt to chat completions. */
function createChatMessages(prompt: LanguageModelV4Prompt): ChatMessage[] {
  return prompt.flatMap((message): ChatMessage[] => {
    switch (message.role) {
      case "system":
        return [{ role: "system", content: message.content }];
      case "user":
        return [{ role: "user", content: createUserContent(message.content) }];
      case "assistant":
        return [createAssistantMessage(message.content)];
      default:
        return message.content
          .filter((part) => part.type === "tool-result")
          .map((part) => ({ role: "tool", tool_call_id: part.toolCallId, content: readResultText(part) }));
    }
  });
}

function createUserContent(parts: UserParts): Extract<ChatMessage, { role: "user" }>["content"] {
  const [only] = parts;
  if (parts.length === 1 && only?.type === "text") return only.text;
  return parts.map((part) => {
    if (part.type === "text") return { type: "text", text: part.text };
    const file = readFile(part);
    if (file.text !== undefined) return { type: "text", text: file.text };
    const url = createFileURL(file);
    if (file.isImage) return { type: "image_url", image_url: { url } };
    return { type: "file", file: { filename: file.filename ?? "file", file_data: url } };
  });
}

function createAssistantMessage(parts: AssistantParts): ChatMessage {
  let text = "";
  let reasoning = "";
  const calls: ChatToolCall[] = [];
  for (const part of parts) {
    if (part.type === "text") text += part.text;
    else if (part.type === "reasoning") reasoning += part.text;
    else if (part.type === "tool-call") {
      const { extra_content } = readOwnOptions(part);
      calls.push({
        type: "function",
        id: part.toolCallId,
        function: { name: part.toolName, arguments: JSON.stringify(readInputObject(part.input)) },
        // What came with the call goes back with it; some models need it to go on.
        extra_content,
      } as ChatToolCall);
    }
  }
  return {
    role: "assistant",
    content: text === "" && calls.length > 0 ? null : text,
    ...(reasoning !== "" && { reasoning_content: reasoning }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}
