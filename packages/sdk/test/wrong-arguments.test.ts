import { expect, test } from "vitest";
import * as controls from "../src/controls/index.js";
import { ModelAccess } from "../src/index.js";
import * as points from "../src/points/index.js";
import { relay } from "../src/relay.js";
import * as structured from "../src/structured/index.js";
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
  relay,
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

test("says which argument is no schema", () => {
  expect(() => structured.chatResponseFormat({} as never)).toThrow("schema is no Standard Schema");
});
