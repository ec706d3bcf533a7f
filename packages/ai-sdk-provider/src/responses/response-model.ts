import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Prompt,
  SharedV4Warning,
} from "@ai-sdk/provider";
import { isCustomReasoning } from "@ai-sdk/provider-utils";
import type { ResponseRequest } from "@model-access/sdk";
import type { Responses } from "@model-access/sdk/responses";
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
import { createResponseReader } from "./read-response.js";

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
      lacks: ["topK", "seed", "stopSequences"],
      createBody: (options, context) => createBody(options, context, modelId),
      createReader: createResponseReader,
      listEvents: (response) => [{ type: "response.completed", response }],
      request: (body, options) => settings.responses.create(body, options).withResponse(),
    },
    settings,
  );
}

function createBody(options: LanguageModelV4CallOptions, { tools, warnings }: BodyContext, model: string) {
  const { toolChoice, reasoning } = options;
  const format = createFormat(options, (schema) => schema);
  return {
    model,
    input: createInputItems(options.prompt, warnings),
    // The service keeps nothing, so the reasoning goes with the conversation.
    store: false,
    include: ["reasoning.encrypted_content"],
    reasoning: isCustomReasoning(reasoning)
      ? { effort: reasoning, ...(reasoning === "none" ? {} : { summary: "auto" }) }
      : undefined,
    text: format && { format },
    tools: tools?.map(({ name, description, inputSchema, strict = false }) => ({
      type: "function",
      name,
      description,
      parameters: inputSchema,
      strict,
    })),
    tool_choice:
      tools && (toolChoice?.type === "tool" ? { type: "function", name: toolChoice.toolName } : toolChoice?.type),
  };
}

type Item = Exclude<ResponseRequest["input"], string>[number];
type Message = LanguageModelV4Prompt[number];
type AssistantPart = Extract<Message, { role: "assistant" }>["content"][number];
type UserPart = Extract<Message, { role: "user" }>["content"][number];

/** Returns the input items of a prompt. */
function createInputItems(prompt: LanguageModelV4Prompt, warnings: SharedV4Warning[]): Item[] {
  return prompt.flatMap((message): Item[] => {
    switch (message.role) {
      case "system":
        return [{ type: "message", role: "system", content: message.content }];
      case "user":
        return [{ type: "message", role: "user", content: message.content.map(createInputPart) }];
      case "assistant":
        return message.content.flatMap((part) => createAssistantItems(part, warnings));
      default:
        return message.content
          .filter((part) => part.type === "tool-result")
          .map((part) => ({ type: "function_call_output", call_id: part.toolCallId, output: createResult(part) }));
    }
  });
}

function createInputPart(part: UserPart) {
  if (part.type === "text") return { type: "input_text", text: part.text } as const;
  const file = readFile(part);
  if (file.text !== undefined) return { type: "input_text", text: file.text } as const;
  const url = createFileURL(file);
  if (file.isImage) return { type: "input_image", image_url: url } as const;
  if (file.url !== undefined) return { type: "input_file", file_url: url } as const;
  return { type: "input_file", filename: file.filename ?? "file", file_data: url } as const;
}

function createResult(part: Parameters<typeof readResultText>[0]) {
  const { output } = part;
  if (output.type !== "content" || output.value.every(({ type }) => type === "text")) return readResultText(part);
  return output.value.filter((piece) => piece.type !== "custom").map(createInputPart);
}

function createAssistantItems(part: AssistantPart, warnings: SharedV4Warning[]): Item[] {
  switch (part.type) {
    case "text":
      return [{ type: "message", role: "assistant", content: [{ type: "output_text", text: part.text }] }];
    case "tool-call": {
      const { toolCallId: call_id, toolName: name, input } = part;
      return [{ type: "function_call", call_id, name, arguments: JSON.stringify(readInputObject(input)) }];
    }
    case "reasoning": {
      const { itemId, encryptedContent } = readOwnOptions(part);
      if (typeof encryptedContent !== "string") {
        // Nothing is kept of it there, so that its id says nothing.
        warnings.push({ type: "other", message: "Reasoning without encrypted content is left out." });
        return [];
      }
      return [
        {
          type: "reasoning",
          ...(typeof itemId === "string" ? { id: itemId } : {}),
          summary: part.text === "" ? [] : [{ type: "summary_text", text: part.text }],
          encrypted_content: encryptedContent,
        },
      ];
    }
    default:
      return [];
  }
}
