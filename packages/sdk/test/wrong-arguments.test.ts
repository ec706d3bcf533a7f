import { expect, test } from "vitest";
import { createBots } from "../src/bots/index.js";
import { createChatCompletions } from "../src/chat/index.js";
import * as controls from "../src/controls/index.js";
import { createFiles } from "../src/files/index.js";
import { getBotResponse, ModelAccess, uploadFile } from "../src/index.js";
import { createMessages } from "../src/messages/index.js";
import { createModels } from "../src/models/index.js";
import { createTracing } from "../src/opentelemetry/index.js";
import * as points from "../src/points/index.js";
import * as redis from "../src/points-redis/index.js";
import { relay } from "../src/relay.js";
import { createResponses } from "../src/responses/index.js";
import * as structured from "../src/structured/index.js";
import * as testing from "../src/testing/index.js";
import { createUsage } from "../src/usage/index.js";
import { createVideos } from "../src/videos/index.js";
import { key } from "./stub-service.js";

const wrongValues: unknown[] = [undefined, null, 7, "gateway", true, [], {}, () => {}];
const options = {
  apiKey: key,
  baseURL: "https://api.example/v1",
  maxRetries: 0,
  fetch: async () => Response.json({}),
};
const client = new ModelAccess(options);

const callables: Record<string, unknown> = {
  ...controls,
  ...points,
  ...structured,
  ...testing,
  ...redis,
  createBots,
  createChatCompletions,
  createFiles,
  createMessages,
  createModels,
  createResponses,
  createTracing,
  createUsage,
  createVideos,
  getBotResponse,
  relay,
  uploadFile,
  "new ModelAccess": (given: object) => new ModelAccess(given),
  withOptions: client.withOptions.bind(client),
  "models.list": client.models.list,
  "usage.balance": client.usage.balance,
  "chat.completions.create": client.chat.completions.create,
  "messages.create": client.messages.create,
  "responses.create": client.responses.create,
  "files.upload": client.files.upload,
  "videos.create": client.videos.create,
  "videos.retrieve": client.videos.retrieve,
  "videos.content": client.videos.content,
  "videos.remix": client.videos.remix,
  "videos.extend": client.videos.extend,
  "videos.waitFor": (id: string, params: object, given: object) =>
    client.videos.waitFor(id, { ...params, timeoutMs: 1 }, given),
};
const functions = Object.entries(callables).filter(([name]) => !/Error$/.test(name));

test.each(functions)("%s refuses wrong arguments in a sentence of its own", async (_name, callable) => {
  const lists = wrongValues.flatMap((first) => [[first], ...wrongValues.map((second) => [first, second])]);

  for (const given of [...lists, ["vid_1", {}, null], ["vid_1", {}, 7]]) {
    const failure = await failureWith(callable as (...given: unknown[]) => unknown, given);

    const isBare = failure instanceof TypeError || failure instanceof RangeError;
    expect(isBare, `${String(failure)} at ${JSON.stringify(given)}`).toBe(false);
  }
});

async function failureWith(callable: (...given: unknown[]) => unknown, given: unknown[]): Promise<unknown> {
  try {
    await callable(...given);
    return undefined;
  } catch (error) {
    return error;
  }
}

test.each([
  ["null", null],
  ["a text", "gateway"],
  ["a number", 7],
])("says what allowInsecureHosts takes, and not %s", (_what, allowInsecureHosts) => {
  const make = () => new ModelAccess({ ...options, baseURL: "http://gateway", allowInsecureHosts } as never);

  expect(make).toThrow('allowInsecureHosts is a list of hosts; write it like allowInsecureHosts: ["gateway"].');
});

test("says that withOptions takes an object", () => {
  expect(() => client.withOptions(undefined as never)).toThrow("The client takes its options as an object.");
});

test.each([
  ["a client", () => createBots(undefined as never)],
  ["a client", () => createChatCompletions({} as never)],
  ["a client", () => createFiles(undefined as never)],
  ["a client", () => createMessages(undefined as never)],
  ["a client", () => createModels(undefined as never)],
  ["a client", () => createResponses(undefined as never)],
  ["a client", () => createUsage(undefined as never)],
  ["a client", () => createVideos(undefined as never)],
  ["a client of redis", () => redis.createRedisPace(undefined as never, { name: "batch" })],
  ["a reply", () => testing.stall(undefined as never, { afterBytes: 1 })],
  ["a list of events", () => testing.eventStreamReply(undefined as never)],
  ["a list of replies", () => testing.createTestFetch(undefined as never)],
  ["a text", () => testing.recordedReplies(undefined as never)],
  ["a Response", () => relay(undefined as never)],
])("says that %s is missing", (what, make) => {
  expect(make).toThrow(
    expect.objectContaining({ name: "OptionError", message: expect.stringContaining(what.replace("a ", "is no ")) }),
  );
});

test("says which argument is no schema", () => {
  expect(() => structured.chatResponseFormat({} as never)).toThrow("schema is no Standard Schema");
});
