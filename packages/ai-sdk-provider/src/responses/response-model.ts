import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { isCustomReasoning } from "@ai-sdk/provider-utils";
import type { ResponseRequest } from "@model-access/sdk";
import type { Responses } from "@model-access/sdk/responses";
import { type BodyContext, createLanguageModel } from "../model/language-model.js";
import type { ModelSettings } from "../model/model-call.js";
import { readOwnOptions, selectFunctions, warnUnsupported } from "../model/prompt-parts.js";
import { createResponseReader } from "./read-response.js";
import { createInputItems } from "./response-input.js";

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
      createBody,
      createReader: createResponseReader,
      listEvents: (response) => [{ type: "response.completed", response }],
      request: (body, options) => settings.responses.create(body, options).withResponse(),
    },
    settings,
  );
}

function createBody(options: LanguageModelV4CallOptions, { modelId, warnings }: BodyContext): ResponseRequest {
  const { toolChoice, responseFormat, reasoning } = options;
  const { parameters: _, ...own } = readOwnOptions(options);
  warnUnsupported(options, ["topK", "seed", "stopSequences"], warnings);
  const tools = selectFunctions(options, warnings);
  const body = {
    model: modelId,
    input: createInputItems(options.prompt, warnings),
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
    text: responseFormat?.type === "json" ? { format: createFormat(responseFormat) } : undefined,
    tools: tools?.map(({ name, description, inputSchema, strict = false }) => ({
      type: "function",
      name,
      description,
      parameters: inputSchema,
      strict,
    })),
    tool_choice:
      tools && (toolChoice?.type === "tool" ? { type: "function", name: toolChoice.toolName } : toolChoice?.type),
    ...own,
  };
  // JSON leaves out what is undefined, and the caller's own members are the service's to judge.
  return body as unknown as ResponseRequest;
}

function createFormat({ schema, name = "response", description }: JSONFormat): object {
  return schema === undefined ? { type: "json_object" } : { type: "json_schema", name, description, schema };
}

type JSONFormat = Extract<NonNullable<LanguageModelV4CallOptions["responseFormat"]>, { type: "json" }>;
