import { beforeEach, expect, test, vi } from "vitest";
import { createChatCompletions } from "../src/chat/index.js";
import type { ClientOptions, ModelList } from "../src/index.js";
import { createModels } from "../src/models/index.js";
import { bareClientOf } from "./stub-client.js";
import { exampleOf, request } from "./stub-service.js";
import { chunkOf, streamText, wholeStreamOf } from "./stub-streams.js";

const warn = vi.fn();
const logger = { error: vi.fn(), warn, info: vi.fn(), debug: vi.fn() };
const warning: ClientOptions = { logger, logLevel: "warn" };
const { data: models } = exampleOf("listModels", "200") as ModelList;

beforeEach(() => {
  warn.mockReset();
  vi.spyOn(console, "warn").mockImplementation(warn);
});

/** Chat completions that have seen a list of models, the contract's by default. */
async function completionsOf(options: ClientOptions = warning, list = models) {
  const client = bareClientOf(async (_url, init) => {
    if (init.body === undefined) return Response.json({ data: list });
    const { stream } = JSON.parse(String(init.body));
    return stream ? wholeStreamOf(streamText(chunkOf({}), "[DONE]")) : Response.json({ choices: [] });
  }, options);
  await createModels(client).list();
  return createChatCompletions(client);
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
