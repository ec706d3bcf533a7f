import { type LanguageModelV4, NoSuchModelError, type ProviderV4 } from "@ai-sdk/provider";
import { type ClientOptions, type Model, ModelAccess, type ModelList } from "@model-access/sdk";
import { createPriceTable, estimatePoints } from "@model-access/sdk/points";
import { createChatModel } from "./chat/chat-model.js";
import type { ModelId } from "./model-ids.js";

/** What a provider is made of: the options of a client, or a client, and the models where they are known. */
export type ModelAccessProviderOptions = (ClientOptions | { client: ModelAccess }) & {
  /**
   * The models, as `modelAccess.models()` gives them: by them the provider computes points and knows which endpoint
   * answers for a model.
   */
  models?: readonly Model[] | ModelList | undefined;
};

/** Makes the models of a deployment. */
export interface ModelAccessProvider extends ProviderV4 {
  /**
   * The language model of this name: by chat completions, or by the endpoint that the list of models names. It makes no
   * request by itself.
   */
  (modelId: ModelId): LanguageModelV4;
  /** The same as calling the provider. */
  languageModel(modelId: ModelId): LanguageModelV4;
  /** A language model by chat completions. */
  chat(modelId: ModelId): LanguageModelV4;
  /** The models that the key may use, with their prices. */
  models(): Promise<Model[]>;
}

/**
 * Makes a provider. The client's own retries are off, because `ai` has retries.
 *
 * @example
 * const modelAccess = createModelAccess({ apiKey: "sk-…", baseURL: "https://api.example/v1" });
 * const { text } = await generateText({ model: modelAccess("Claude-Sonnet-4.5"), prompt: "Name one prime." });
 */
export function createModelAccess(options: ModelAccessProviderOptions = {}): ModelAccessProvider {
  const { models: given, ...rest } = options;
  const list = given === undefined ? [] : "data" in given ? given.data : given;
  const prices = createPriceTable({ data: [...list] });
  const client = once(() => ("client" in rest ? rest.client : new ModelAccess(rest)));
  const settings = () => ({
    baseURL: client().baseURL,
    pointsOf: (counts: Parameters<typeof estimatePoints>[1]) => estimatePoints(prices, counts),
  });

  const chat = (modelId: string) => createChatModel(modelId, { ...settings(), completions: client().chat.completions });

  return Object.assign(chat, {
    specificationVersion: "v4" as const,
    languageModel: chat,
    chat,
    embeddingModel: (modelId: string) => {
      throw new NoSuchModelError({ modelId, modelType: "embeddingModel" });
    },
    imageModel: (modelId: string) => {
      throw new NoSuchModelError({ modelId, modelType: "imageModel" });
    },
    models: async () => (await client().models.list({}, { maxRetries: 2 })).data,
  });
}

/** The provider of the environment: `MODEL_ACCESS_API_KEY` and `MODEL_ACCESS_BASE_URL`, read when it is first called. */
export const modelAccess: ModelAccessProvider = /* @__PURE__ */ createModelAccess();

function once<Value>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= make();
    return value;
  };
}
