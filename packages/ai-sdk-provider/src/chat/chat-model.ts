import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { isCustomReasoning } from "@ai-sdk/provider-utils";
import type { ChatCompletionRequest } from "@model-access/sdk";
import type { ChatCompletions } from "@model-access/sdk/chat";
import { type BodyContext, createLanguageModel } from "../model/language-model.js";
import type { ModelSettings } from "../model/model-call.js";
import { readOwnOptions, selectFunctions, warnUnsupported } from "../model/prompt-parts.js";
import { createChatMessages } from "./chat-messages.js";
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
      createBody,
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

function createBody(options: LanguageModelV4CallOptions, { modelId, warnings }: BodyContext): ChatCompletionRequest {
  const { toolChoice, responseFormat, reasoning } = options;
  const { parameters, ...own } = readOwnOptions(options);
  if (parameters !== undefined) {
    warnings.push({
      type: "unsupported",
      feature: "providerOptions.modelAccess.parameters",
      details: "Chat completions can't pass the parameters of a bot; use .bot(name).",
    });
  }
  if (isCustomReasoning(reasoning)) {
    warnings.push({
      type: "unsupported",
      feature: "reasoning",
      details: "Chat completions may ignore it; use .responses(id), .messages(id) or .bot(name).",
    });
  }
  // The service accepts the last three and ignores them.
  warnUnsupported(options, ["topK", "presencePenalty", "frequencyPenalty", "seed"], warnings);
  const tools = selectFunctions(options, warnings);
  const body = {
    model: modelId,
    messages: createChatMessages(options.prompt),
    max_tokens: options.maxOutputTokens,
    temperature: options.temperature,
    top_p: options.topP,
    stop: options.stopSequences,
    presence_penalty: options.presencePenalty,
    frequency_penalty: options.frequencyPenalty,
    seed: options.seed,
    reasoning_effort: isCustomReasoning(reasoning) ? reasoning : undefined,
    response_format: responseFormat?.type === "json" ? createFormat(responseFormat) : undefined,
    tools: tools?.map(({ name, description, inputSchema, strict }) => ({
      type: "function",
      function: { name, description, parameters: inputSchema, strict },
    })),
    tool_choice:
      toolChoice?.type === "tool"
        ? { type: "function", function: { name: toolChoice.toolName } }
        : tools && toolChoice?.type,
    ...own,
  };
  // JSON leaves out what is undefined, and the caller's own members are the service's to judge.
  return body as unknown as ChatCompletionRequest;
}

function createFormat({ schema, name = "response", description }: JSONFormat): object {
  if (schema === undefined) return { type: "json_object" };
  return { type: "json_schema", json_schema: { name, description, schema } };
}

type JSONFormat = Extract<NonNullable<LanguageModelV4CallOptions["responseFormat"]>, { type: "json" }>;
