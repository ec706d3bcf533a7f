import { expect, test, vi } from "vitest";
import { type ClientOptions, ModelAccess, OptionError, TimeoutError } from "../src/index.js";
import { clientAnswering, clientOf, exampleOf, failureOf, key, request, silentFetch } from "./stub-service.js";
import { createTestClock, settle } from "./test-clock.js";

/** A client of a service that lists its models, and the headers that it was sent. */
function recording(options: ClientOptions = {}) {
  const sent: Headers[] = [];
  const client = clientOf(async (_url, init) => {
    sent.push(new Headers(init.headers));
    return Response.json(exampleOf("listModels", "200"));
  }, options);
  return { client, sent };
}

test("sends the client's headers and the call's, the call's in place of the client's", async () => {
  const { client, sent } = recording({ defaultHeaders: { "X-Team": "search", "x-stage": "test", "x-gone": "1" } });

  await client.models.list({}, { headers: { "x-team": "ads", "X-Trace": "abc", "x-gone": null, "x-none": undefined } });
  await client.raw.GET("/v1/models");

  const [named, raw] = sent.map((headers) => Object.fromEntries(headers));
  expect(named).toMatchObject({ "x-team": "ads", "x-stage": "test", "x-trace": "abc", authorization: `Bearer ${key}` });
  expect(Object.keys(named ?? {})).not.toContain("x-gone");
  expect(Object.keys(named ?? {})).not.toContain("x-none");
  expect(raw).toMatchObject({ "x-team": "search", "x-gone": "1" });
});

test.each([new Headers({ "x-team": "ads" }), [["x-team", "ads"]] as [string, string][]])(
  "takes headers as %s",
  async (headers) => {
    const { client, sent } = recording();

    await client.models.list({}, { headers });

    expect(sent[0]?.get("x-team")).toBe("ads");
  },
);

test.each(["authorization", "Authorization", "x-api-key"])("lets no header set the key: %s", async (name) => {
  const { client, sent } = recording();

  expect(() => recording({ defaultHeaders: { [name]: "sk-other" } })).toThrow(OptionError);
  expect(await failureOf(client.models.list({}, { headers: { [name]: "sk-other" } }))).toMatchObject({
    option: "headers",
    message: expect.not.stringContaining("sk-other"),
  });
  expect(sent).toEqual([]);
});

test("refuses a header that cannot be sent, without its value", async () => {
  const failure = await failureOf(recording().client.models.list({}, { headers: { "x-team": "se\ncret" } }));

  expect(failure).toMatchObject({
    name: "OptionError",
    option: "headers",
    message: expect.not.stringContaining("cret"),
  });
});

test("sends the key where the gateway reads it", async () => {
  const { client, sent } = recording({ keyHeader: "x-api-key" });

  await client.models.list();
  await client.models.list({}, { keyHeader: "authorization" });

  expect(sent.map((headers) => [headers.get("x-api-key"), headers.get("authorization")])).toEqual([
    [key, null],
    [null, `Bearer ${key}`],
  ]);
  expect(() => recording({ keyHeader: "cookie" as never })).toThrow("keyHeader is neither");
});

test("makes a client with other options that shares the rest", async () => {
  const { client, sent } = recording({ defaultHeaders: { "x-team": "search" } });

  const other = client.withOptions({ keyHeader: "x-api-key", maxRetries: undefined });
  await other.models.list();

  expect(other).toBeInstanceOf(ModelAccess);
  expect(other.baseURL).toBe(client.baseURL);
  expect(sent[0]?.get("x-api-key")).toBe(key);
  expect(sent[0]?.get("x-team")).toBe("search");
});

test("adds deadlines and headers to those of the client that it is made of", async () => {
  const { clock, advance } = createTestClock();
  const patient = clientOf(silentFetch, { clock, timeouts: { total: 1_000 } }).withOptions({
    timeouts: { headers: 60_000 },
  });
  const { client, sent } = recording({ defaultHeaders: { "x-team": "search", "x-stage": "test" } });

  const failing = failureOf(patient.models.list());
  await settle();
  advance(1_000);
  await client.withOptions({ defaultHeaders: { "x-trace": "abc", "x-stage": null } }).models.list();

  expect(await failing).toMatchObject({ phase: "total" });
  expect(sent.map((headers) => ["x-team", "x-trace", "x-stage"].map((name) => headers.get(name)))).toEqual([
    ["search", "abc", null],
  ]);
});

test("keeps the key of the environment for a client that is made of another one later", async () => {
  vi.stubEnv("MODEL_ACCESS_API_KEY", "sk-environment");
  let sent = "";
  const client = new ModelAccess({
    baseURL: "https://api.example",
    fetch: async (_url, init) => {
      sent = new Headers(init.headers).get("authorization") ?? "";
      return Response.json(exampleOf("listModels", "200"));
    },
  });
  vi.unstubAllEnvs();

  await client.withOptions({ maxRetries: 0 }).models.list();

  expect(sent).toBe("Bearer sk-environment");
});

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
  ["version", "it takes signal, apiKey"],
])("names the right option of a call for %s", async (name, advice) => {
  const failure = await failureOf(recording().client.chat.completions.create(request, { [name]: 5 }));

  expect(failure).toMatchObject({
    name: "OptionError",
    option: name,
    message: expect.stringContaining(`The call has no option "${name}"; ${advice}`),
  });
});

test("names the place of an option that stands where parameters do", async () => {
  const { client } = recording();
  const misplaced = { signal: new AbortController().signal } as never;

  expect(await failureOf(client.models.list(misplaced))).toMatchObject({
    option: "signal",
    message: expect.stringContaining("models.list({}, { signal })"),
  });
  expect(await failureOf(client.videos.retrieve("video_1", misplaced))).toMatchObject({
    message: expect.stringContaining("videos.retrieve(id, {}, { signal })"),
  });
});

test("gives a key function no longer than the headers deadline", async () => {
  const { clock, advance } = createTestClock();
  const client = clientOf(silentFetch, { clock, apiKey: () => new Promise(() => {}), timeouts: { headers: 1_000 } });

  const failing = failureOf(client.models.list());
  await settle();
  advance(1_000);

  expect(await failing).toBeInstanceOf(TimeoutError);
  expect(await failing).toMatchObject({ phase: "headers", mayHaveBeenProcessed: "no" });
});

test.each(["\ud800", "video\udfff"])("refuses the id %j, half of whose character is missing", async (id) => {
  const client = clientAnswering("{}");

  expect(await failureOf(client.videos.retrieve(id))).toMatchObject({ name: "OptionError", option: "video_id" });
  expect(await failureOf(client.bots.respond({ bot: id, messages: [] }).final())).toMatchObject({ option: "bot_name" });
});

test.each([408, 502, 529, "lost"] as const)("tries again for %s where the client says so", async (reason) => {
  let calls = 0;
  const client = clientOf(
    async () => {
      if (++calls > 1) return Response.json(exampleOf("createChatCompletion", "200"));
      if (reason === "lost") throw Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
      return new Response(null, { status: reason });
    },
    { maxRetries: 1, retryOn: [reason], clock: { random: () => 0 } },
  );

  await client.chat.completions.create(request);

  expect(calls).toBe(2);
});

test.each([200, 407, 600, 429.5, "429"])("refuses retryOn: [%j]", (reason) => {
  expect(() => clientOf(silentFetch, { retryOn: [reason as never] })).toThrow("retryOn is a list of statuses from 408");
});

test("refuses a reply that is larger than maxResponseBytes while it is read", async () => {
  let pulls = 0;
  let cancelled = false;
  const body = () =>
    new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          pulls += 1;
          controller.enqueue(new Uint8Array(1024).fill(0x20));
        },
        cancel() {
          cancelled = true;
        },
      },
      { highWaterMark: 0 },
    );
  const client = clientOf(async () => new Response(body()), { maxResponseBytes: 10 * 1024 });

  expect(await failureOf(client.models.list())).toMatchObject({
    name: "ResponseFormatError",
    message: "GET /v1/models answered 200 with more than maxResponseBytes (10240); raise it if you expect such replies",
    mayHaveBeenProcessed: "yes",
  });
  expect(pulls).toBe(11);
  expect(cancelled).toBe(true);
});

test("tells what the service said in a 200 that holds an error", async () => {
  const error = { message: "The model is overloaded.", type: "api_error", code: "overloaded" };

  expect(await failureOf(clientAnswering(JSON.stringify({ error })).chat.completions.create(request))).toMatchObject({
    name: "ResponseFormatError",
    message: "POST /v1/chat/completions answered 200 with an error object, api_error: The model is overloaded",
    type: "api_error",
    code: "overloaded",
  });
});
