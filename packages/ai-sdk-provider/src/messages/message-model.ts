import type { JSONObject, LanguageModelV4, LanguageModelV4CallOptions, SharedV4Warning } from "@ai-sdk/provider";
import { isCustomReasoning, mapReasoningToProviderBudget } from "@ai-sdk/provider-utils";
import type { MessageRequest } from "@model-access/sdk";
import type { Messages } from "@model-access/sdk/messages";
import { type BodyContext, createLanguageModel } from "../model/language-model.js";
import type { ModelSettings } from "../model/model-call.js";
import { readOwnOptions } from "../model/prompt-parts.js";
import { readObject, readParts } from "../model/read-json.js";
import { createMessageParams } from "./message-params.js";
import { createMessageReader } from "./read-message.js";

/** The settings of a model of the messages interface. */
export interface MessageModelSettings extends ModelSettings {
  /** `client.messages`, or the result of `createMessages` from `@model-access/sdk/messages`. */
  messages: Messages;
}

/**
 * Creates a language model for the messages interface only, for small bundles.
 *
 * @example
 * const model = createMessageModel("Claude-Sonnet-4.5", { messages: createMessages(createClient()) });
 */
export function createMessageModel(modelId: string, settings: MessageModelSettings): LanguageModelV4 {
  return createLanguageModel<MessageRequest>(
    modelId,
    {
      name: "messages",
      path: "/v1/messages",
      supportedUrls: { "image/*": [/^https:\/\//], "application/pdf": [/^https:\/\//] },
      lacks: ["presencePenalty", "frequencyPenalty", "seed"],
      names: { maxOutputTokens: "max_tokens" },
      createBody: (options, context) => createBody(options, context, modelId),
      createReader: createMessageReader,
      listEvents,
      request: (body, options) => settings.messages.create(body, options).withResponse(),
    },
    settings,
  );
}

/** Returns the events equivalent to a whole message. */
function listEvents(message: unknown): object[] {
  return [
    { type: "message_start", message },
    ...readParts(readObject(message).content).flatMap((content_block, index) => [
      { type: "content_block_start", index, content_block },
      { type: "content_block_stop", index },
    ]),
    { type: "message_delta", delta: message },
  ];
}

/** Default `max_tokens`: the interface requires one, and every model supports this many. */
const defaultMaxTokens = 4096;

function createBody(options: LanguageModelV4CallOptions, { own, tools, warnings, warn }: BodyContext, model: string) {
  const { toolChoice, responseFormat } = options;
  if (responseFormat?.type === "json" && responseFormat.schema === undefined) {
    warn("responseFormat", "JSON without a schema");
  }
  const maxTokens = options.maxOutputTokens ?? defaultMaxTokens;
  const thinking = (own.thinking as JSONObject | undefined) ?? chooseThinking(options, maxTokens, warnings);
  const budget = options.reasoning !== undefined && own.thinking === undefined ? thinking?.budget_tokens : undefined;
  const isThinking = thinking !== undefined && thinking.type !== "disabled";
  if (isThinking && options.temperature !== undefined) {
    warn("temperature", "A model that thinks accepts no temperature.");
  }
  return {
    model,
    ...createMessageParams(options.prompt, warnings),
    // Thinking counts too, and must not use up the reply's tokens.
    max_tokens: maxTokens + (typeof budget === "number" ? budget : 0),
    ...(isThinking ? { temperature: undefined } : {}),
    output_config:
      responseFormat?.type === "json" && responseFormat.schema
        ? { format: { type: "json_schema", schema: responseFormat.schema } }
        : undefined,
    tools: tools?.map(({ name, description, inputSchema, strict, ...tool }) => ({
      name,
      description,
      input_schema: inputSchema,
      strict,
      cache_control: readOwnOptions(tool).cache_control,
    })),
    tool_choice: tools && createToolChoice(toolChoice),
    thinking,
  };
}

function chooseThinking(
  { reasoning }: LanguageModelV4CallOptions,
  maxTokens: number,
  warnings: SharedV4Warning[],
): JSONObject | undefined {
  if (!isCustomReasoning(reasoning)) return undefined;
  if (reasoning === "none") return { type: "disabled" };
  const budget = mapReasoningToProviderBudget({
    reasoning,
    maxOutputTokens: Math.max(maxTokens, 16_000),
    maxReasoningBudget: 31_999,
    warnings,
  });
  return budget === undefined ? undefined : { type: "enabled", budget_tokens: budget };
}

function createToolChoice(choice: LanguageModelV4CallOptions["toolChoice"]): object | undefined {
  if (choice?.type === "tool") return { type: "tool", name: choice.toolName };
  return choice && { type: choice.type === "required" ? "any" : choice.type };
}
