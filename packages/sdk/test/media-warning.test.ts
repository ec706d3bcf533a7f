import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createChatCompletions, createMediaWarning } from "../src/chat/index.js";
import type { ClientOptions, ModelList } from "../src/index.js";
import { bareClientOf } from "./stub-client.js";
import { exampleOf, request } from "./stub-service.js";
import { chunkOf, streamText, wholeStreamOf } from "./stub-streams.js";

const warn = vi.fn();
const { data: models } = exampleOf("listModels", "200") as ModelList;

beforeEach(() => {
  warn.mockReset();
  vi.spyOn(console, "warn").mockImplementation(warn);
});

afterEach(() => vi.restoreAllMocks());

/** Chat completions that have seen a list of models, the contract's by default. */
function completionsOf(options: ClientOptions = {}, list = models) {
  const client = bareClientOf(async (_url, init) => {
    const { stream } = JSON.parse(String(init.body));
    return stream ? wholeStreamOf(streamText(chunkOf({}), "[DONE]")) : Response.json({ choices: [] });
  }, options);
  const mediaWarning = createMediaWarning(client);
  mediaWarning.remember(list);
  return createChatCompletions(client, { onStream: mediaWarning.warn });
}

test.each([
  ["Sora-2", "video"],
  ["sora-2", "video"],
  ["GPT-Image-1", "image"],
  ["Narrator-1", "audio"],
])("warns once when %s is streamed through chat completions", async (model, media) => {
  const completions = completionsOf();

  await completions.stream({ ...request, model }).final();
  await (await completions.create({ ...request, model, stream: true })).final();

  expect(warn).toHaveBeenCalledOnce();
  expect(warn).toHaveBeenCalledWith(`${model} gives ${media}; media bots should be called with stream: false`, {
    model,
  });
});

test("does not warn of a media bot that is not streamed, of a text model, or of one that no list named", async () => {
  const completions = completionsOf();

  await completions.create({ ...request, model: "Sora-2" });
  await completions.stream({ ...request, model: "GPT-5.2" }).final();
  await completions.stream({ ...request, model: "Tomorrow-1" }).final();

  expect(warn).not.toHaveBeenCalled();
});

test("warns through the client's log where it takes warnings", async () => {
  const logged = vi.fn();
  const logger = { error: vi.fn(), warn: logged, info: vi.fn(), debug: vi.fn() };

  await completionsOf({ logger, logLevel: "warn" })
    .stream({ ...request, model: "Sora-2" })
    .final();

  expect(logged).toHaveBeenCalledOnce();
  expect(warn).not.toHaveBeenCalled();
});

test("takes a list without modalities", async () => {
  // Short records have no architecture, whatever the type says.
  const completions = completionsOf({}, [{ id: "sora-2" }] as ModelList["data"]);

  await completions.stream({ ...request, model: "Sora-2" }).final();

  expect(warn).not.toHaveBeenCalled();
});
