import {
  type ImageModelV4,
  type LanguageModelV4,
  NoSuchModelError,
  type ProviderV4,
  type Experimental_VideoModelV4 as VideoModelV4,
} from "@ai-sdk/provider";
import { type ClientOptions, type Model, ModelAccess, type ModelList, type WaitParams } from "@model-access/sdk";
import { createPriceTable, estimatePoints, type TokenCounts } from "@model-access/sdk/points";
import { createBotModel } from "./bots/bot-model.js";
import { type ChatModelSettings, createChatModel } from "./chat/chat-model.js";
import { createImageModel } from "./images/image-model.js";
import { createMessageModel } from "./messages/message-model.js";
import type { ModelSettings } from "./model/model-call.js";
import { createResponseModel } from "./responses/response-model.js";
import { createVideoModel } from "./videos/video-model.js";

/** Known names of models; any other name is accepted too. */
export type ModelId =
  | "Claude-Haiku-4.5"
  | "Claude-Sonnet-4.5"
  | "GPT-5.2"
  | "Gemini-2.5-Flash"
  | "Grok-4"
  | (string & {});

/** Known names of video models; any other name is accepted too. */
export type VideoModelId = "Sora-2" | "Veo-3.1" | (string & {});

/** Known names of media bots that make images; any other name is accepted too. */
export type ImageModelId = "GPT-Image-1" | (string & {});

/** The settings of a provider: the options of a client, or a client, and optionally the models. */
export type ModelAccessProviderOptions = (ClientOptions | { client: ModelAccess }) & {
  /**
   * The models, from `modelAccess.models()`. With them the provider computes points and chooses the endpoint of a
   * model.
   */
  models?: readonly Model[] | Pick<ModelList, "data"> | undefined;
};

/** Makes the models of a deployment. */
export interface ModelAccessProvider extends ProviderV4 {
  /**
   * Returns the language model of this name: over chat completions, or the endpoint in the list of models. Sends no
   * request.
   */
  (modelId: ModelId): LanguageModelV4;
  /** The same as calling the provider. */
  languageModel(modelId: ModelId): LanguageModelV4;
  /** Returns a language model over chat completions. */
  chat(modelId: ModelId): LanguageModelV4;
  /** Returns a language model over the messages interface, with signed reasoning. */
  messages(modelId: ModelId): LanguageModelV4;
  /** Returns a language model over the responses interface, with encrypted reasoning. */
  responses(modelId: ModelId): LanguageModelV4;
  /** Returns a bot or model over the native protocol, with custom parameters and attachments. */
  bot(name: ModelId): LanguageModelV4;
  /** Returns a media bot that makes images. */
  image(name: ImageModelId): ImageModelV4;
  /** The same as `image`. */
  imageModel(name: ImageModelId): ImageModelV4;
  /** Returns a model that makes videos, with options for the wait. */
  video(modelId: VideoModelId, wait?: WaitParams): VideoModelV4;
  /** The same as `video`. */
  videoModel(modelId: VideoModelId): VideoModelV4;
  /** Returns the models that the key may use, with their prices. */
  models(): Promise<Model[]>;
}

const resources = ["baseURL", "messages", "responses", "bots", "files", "videos", "fetch"] as const;

/**
 * Creates a provider. The client's retries are off, because `ai` makes them.
 *
 * @example
 * const modelAccess = createModelAccess({ apiKey: "sk-…", baseURL: "https://api.example/v1" });
 * const { text } = await generateText({ model: modelAccess("Claude-Sonnet-4.5"), prompt: "Name one prime." });
 */
export function createModelAccess(options: ModelAccessProviderOptions | ModelAccess = {}): ModelAccessProvider {
  const { models: given = [], ...rest } = isClient(options) ? { client: options } : options;
  // Whatever it is, the table refuses what is no list.
  const data = (given as Partial<ModelList>)?.data ?? (given as Model[]);
  const prices = createPriceTable({ data });
  let made: ModelAccess | undefined;
  if (!("client" in rest) && Object.keys(rest).length > 0) checkOptions(rest);

  // Not before a model is called: a build may have no environment, and no page whose origin is meant.
  function client(): ModelAccess {
    made ??= "client" in rest ? rest.client : new ModelAccess(rest);
    return made;
  }

  function computePoints(counts: TokenCounts): number | "unknown" {
    const { request, prompt, completion } = prices.get(counts.model.toLowerCase()) ?? {};
    const isPerRequest = request !== undefined && (prompt ?? completion) === undefined;
    // Bots tell no tokens, and media bots none that count.
    const hasTokens = counts.inputTokens || counts.outputTokens;
    return hasTokens || isPerRequest ? estimatePoints(prices, counts) : "unknown";
  }

  const settings = { computePoints } as ModelSettings &
    Pick<ModelAccess, (typeof resources)[number]> &
    ChatModelSettings;
  for (const name of resources) Object.defineProperty(settings, name, { get: () => client()[name] });
  Object.defineProperty(settings, "completions", { get: () => client().chat.completions });
  const chat = (id: string) => createChatModel(id, settings);
  const messages = (id: string) => createMessageModel(id, settings);
  const responses = (id: string) => createResponseModel(id, settings);
  const bot = (name: string) => createBotModel(name, settings);
  const image = (name: string) => createImageModel(name, settings);
  const video = (id: string, wait?: WaitParams) =>
    // A copy of the settings would look the resources up.
    createVideoModel(id, Object.assign(Object.create(settings) as typeof settings, wait));

  function languageModel(id: string): LanguageModelV4 {
    const endpoints = listEndpoints(data, id);
    // An empty list says nothing.
    if (endpoints.length === 0 || endpoints.includes("/v1/chat/completions")) return chat(id);
    if (endpoints.includes("/v1/messages")) return messages(id);
    if (endpoints.includes("/v1/responses")) return responses(id);
    const message = `${id} answers on ${endpoints.join(", ")} alone; use .video(id) or .image(name)`;
    throw new NoSuchModelError({ modelId: id, modelType: "languageModel", message });
  }

  return Object.assign((id: string) => languageModel(id), {
    specificationVersion: "v4" as const,
    languageModel,
    chat,
    messages,
    responses,
    bot,
    image,
    imageModel: image,
    video,
    videoModel: video,
    embeddingModel(modelId: string): never {
      throw new NoSuchModelError({ modelId, modelType: "embeddingModel" });
    },
    models: async () => (await client().models.list()).data,
  });
}

/** The provider with the environment's `MODEL_ACCESS_API_KEY` and `MODEL_ACCESS_BASE_URL`, read at the first call. */
export const modelAccess: ModelAccessProvider = /* @__PURE__ */ createModelAccess();

/** Throws the `OptionError` of a wrong option. What the environment or a page has to add is replaced by an example. */
function checkOptions({ apiKey = null, baseURL = "/", ...options }: ClientOptions): void {
  new ModelAccess({ ...options, apiKey, baseURL: String(baseURL).startsWith("/") ? "https://api.example" : baseURL });
}

/** A list of models has a name that a client's own `models` has too, and that one lists. */
function isClient(options: ModelAccessProviderOptions | ModelAccess): options is ModelAccess {
  return typeof (options as Partial<ModelAccess>).models?.list === "function";
}

/** Returns the endpoints of a model, by its id or its display name. */
function listEndpoints(list: readonly Model[], name: string): readonly string[] {
  const wanted = name.toLowerCase();
  const model = list.find(({ id, metadata }) =>
    [id, metadata?.display_name].some((known) => String(known).toLowerCase() === wanted),
  );
  return Array.isArray(model?.supported_endpoints) ? model.supported_endpoints : [];
}
