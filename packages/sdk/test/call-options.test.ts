import { expect, test, vi } from "vitest";
import { type CallOptions, getBotResponse, ModelAccess, OptionError, uploadFile } from "../src/index.js";
import {
  clientAnswering,
  clientOf,
  failureAfter,
  failureOf,
  key,
  recordingClient,
  request,
  silentFetch,
  unhandledIn,
} from "./stub-service.js";
import { createTestClock } from "./test-clock.js";

test("sends the client's headers and the call's, the call's in place of the client's", async () => {
  const { client, sent } = recordingClient(undefined, {
    defaultHeaders: { "X-Team": "search", "x-stage": "test", "x-gone": "1" },
  });

  await client.models.list({}, { headers: { "x-team": "ads", "X-Trace": "abc", "x-gone": null, "x-none": undefined } });
  await client.raw.GET("/v1/models");

  const [named, raw] = sent.map(({ headers }) => Object.fromEntries(headers));
  expect(named).toMatchObject({ "x-team": "ads", "x-stage": "test", "x-trace": "abc", authorization: `Bearer ${key}` });
  expect(Object.keys(named ?? {})).not.toContain("x-gone");
  expect(Object.keys(named ?? {})).not.toContain("x-none");
  expect(raw).toMatchObject({ "x-team": "search", "x-gone": "1" });
});

test.each([new Headers({ "x-team": "ads" }), [["x-team", "ads"]] as [string, string][]])(
  "takes headers as %s",
  async (headers) => {
    const { client, sent } = recordingClient();

    await client.models.list({}, { headers });

    expect(sent[0]?.headers.get("x-team")).toBe("ads");
  },
);

test.each(["authorization", "Authorization", "x-api-key"])("lets no header set the key: %s", async (name) => {
  const { client, sent } = recordingClient();

  expect(() => clientOf(silentFetch, { defaultHeaders: { [name]: "sk-other" } })).toThrow(OptionError);
  expect(await failureOf(client.models.list({}, { headers: { [name]: "sk-other" } }))).toMatchObject({
    option: "headers",
    message: expect.not.stringContaining("sk-other"),
  });
  expect(sent).toEqual([]);
});

test("refuses a header that cannot be sent, without its value", async () => {
  const failing = recordingClient().client.models.list({}, { headers: { "x-team": "se\ncret" } });

  expect(await failureOf(failing, OptionError)).toMatchObject({
    option: "headers",
    message: expect.not.stringContaining("cret"),
  });
});

test("sends the key where the gateway reads it", async () => {
  const { client, sent } = recordingClient(undefined, { keyHeader: "x-api-key" });

  await client.models.list();
  await client.models.list({}, { keyHeader: "authorization" });

  expect(sent.map(({ headers }) => [headers.get("x-api-key"), headers.get("authorization")])).toEqual([
    [key, null],
    [null, `Bearer ${key}`],
  ]);
  expect(() => clientOf(silentFetch, { keyHeader: "cookie" as never })).toThrow("keyHeader is neither");
});

test("makes a client with other options that shares the rest, and adds headers to those that it has", async () => {
  const { client, sent } = recordingClient(undefined, { defaultHeaders: { "x-team": "search", "x-stage": "test" } });

  const other = client.withOptions({ keyHeader: "x-api-key", maxRetries: undefined });
  await other.models.list();
  await client.withOptions({ defaultHeaders: { "x-trace": "abc", "x-stage": null } }).models.list();

  expect(other).toBeInstanceOf(ModelAccess);
  expect(other.baseURL).toBe(client.baseURL);
  const names = ["x-api-key", "x-team", "x-trace", "x-stage"];
  expect(sent.map(({ headers }) => names.map((name) => headers.get(name)))).toEqual([
    [key, "search", null, "test"],
    [null, "search", "abc", null],
  ]);
});

test.each([{ headers: 60_000 }, { betweenContents: 500 }, { total: undefined }])(
  "keeps the deadlines of the client that it is made of where %j is added",
  async (timeouts) => {
    const { clock, advance } = createTestClock();
    const client = clientOf(silentFetch, { clock, timeouts: { total: 1_000 } }).withOptions({ timeouts });
    const failure = await failureAfter(client.models.list(), () => advance(1_000));

    expect(failure).toMatchObject({ name: "TimeoutError", phase: "total" });
  },
);

test.each([
  ["timeout", "write timeouts: { total: 60_000 }"],
  ["baseUrl", "write baseURL"],
  ["base_url", "write baseURL"],
  ["apikey", "write apiKey"],
  ["max_retries", "write maxRetries"],
  ["headers", "write defaultHeaders for all calls of a client"],
  ["colour", "it takes apiKey, baseURL"],
])("names the right option of the client for %s", (name, advice) => {
  const wrong = { apiKey: key, baseURL: "https://api.example", [name]: 5 };

  expect(() => new ModelAccess(wrong)).toThrow(`The client has no option "${name}"; ${advice}`);
});

test.each([
  ["timeout", "write timeouts: { total: 60_000 }"],
  ["retries", "write maxRetries"],
  ["defaultHeaders", "it belongs to the client: client.withOptions({ defaultHeaders }), or write headers for one call"],
  ["baseURL", "it belongs to the client: client.withOptions({ baseURL })"],
  ["baseUrl", "it belongs to the client: client.withOptions({ baseURL })"],
  ["version", "it takes apiKey, headers, signal"],
])("names the right option of a call for %s", async (name, advice) => {
  expect(await failureOf(recordingClient().client.chat.completions.create(request, { [name]: 5 }))).toMatchObject({
    name: "OptionError",
    option: name,
    message: expect.stringContaining(`The call has no option "${name}"; ${advice}`),
  });
});

test("names the place of an option that stands where parameters do", async () => {
  const { client } = recordingClient();
  const misplaced = { signal: new AbortController().signal } as never;

  expect(await failureOf(client.models.list(misplaced))).toMatchObject({
    option: "signal",
    message: expect.stringContaining("models.list({}, { signal })"),
  });
  expect(await failureOf(client.videos.retrieve("video_1", misplaced))).toMatchObject({
    message: expect.stringContaining("videos.retrieve(id, {}, { signal })"),
  });
});

test.each<[string, CallOptions, object]>([
  ["the headers deadline passes", { timeouts: { headers: 1_000 } }, { name: "TimeoutError", phase: "headers" }],
  ["the total deadline passes", { timeouts: { total: 1_000 } }, { name: "TimeoutError", phase: "total" }],
  ["its signal aborts", { signal: AbortSignal.abort(new Error("enough")) }, { name: "AbortError" }],
])("ends a call whose key never comes when %s", async (_when, options, expected) => {
  const { clock, advance } = createTestClock();
  const fetch = vi.fn();
  const client = clientOf(fetch, { clock, apiKey: () => new Promise(() => {}) });

  const failure = await failureAfter(client.models.list({}, options), () => advance(1_000));

  expect(failure).toMatchObject({ ...expected, mayHaveBeenProcessed: "no" });
  expect(fetch).not.toHaveBeenCalled();
});

test("refuses a controller in place of its signal, and options that are null", async () => {
  const { client } = recordingClient();
  const options = { signal: new AbortController() as unknown as AbortSignal };

  expect(await failureOf(client.models.list({}, options))).toMatchObject({ name: "OptionError", option: "signal" });
  // A list of a call that is none throws no sooner than it is waited for.
  const failing = client.models.list({}, null as never).then((list) => list);
  expect(await failureOf(failing)).toMatchObject({ name: "OptionError" });
});

test.each(["\ud800", "video\udfff"])("refuses the id %j, half of whose character is missing", async (id) => {
  const client = clientAnswering("{}");

  expect(await failureOf(client.videos.retrieve(id))).toMatchObject({ name: "OptionError", option: "video_id" });
  expect(await failureOf(client.bots.respond({ bot: id, messages: [] }).final())).toMatchObject({ option: "bot_name" });
});

// Missing arguments

// What the types forbid, and programs without types do.
type Call = (client: ModelAccess, missing: never) => PromiseLike<unknown>;

const calls: [string, Call][] = [
  ["chat.completions.create", (client, body) => client.chat.completions.create(body)],
  ["chat.completions.stream", (client, body) => client.chat.completions.stream(body).final()],
  ["chat.completions.stream with a text", ({ chat }) => chat.completions.stream("Name one prime." as never).final()],
  ["messages.create", (client, body) => client.messages.create(body)],
  ["responses.create", (client, body) => client.responses.create(body)],
  ["bots.respond", (client, query) => client.bots.respond(query).final()],
  ["videos.create", (client, input) => client.videos.create(input)],
  ["videos.extend", (client, body) => client.videos.extend(body)],
  ["videos.remix", (client, body) => client.videos.remix("v1", body)],
  ["videos.retrieve", (client, id) => client.videos.retrieve(id)],
  ["videos.content", (client, id) => client.videos.content(id)],
  ["videos.waitFor", (client, id) => client.videos.waitFor(id)],
  ["files.upload", (client, input) => client.files.upload(input)],
  ["uploadFile", (_client, input) => uploadFile(input, { baseURL: "https://api.example" })],
  ["getBotResponse", (_client, query) => getBotResponse(query, { baseURL: "https://api.example" }).final()],
];

test.each(calls.flatMap(([name, call]) => [undefined, null].map((missing) => [name, missing, call] as const)))(
  "%s(%s) says what is missing, and sends nothing",
  async (_name, missing, call) => {
    const { client, sent } = recordingClient([{}]);
    let failure: unknown;

    const unhandled = await unhandledIn(async () => {
      failure = await failureOf((async () => call(client, missing as never))());
    });

    expect(failure).toBeInstanceOf(OptionError);
    expect(sent).toEqual([]);
    expect(unhandled).toEqual([]);
  },
);

test.each([undefined, null])("takes %s for no parameters", async (none) => {
  const client = clientAnswering({ data: [], current_point_balance: 1 });

  await client.models.list(none as never);
  await client.usage.balance(none as never);
  for await (const _entry of client.usage.history(none as never));
});
