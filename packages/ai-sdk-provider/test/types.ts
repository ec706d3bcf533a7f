// Compiled by `typecheck`, never run: good calls, and bad ones with the error on the line that is wrong.
import type { ImageModelV4, LanguageModelV4 } from "@ai-sdk/provider";
import { ModelAccess } from "@model-access/sdk";
import {
  generateImage,
  generateText,
  experimental_generateVideo as generateVideo,
  type LanguageModel,
  type Provider,
} from "ai";
import { createBotModel } from "../src/bots/bot-model.js";
import { createChatModel } from "../src/chat/chat-model.js";
import { createModelAccess, type ModelAccessProvider, type ModelId, modelAccess } from "../src/index.js";

const client = new ModelAccess();

// Providers
createModelAccess();
createModelAccess(client);
createModelAccess({ client, models: await modelAccess.models() });
createModelAccess({ apiKey: async () => "sk-…", models: await client.models.list() });
createModelAccess({ apiKey: null, baseURL: "/api/models", fetch, timeouts: { total: 60_000 } });
// @ts-expect-error an option that there is not
createModelAccess({ retries: 3 });
// @ts-expect-error a client beside the options of one would be two clients
createModelAccess({ client, apiKey: 7 });
const provider: Provider = modelAccess;
const again: ModelAccessProvider = createModelAccess();

// Models
const id: ModelId = "A model of tomorrow";
const model: LanguageModelV4 & LanguageModel = modelAccess(id);
const image: ImageModelV4 = modelAccess.image("GPT-Image-1");
await generateText({ model, prompt: "Name one prime." });
await generateText({ model: again.bot("Trip-Planner"), prompt: "Oslo.", maxRetries: 0 });
await generateImage({ model: image, prompt: "A boat." });
await generateVideo({ model: modelAccess.video("Sora-2", { onProgress: ({ status }) => status }), prompt: "A boat." });
// @ts-expect-error an image model has no language
await generateText({ model: image, prompt: "Name one prime." });
// @ts-expect-error how to wait is told in milliseconds
modelAccess.video("Sora-2", { interval: 1 });
// @ts-expect-error a model has a name
modelAccess();

// One kind alone
createChatModel("GPT-5.2", { completions: client.chat.completions });
createBotModel("Trip-Planner", { bots: client.bots, files: client.files });
// @ts-expect-error a bot's files are uploaded
createBotModel("Trip-Planner", { bots: client.bots });

export { provider };
