import { beforeEach, expect, test, vi } from "vitest";
import type { ClientOptions, ModelList } from "../src/index.js";
import { clientAnswering, clientOf, exampleOf, failureOf, recordingClient, request } from "./stub-service.js";
import { chunkOf, streamText, wholeStreamOf } from "./stub-streams.js";

const example = exampleOf("listModels", "200") as ModelList;

test("lists the models with their prices, by GET and without a body", async () => {
  const { client, sent } = recordingClient();

  const { data } = await client.models.list();

  expect({ object: "list", data }).toEqual(example);
  expect(data[0]).toMatchObject({ id: expect.any(String), pricing: expect.anything() });
  expect(sent).toMatchObject([{ method: "GET", body: undefined }]);
  expect(sent[0]?.headers.has("content-type")).toBe(false);
});

test("refuses an answer that is no list", async () => {
  expect(await failureOf(clientAnswering({ object: "list" }).models.list())).toMatchObject({
    name: "ResponseFormatError",
    message: "GET /v1/models answered 200 with JSON that has no data",
  });
});

test.each([
  ["null", null],
  ["a text", "Sora-2"],
  ["a model with odd parts", { id: 7, architecture: { output_modalities: "video" }, metadata: [] }],
])("gives a list of models that has %s in it as it came", async (_what, odd) => {
  const list = { object: "list", data: [odd] };

  expect(await clientAnswering(list).models.list()).toEqual(list);
});

const warn = vi.fn();
const logger = { error: vi.fn(), warn, info: vi.fn(), debug: vi.fn() };
const warning: ClientOptions = { logger, logLevel: "warn" };

beforeEach(() => {
  warn.mockReset();
  vi.spyOn(console, "warn").mockImplementation(warn);
});

/** Chat completions that have seen a list of models, the contract's by default. */
async function completionsOf(options: ClientOptions = warning, list = example.data) {
  const client = clientOf(async (_url, init) => {
    if (init.body === undefined) return Response.json({ data: list });
    const { stream } = JSON.parse(String(init.body));
    return stream ? wholeStreamOf(streamText(chunkOf({}), "[DONE]")) : Response.json({ choices: [] });
  }, options);
  await client.models.list();
  return client.chat.completions;
}

test.each(["Sora-2", "sora-2", "GPT-Image-1", "Narrator-1"])(
  "warns once when %s is streamed through chat completions",
  async (model) => {
    const completions = await completionsOf();

    await completions.stream({ ...request, model }).final();
    await (await completions.create({ ...request, model, stream: true })).final();

    expect(warn).toHaveBeenCalledOnce();
    expect(warn).toHaveBeenCalledWith(`${model} is a media bot; call it with stream: false`, { model });
  },
);

test("does not warn of a media bot that is not streamed, of a text model, or of one that no list named", async () => {
  const completions = await completionsOf();

  await completions.create({ ...request, model: "Sora-2" });
  await completions.stream({ ...request, model: "GPT-5.2" }).final();
  await completions.stream({ ...request, model: "Tomorrow-1" }).final();

  expect(warn).not.toHaveBeenCalled();
});

test.each([{}, { logger }, { logger, logLevel: "error" as const }])(
  "says nothing where the log is %j",
  async (options) => {
    const completions = await completionsOf(options);

    await completions.stream({ ...request, model: "Sora-2" }).final();

    expect(warn).not.toHaveBeenCalled();
  },
);

test("takes a list without modalities", async () => {
  // Short records have no architecture, whatever the type says.
  const completions = await completionsOf(warning, [{ id: "sora-2" }] as ModelList["data"]);

  await completions.stream({ ...request, model: "Sora-2" }).final();

  expect(warn).not.toHaveBeenCalled();
});

test("R1.9: the log warns of each custom parameter in a chat completion, and it is sent", async () => {
  const { client, sent } = recordingClient([{ choices: [] }], warning);
  const body = { ...request, thinking_budget: 1024, aspect_ratio: "16:9", temperature: 1, user: "kari" };

  await client.chat.completions.create(body);

  expect(sent).toMatchObject([{ body }]);
  expect(warn.mock.calls).toEqual(
    ["thinking_budget", "aspect_ratio"].map((parameter) => [
      `chat completions can't carry ${parameter}; bots take it, messages and responses in words of their own`,
      { parameter },
    ]),
  );
});
