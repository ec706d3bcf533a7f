import { runInNewContext } from "node:vm";
import { expect, test, vi } from "vitest";
import {
  type ClientOptions,
  ConnectionError,
  type Middleware,
  ResponseFormatError,
  StreamError,
} from "../src/index.js";
import {
  clientAnswering,
  clientOf,
  exampleOf,
  failureOf,
  key,
  loggerOf,
  printed,
  recordingClient,
  request,
  streamRequest,
} from "./stub-service.js";
import { chunkOf, clientStreaming, streamText } from "./stub-streams.js";

const models = exampleOf("listModels", "200");
const html = { headers: { "content-type": "text/html" } };
const refusing = (message: string) => clientAnswering({ error: { message } }, { status: 401 });
/** The error of a call whose answer is this one. */
const failureOfAnswer = (...answer: Parameters<typeof clientAnswering>) =>
  failureOf(clientAnswering(...answer).models.list());
/** The error of a call whose `fetch` throws. */
const failureOfFetch = (thrown: unknown) =>
  failureOf(
    clientOf(async () => {
      throw thrown;
    }).models.list(),
  );

test("does not show the key in a client, its parts or its stream", async () => {
  const client = clientStreaming(streamText(chunkOf({ content: "7" }), "[DONE]"));
  const stream = await client.chat.completions.create(streamRequest);
  await stream.final();

  for (const part of [client, client.chat, client.raw, stream]) expect(printed(part)).not.toContain(key);
});

test("takes the key out of a refusal that repeats it, the names of its members too", async () => {
  const error = { message: `Incorrect API key: ${key}.`, type: "invalid_request_error", code: key };
  const body = { error: { ...error, [key]: 1, metadata: { keys: [key] } } };

  const failure = await failureOfAnswer(body, { status: 401 });

  expect(printed(failure)).not.toContain(key);
  expect(failure).toMatchObject({
    message: expect.stringContaining("Incorrect API key: [key]"),
    body: { error: { "[key]": 1, metadata: { keys: ["[key]"] } } },
  });
});

test("takes every key that a function gave, and the key of one call, out of what is shown", async () => {
  const keys = ["sk-first-0123", "sk-second-4567"];
  const client = refusing("Neither sk-first-0123 nor sk-second-4567 nor sk-of-this-call").withOptions({
    apiKey: () => keys.shift() ?? "",
  });
  for (let count = 0; count < 2; count++) await failureOf(client.models.list());

  expect(await failureOf(client.models.list({}, { apiKey: "sk-of-this-call" }))).toMatchObject({
    message: expect.stringContaining("Neither [key] nor [key] nor [key]"),
  });
});

const keyOf = (index: number) => `sk-tenant-${String(index).padStart(4, "0")}-secret`;
const tenants = Array.from({ length: 150 }, (_, index) => index);

test.each(["its call", "a function"])("shows no key of 150 calls under way at once, each from %s", async (whose) => {
  let waiting = 0;
  let given = 0;
  let answer = () => {};
  const all = new Promise<void>((resolve) => {
    answer = resolve;
  });
  // A service that waits until all tenants have called, and then repeats each its key.
  const client = clientOf(
    async (_url, init) => {
      if (++waiting === tenants.length) answer();
      await all;
      const code = new Headers(init.headers).get("authorization")?.slice("Bearer ".length);
      return Response.json({ error: { message: `Unknown key ${code}.`, code } }, { status: 401 });
    },
    { apiKey: () => keyOf(given++) },
  );

  const errors = await Promise.all(
    tenants.map((index) => failureOf(client.models.list({}, whose === "its call" ? { apiKey: keyOf(index) } : {}))),
  );

  for (const error of errors) expect(error).toMatchObject({ status: 401, code: "[key]" });
  expect(printed(errors)).not.toContain("sk-tenant");
});

test.each([
  ["a page", `<pre>Authorization: Bearer ${key}</pre>`, html],
  ["a media type", "{}", { headers: { "content-type": `application/${key}` } }],
  ["a refusal's media type", "no", { status: 502, headers: { "content-type": `application/${key}` } }],
  ["the address that a redirect points to", "", { status: 302, headers: { location: `https://${key}.example/` } }],
])("takes the key out of %s that it quotes", async (_what, body, init) => {
  expect(printed(await failureOfAnswer(body, init))).not.toContain(key);
});

test("keeps no half of a key where a text is cut off", async () => {
  const half = key.slice(0, 12);
  const page = (length: number) => `${"x".repeat(length - half.length)}${key}`;
  const plain = { status: 400, headers: { "content-type": "text/plain" } };
  const event = streamText({ error: { message: page(500) } });

  const excerpt = (await failureOfAnswer(page(200), html)) as ResponseFormatError;
  const message = await failureOf(clientStreaming(event).chat.completions.stream(request).final(), StreamError);
  const refusal = (await failureOfAnswer(`${page(1_000_000)}${"y".repeat(100)}`, plain)) as { body: string };

  expect(excerpt).toMatchObject({ excerpt: expect.stringContaining("x") });
  for (const shown of [printed(excerpt), excerpt.excerpt, printed(message), refusal.body])
    expect(shown).not.toContain(half);
});

test("keeps no half of a long key in the excerpt of a page that repeats it twice", async () => {
  const long = `eyJ${"abcdefghijklmnopqrstuvwx".repeat(60)}`;
  const failing = clientAnswering(`<p>${long}</p><p>${long}</p>`, html).models.list({}, { apiKey: long });

  expect((await failureOf(failing, ResponseFormatError)).excerpt).not.toContain("abcdefghijklmnopqrstuvwx");
});

test.each([
  ["an error event", streamText({ error: { message: `Bad key ${key}`, type: "api_error" } })],
  ["a broken event", streamText(`{"key": ${key}`)],
])("takes the key out of %s", async (_what, text) => {
  expect(printed(await failureOf(clientStreaming(text).chat.completions.stream(request).final()))).not.toContain(key);
});

test("takes the key out of what the service says of a video that failed", async () => {
  const said = { code: key, message: `The key ${key} may not make videos` };
  const video = { ...(exampleOf("retrieveVideo", "200") as object), id: "video_1", status: "failed", error: said };

  const failure = (await failureOf(clientAnswering(video).videos.waitFor("video_1"))) as Error & { video: unknown };

  expect(failure).toMatchObject({ name: "VideoFailedError" });
  expect(printed(failure)).not.toContain(key);
});

class LateMessage extends Error {
  override get message(): string {
    return `Bearer ${key} was refused`;
  }
}
const failed = (details: object) => Object.assign(new TypeError("fetch failed"), details);
const realm = (code: string) =>
  runInNewContext(`Object.assign(new TypeError("fetch failed"), { details: ${code} })`, { key });
const stackAlone = new Error(`Bearer ${key} was refused`);
void stackAlone.stack;
stackAlone.message = "fetch failed";
const init = { headers: { authorization: `Bearer ${key}` } };

test.each<[string, unknown]>([
  ["its message", new TypeError(`Could not send Bearer ${key}`)],
  ["its message, which is a getter", new LateMessage()],
  ["the words that it has, though it is no error", { toString: (): string => `Bearer ${key} was refused` }],
  ["its stack alone", stackAlone],
  ["its causes", new TypeError("fetch failed", { cause: new Error(`Bearer ${key}`) })],
  ["the getter of a cause", new Error("fetch failed", { cause: new LateMessage() })],
  ["its fields", failed({ config: init })],
  ["the headers that it carries", failed({ config: { headers: new Headers(init.headers) } })],
  ["the request that it carries", failed({ request: new Request("https://api.example", init) })],
  ["a Map", failed({ entries: new Map([["authorization", `Bearer ${key}`]]) })],
  ["a key of a Map", failed({ entries: new Map([[key, 1]]) })],
  ["a Set", failed({ keys: new Set([key]) })],
  ["a URL", failed({ url: new URL(`https://api.example/?key=${key}`) })],
  ["a property name", failed({ [key]: true })],
  ["a symbol", failed({ [Symbol(key)]: true })],
  ["a Map of another realm", realm("new Map([['authorization', key]])")],
  ["a Set of another realm", realm("new Set([key])")],
])("does not repeat a failure of fetch that has the key in %s", async (_where, thrown) => {
  const error = await failureOfFetch(thrown);

  expect(error).toBeInstanceOf(ConnectionError);
  expect(printed(error)).not.toContain(key);
  expect((error as Error).cause).toBeDefined();
});

test("keeps a failure of fetch as it is where it does not show the key", async () => {
  const refused = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:1"), { code: "ECONNREFUSED" });
  const cause = new TypeError("fetch failed", { cause: refused });

  expect(await failureOfFetch(cause)).toMatchObject({
    name: "ConnectionError",
    message:
      "GET /v1/models got no answer from https://api.example (connect ECONNREFUSED 127.0.0.1:1); check the network and baseURL",
    cause,
  });
});

test("types a failure whose cause is a proxy that answers nothing", async () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();

  expect(await failureOfFetch(failed({ request: proxy }))).toMatchObject({ name: "ConnectionError" });
});

test("looks at no byte of a buffer that a cause has", async () => {
  const buffer = new Uint8Array(1000);
  const look = vi.spyOn(Reflect, "getOwnPropertyDescriptor");

  await failureOfFetch(failed({ body: buffer }));

  expect(look.mock.calls.filter(([target]) => target === buffer)).toEqual([]);
});

test("gives up the search of a cause after 10 000 parts, of one list too", async () => {
  const list = Array.from({ length: 30_000 }, (_, index) => `part ${index}`);
  const look = vi.spyOn(String.prototype, "replaceAll");

  await failureOfFetch(failed({ list }));

  expect(look.mock.calls.length).toBeLessThan(20_000);
});

test("looks for escaped keys only where a text escapes what a key can have", async () => {
  const middleware: Middleware = async (attempt, next) => {
    // The body is redacted when it is looked at.
    expect(attempt.body).not.toBe("");
    await next();
  };
  const { client } = recordingClient([{ choices: [], data: [] }], { middleware: [middleware] });
  for (let index = 0; index < 100; index++) await client.models.list({}, { apiKey: `sk-tenant-${index}-0123456789` });
  const replace = vi.spyOn(String.prototype, "replace");

  // As in every prompt of more than one line.
  await client.chat.completions.create({
    model: "m",
    messages: [{ role: "user", content: "one\nand\tanother, 5 % of" }],
  });

  const searches = replace.mock.calls.filter(([pattern]) => pattern instanceof RegExp && String(pattern).length > 100);
  expect(searches).toEqual([]);
});

test.each([
  ["slashes that JSON escapes", "sk-a/b/c/d0123", String.raw`sk-a\/b\/c\/d0123`],
  ["characters that JSON escapes", "sk-abcd-0123", String.raw`\u0073k-\u0061bcd-0123`],
  ["characters that a URL escapes", "sk-a+b/c=0123", "sk-a%2Bb%2fc%3D0123"],
])("finds a key with %s in what came", async (_what, apiKey, written) => {
  const error = (await failureOfAnswer(`{"key": "${written}", cut`, {}, { apiKey })) as ResponseFormatError;

  expect(error.excerpt).toBe('{"key": "[key]", cut');
});

test("takes a key out that JSON in JSON escapes twice", async () => {
  const written = String.raw`sk-a\/b\/c\/d0123`;
  const client = clientAnswering({ error: { message: `upstream said {"key":"${written}"}` } }, { status: 400 });

  expect(String(await failureOf(client.models.list({}, { apiKey: "sk-a/b/c/d0123" })))).not.toContain(written);
});

test("keeps a key that is a number out of a log without failing the call", async () => {
  const say = vi.fn();
  let nowMs = 0;
  const logger = loggerOf(say);
  const options: ClientOptions = { apiKey: "1234", logger, logLevel: "debug", clock: { now: () => (nowMs += 12_345) } };

  expect(await clientAnswering(models, {}, options).models.list()).toEqual(models);
  expect(say).toHaveBeenCalled();
});

test("reads the error of a refusal whose code has the digits of the key", async () => {
  const body = '{"error":{"message":"No such model","code":123456}}';

  expect(String(await failureOfAnswer(body, { status: 400 }, { apiKey: "1234" }))).toContain("No such model");
});

test("refuses a key that fetch would repeat in its complaint", async () => {
  const error = await failureOfAnswer("{}", {}, { apiKey: () => "sk-one\nsk-two" });

  expect(error).toMatchObject({ name: "OptionError", option: "apiKey" });
  expect(printed(error)).not.toContain("sk-");
});

test("shows no key of one call in the request that a middleware of openapi-fetch gets", async () => {
  let shown = "";
  const { client } = recordingClient();
  client.raw.use({
    onRequest({ request }) {
      shown = printed(request);
    },
  });

  await client.models.list({}, { apiKey: "sk-of-one-call" });

  expect(shown).not.toBe("");
  expect(shown).not.toContain("sk-of-one-call");
});

test("shows middleware no key that the attempt was sent with, though it was given after the middleware began", async () => {
  const seen: unknown[] = [];
  const watching: Middleware = async (_request, next) => {
    const { requestId, headers } = await next();
    seen.push(requestId, ...headers.values());
  };
  const client = clientOf(
    async (_url, init) => {
      const authorization = new Headers(init.headers).get("authorization") ?? "";
      return Response.json(models, { headers: { "x-request-id": authorization } });
    },
    { apiKey: async () => "sk-late-0123456789", middleware: [watching] },
  );

  await client.models.list();

  expect(seen).toContain("Bearer [key]");
  expect(JSON.stringify(seen)).not.toContain("sk-late");
});

test("never writes to the console", async () => {
  const spies = (["log", "info", "warn", "error", "debug"] as const).map((method) => vi.spyOn(console, method));

  await failureOfAnswer('{"error":{"message":"No"}}', { status: 500 });

  for (const spy of spies) expect(spy).not.toHaveBeenCalled();
});
