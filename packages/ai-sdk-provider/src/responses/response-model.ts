import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { isCustomReasoning } from "@ai-sdk/provider-utils";
import type { ResponseRequest } from "@model-access/sdk";
import type { Responses } from "@model-access/sdk/responses";
import { type BodyContext, createLanguageModel } from "../model/language-model.js";
import type { ModelSettings } from "../model/model-call.js";
import { functionsOf, ownOptions, warnOf } from "../model/prompt-parts.js";
import { createResponseReader } from "./read-response.js";
import { inputItemsOf } from "./response-input.js";

/** The settings of a model of the responses interface. */
export interface ResponseModelSettings extends ModelSettings {
  /** `client.responses`, or the result of `createResponses` from `@model-access/sdk/responses`. */
  responses: Responses;
}

/**
 * Creates a language model for the responses interface only, for small bundles.
 *
 * @example
 * const model = createResponseModel("GPT-5.2", { responses: createResponses(createClient()) });
 */
export function createResponseModel(modelId: string, settings: ResponseModelSettings): LanguageModelV4 {
  return createLanguageModel<ResponseRequest>(
    modelId,
    {
      name: "responses",
      path: "/v1/responses",
      supportedUrls: { "image/*": [/^https:\/\//], "application/pdf": [/^https:\/\//] },
      bodyOf,
      readerOf: createResponseReader,
      async create(body, options) {
        const { data, response } = await settings.responses.create({ ...body, stream: false }, options).withResponse();
        return { events: [{ type: "response.completed", response: data }], response, reply: data };
      },
      async stream(body, options) {
        const { data, response } = await settings.responses.create({ ...body, stream: true }, options).withResponse();
        return { events: data, response };
      },
    },
    settings,
  );
}

function bodyOf(options: LanguageModelV4CallOptions, { modelId, warnings }: BodyContext): ResponseRequest {
  const { toolChoice, responseFormat, reasoning } = options;
  const { parameters: _, ...own } = ownOptions(options);
  warnOf(options, ["topK", "seed", "stopSequences"], warnings);
  const tools = functionsOf(options, warnings);
  const body = {
    model: modelId,
    input: inputItemsOf(options.prompt, warnings),
    max_output_tokens: options.maxOutputTokens,
    temperature: options.temperature,
    top_p: options.topP,
    presence_penalty: options.presencePenalty,
    frequency_penalty: options.frequencyPenalty,
    // The service keeps nothing, so the reasoning goes with the conversation.
    store: false,
    include: ["reasoning.encrypted_content"],
    reasoning: isCustomReasoning(reasoning)
      ? { effort: reasoning, ...(reasoning === "none" ? {} : { summary: "auto" }) }
      : undefined,
    text: responseFormat?.type === "json" ? { format: formatOf(responseFormat) } : undefined,
    tools:
      tools.length === 0
        ? undefined
        : tools.map(({ name, description, inputSchema, strict = false }) => ({
            type: "function",
            name,
            description,
            parameters: inputSchema,
            strict,
          })),
    tool_choice:
      tools.length === 0
        ? undefined
        : toolChoice?.type === "tool"
          ? { type: "function", name: toolChoice.toolName }
          : toolChoice?.type,
    ...own,
  };
  // JSON leaves out what is undefined, and the caller's own members are the service's to judge.
  return body as unknown as ResponseRequest;
}

function formatOf({ schema, name = "response", description }: JSONFormat): object {
  return schema === undefined ? { type: "json_object" } : { type: "json_schema", name, description, schema };
}

type JSONFormat = Extract<NonNullable<LanguageModelV4CallOptions["responseFormat"]>, { type: "json" }>;
