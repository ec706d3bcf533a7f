import type { ImageModelV4, LanguageModelV4, Experimental_VideoModelV4 as VideoModelV4 } from "@ai-sdk/provider";
import { ModelAccess, OptionError } from "@model-access/sdk";
import { createPriceTable, createSpendGuard } from "@model-access/sdk/points";
import { createTestFetch, eventStreamReply, jsonReply } from "@model-access/sdk/testing";
import { createProviderRegistry, generateImage, generateText, experimental_generateVideo as generateVideo } from "ai";
import { afterEach, expect, test, vi } from "vitest";
import { createChatModel } from "../src/chat/chat-model.js";
import { createModelAccess, modelAccess as fromEnvironment, type ModelAccessProvider } from "../src/index.js";
import { chatCompletion, providerOf, question } from "./stub-provider.js";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

const seven = jsonReply(chatCompletion({ content: "Seven." }));
const model = { object: "model", created: 1, owned_by: "test" } as const;
const models = [
  { ...model, id: "only-messages", pricing: null, supported_endpoints: ["/v1/messages"] },
  { ...model, id: "only-responses", pricing: null, supported_endpoints: ["/v1/responses"] },
  { ...model, id: "only-videos", pricing: null, supported_endpoints: ["/v1/videos"] },
  { ...model, id: "empty", pricing: null, supported_endpoints: [] },
  {
    ...model,
    id: "both",
    metadata: { display_name: "Both-Names" },
    supported_endpoints: ["/v1/messages", "/v1/chat/completions"],
    pricing: { points: { prompt: "0.5", completion: "2" } },
  },
];

test.each([
  ["only-messages", "modelAccess.messages"],
  ["Only-Responses", "modelAccess.responses"],
  ["empty", "modelAccess.chat"],
  ["both", "modelAccess.chat"],
  ["not-in-the-list", "modelAccess.chat"],
])("%s is asked by %s", (id, provider) => {
  const { modelAccess, calls } = providerOf([], { models });

  expect(modelAccess(id)).toMatchObject({ provider, modelId: id, specificationVersion: "v4" });
  expect(calls).toEqual([]);
});

test("a model that gives no language is no language model", () => {
  const { modelAccess } = providerOf([], { models });

  expect(() => modelAccess("only-videos")).toThrow(
    "only-videos answers on /v1/videos alone; use .video(id) or .image(name)",
  );
  expect(() => modelAccess.embeddingModel("any")).toThrow("No such embeddingModel: any");
});

test("points are computed by the price of the model, by any of its names", async () => {
  const { modelAccess } = providerOf([seven, seven], { models: { data: models } });

  const priced = await modelAccess("Both-Names").doGenerate(question);
  const unpriced = await modelAccess("empty").doGenerate(question);

  // 12 × 0.5 + 8 × 2
  expect(priced.providerMetadata?.modelAccess?.computedPoints).toBe(22);
  expect(unpriced.providerMetadata?.modelAccess).not.toHaveProperty("computedPoints");
});

test("points that a spend guard of the client has computed are taken over", async () => {
  const { fetch } = createTestFetch([seven]);
  const guard = createSpendGuard({ prices: createPriceTable({ data: models }), maxPoints: 10_000 });
  const client = new ModelAccess({
    apiKey: "k",
    baseURL: "https://api.example",
    fetch,
    middleware: [guard.middleware],
  });

  const { providerMetadata } = await createModelAccess(client)("both").doGenerate({ ...question, maxOutputTokens: 50 });

  expect(providerMetadata?.modelAccess?.computedPoints).toBe(22);
});

test("models() lists what the key may use, and a provider takes the list", async () => {
  const { modelAccess } = providerOf([jsonReply({ object: "list", data: models })]);

  const list = await modelAccess.models();

  expect(list).toEqual(models);
  expect(
    createModelAccess({ apiKey: "k", baseURL: "https://api.example", models: list })("only-messages").provider,
  ).toBe("modelAccess.messages");
});

test("a client of yours makes the calls", async () => {
  const { fetch, calls } = createTestFetch([seven, seven]);
  const client = new ModelAccess({ apiKey: "k", baseURL: "https://gateway.example/base", fetch });

  const named = await generateText({ model: createModelAccess({ client })("Test-Model"), prompt: "Hello" });
  const alone = await generateText({ model: createModelAccess(client)("Test-Model"), prompt: "Hello" });

  expect([named.text, alone.text]).toEqual(["Seven.", "Seven."]);
  expect(calls.map(({ url }) => url)).toEqual(Array(2).fill("https://gateway.example/base/v1/chat/completions"));
});

test("a bot with a price for each request costs that much, and a model whose tokens are not told nothing that is known", async () => {
  const perRequest = { ...model, id: "per-request", pricing: { points: { request: "12" } } };
  const answer = eventStreamReply([
    { event: "text", data: { text: "Seven." } },
    { event: "done", data: {} },
  ]);
  const { modelAccess } = providerOf([answer, answer], { models: [...models, perRequest] });

  const priced = await modelAccess.bot("per-request").doGenerate(question);
  const unknown = await modelAccess.bot("both").doGenerate(question);

  expect(priced.providerMetadata?.modelAccess?.computedPoints).toBe(12);
  expect(unknown.providerMetadata?.modelAccess).not.toHaveProperty("computedPoints");
});

function setEnvironment(key: string | undefined, baseURL: string | undefined): void {
  vi.stubEnv("MODEL_ACCESS_API_KEY", key);
  vi.stubEnv("MODEL_ACCESS_BASE_URL", baseURL);
}

test("the environment is read at the first call, so that a build without it can make the models", async () => {
  setEnvironment(undefined, undefined);
  const { fetch, calls } = createTestFetch([seven]);
  vi.stubGlobal("fetch", fetch);
  const model = fromEnvironment("Test-Model");

  setEnvironment("from-environment", "https://environment.example");
  const { text } = await generateText({ model, prompt: "Hello" });

  expect(text).toBe("Seven.");
  expect(calls[0]?.url).toBe("https://environment.example/v1/chat/completions");
});

const kinds: [string, (provider: ModelAccessProvider) => () => PromiseLike<unknown>][] = [
  ["languageModel", ({ languageModel }) => asks(languageModel("M"))],
  ["chat", ({ chat }) => asks(chat("M"))],
  ["messages", ({ messages }) => asks(messages("M"))],
  ["responses", ({ responses }) => asks(responses("M"))],
  ["bot", ({ bot }) => asks(bot("M"))],
  ["image", ({ image }) => draws(image("M"))],
  ["imageModel", ({ imageModel }) => draws(imageModel("M"))],
  ["video", ({ video }) => films(video("M", { timeoutMs: 1000 }))],
  ["videoModel", ({ videoModel }) => films(videoModel("M"))],
];
const asks = (model: LanguageModelV4) => () => model.doStream(question);
const draws = (model: ImageModelV4) => () => generateImage({ model, prompt: "A cat.", maxRetries: 0 });
const films = (model: VideoModelV4) => () => generateVideo({ model, prompt: "A cat.", maxRetries: 0 });

test.each(kinds)(
  "without its environment .%s(…) makes a model, whose call says what is missing",
  async (_kind, make) => {
    setEnvironment(undefined, undefined);
    const unset = { apiKey: process.env.MODEL_ACCESS_API_KEY, baseURL: process.env.MODEL_ACCESS_BASE_URL };

    const call = make(createModelAccess());
    const another = make(createModelAccess({ ...unset, maxRetries: 1 }));

    await expect(call).rejects.toThrow("baseURL is missing");
    await expect(another).rejects.toThrow("set MODEL_ACCESS_BASE_URL");
    setEnvironment(undefined, "https://environment.example");
    await expect(call).rejects.toThrow("MODEL_ACCESS_API_KEY");
  },
);

test("an address on the page's own origin waits for a page too", () => {
  expect(createModelAccess({ apiKey: null, baseURL: "/api/models" })("Test-Model").modelId).toBe("Test-Model");
});

test("a registry of providers takes it", () => {
  const registry = createProviderRegistry({ modelAccess: providerOf([]).modelAccess });

  const models = [
    registry.languageModel("modelAccess:A"),
    registry.imageModel("modelAccess:B"),
    registry.videoModel("modelAccess:C"),
  ];

  expect(models.map(({ modelId }) => modelId)).toEqual(["A", "B", "C"]);
});

test("one kind of model can be made alone", async () => {
  const { fetch } = createTestFetch([seven]);
  const { completions } = new ModelAccess({ apiKey: "k", baseURL: "https://api.example", fetch }).chat;

  const { text } = await generateText({ model: createChatModel("Test-Model", { completions }), prompt: "Hello" });

  expect(text).toBe("Seven.");
});

test.each<[string, unknown]>([
  ["null", null],
  ["a name", "writer-1"],
  ["a list with an entry that is null", [{ id: "writer-1" }, null]],
  ["an object whose data is no list", { data: {} }],
])("models that are %s are refused with a sentence", (_what, models) => {
  const make = () => createModelAccess({ models: models as never });

  expect(make).toThrow(OptionError);
  expect(make).toThrow("models is no models list; pass that of models.list().");
});
