import type { ImageModelV4, ImageModelV4CallOptions, SharedV4Warning } from "@ai-sdk/provider";
import { convertImageModelFileToDataUri } from "@ai-sdk/provider-utils";
import type { ChatCompletionRequest, Fetch } from "@model-access/sdk";
import type { ChatCompletions } from "@model-access/sdk/chat";
import { createModelCall, type ModelSettings } from "../model/model-call.js";
import { readOwnOptions } from "../model/prompt-parts.js";
import { readNumber, readObject, readObjects, readText } from "../model/read-json.js";
import { fetchImage } from "./fetch-image.js";

/** The settings of a media bot that makes images. */
export interface ImageModelSettings extends ModelSettings {
  /** `client.chat.completions`, or the result of `createChatCompletions` from `@model-access/sdk/chat`. */
  completions: ChatCompletions;
  /** Fetches the image, without the key. Defaults to the platform's `fetch`. */
  fetch?: Fetch | undefined;
}

const path = "/v1/chat/completions";

/**
 * Creates an image model for a media bot. It calls the bot without streaming (R1.13) and fetches its image.
 *
 * @example
 * const model = createImageModel("GPT-Image-1", { completions: createChatCompletions(createClient()) });
 */
export function createImageModel(modelId: string, settings: ImageModelSettings): ImageModelV4 {
  return {
    specificationVersion: "v4",
    provider: "modelAccess.image",
    modelId,
    maxImagesPerCall: 1,
    supportsFileInputs: true,
    supportsMaskInputs: false,

    async doGenerate(options) {
      const { abortSignal } = options;
      const { completions, fetch = globalThis.fetch } = settings;
      const call = createModelCall({ ...options, settings, modelId, path });
      const timestamp = new Date();
      const warnings: SharedV4Warning[] = [];
      const body = createBody(options, modelId, warnings);
      try {
        const { data, response } = await completions.create({ ...body, stream: false }, call.options).withResponse();
        const { message = "nothing" } = readObjects(readObject(data).choices)[0] ?? {};
        // An image may be in another member of the message.
        const text = readText(readObject(message).content) ?? JSON.stringify(message);
        const image = await fetchImage(text, { fetch: (url, init) => fetch(url, init), signal: abortSignal });
        const { inputTokens, outputTokens } = call.usage(data.usage);
        const counts = { inputTokens: inputTokens.total, outputTokens: outputTokens.total };
        const model = readText(data.model);
        return {
          images: [image],
          warnings,
          providerMetadata: {
            modelAccess: { images: [{ text, ...call.metadata({ model }).modelAccess }] },
          },
          response: { timestamp, modelId: model ?? modelId, headers: Object.fromEntries(response.headers) },
          usage: { ...counts, totalTokens: readNumber(readObject(data.usage).total_tokens) },
        };
      } catch (error) {
        throw call.createError(error, body);
      }
    },
  };
}

function createBody(
  options: ImageModelV4CallOptions,
  modelId: string,
  warnings: SharedV4Warning[],
): ChatCompletionRequest {
  const { prompt = "", files = [] } = options;
  for (const feature of ["size", "aspectRatio", "seed", "mask"] as const) {
    if (options[feature] === undefined) continue;
    const details = "A media bot has its own parameters for this; use .bot(name).";
    warnings.push({ type: "unsupported", feature, ...(feature === "seed" ? {} : { details }) });
  }
  const pictures = files.map((file) => ({
    type: "image_url" as const,
    image_url: { url: convertImageModelFileToDataUri(file) },
  }));
  const content = pictures.length === 0 ? prompt : [{ type: "text" as const, text: prompt }, ...pictures];
  return { model: modelId, messages: [{ role: "user", content }], ...readOwnOptions(options) };
}
