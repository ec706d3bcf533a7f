import { inspect } from "node:util";
import { afterEach, expect, test, vi } from "vitest";
import { ConnectionError, type ResponseFormatError, StreamError } from "../src/index.js";
import { clientAnswering, clientOf, failureOf, key, request, streamRequest } from "./stub-service.js";
import { chunkOf, collect, streamText, wholeStreamOf } from "./stub-streams.js";

afterEach(() => {
  vi.restoreAllMocks();
});

/** Everything that a curious printer can find in a value. */
function printed(value: unknown): string {
  const shown = inspect(value, {
    depth: Infinity,
    showHidden: true,
    getters: true,
    maxStringLength: null,
    maxArrayLength: null,
  });
  return `${shown}${JSON.stringify(value)}${String(value)}${value instanceof Error ? value.stack : ""}`;
}

test("does not show the key in a client, its parts or its stream", async () => {
  const client = clientOf(async () => wholeStreamOf(streamText(chunkOf({ content: "7" }), "[DONE]")));
  const stream = await client.chat.completions.create(streamRequest);
  await stream.final();

  expect(printed(client)).not.toContain(key);
  expect(printed(client.chat)).not.toContain(key);
  expect(printed(client.raw)).not.toContain(key);
  expect(printed(stream)).not.toContain(key);
});

test("takes the key out of a refusal that repeats it", async () => {
  const body = {
    error: {
      message: `Incorrect API key: ${key}.`,
      type: "invalid_request_error",
      code: key,
      metadata: { keys: [key] },
    },
  };
  const client = clientAnswering(JSON.stringify(body), { status: 401 });

  const error = await failureOf(client.chat.completions.create(request));

  expect(printed(error)).not.toContain(key);
  expect(error).toMatchObject({
    message: expect.stringContaining("Incorrect API key: [key]"),
    body: { error: { metadata: { keys: ["[key]"] } } },
  });
});

test("takes every key that a function gave out of what is shown", async () => {
  const keys = ["sk-first-0123", "sk-second-4567"];
  const client = clientOf(
    async () => Response.json({ error: { message: "Neither sk-first-0123 nor sk-second-4567" } }, { status: 401 }),
    {
      apiKey: () => keys.shift() ?? "sk-third-89ab",
    },
  );
  await failureOf(client.models.list());

  const error = await failureOf(client.models.list());

  expect(error).toMatchObject({ message: expect.stringContaining("Neither [key] nor [key]") });
});

test("takes the key of one call out of what is shown", async () => {
  const client = clientOf(async () => Response.json({ error: { message: "Not sk-of-this-call" } }, { status: 401 }));

  const error = await failureOf(client.models.list({}, { apiKey: "sk-of-this-call" }));

  expect(error).toMatchObject({ message: expect.stringContaining("Not [key]") });
});

test("takes the key out of a page that repeats it", async () => {
  const client = clientAnswering(`<pre>Authorization: Bearer ${key}</pre>`, {
    headers: { "content-type": "text/html" },
  });

  expect(printed(await failureOf(client.chat.completions.create(request)))).not.toContain(key);
});

test("keeps no half of a key where a text is cut off", async () => {
  const half = key.slice(0, 12);
  const page = (length: number) => `${"x".repeat(length - half.length)}${key}`;
  const client = clientAnswering(page(200), { headers: { "content-type": "text/html" } });
  const stream = clientOf(async () => wholeStreamOf(streamText({ error: { message: page(500) } })));

  const excerpt = await failureOf(client.chat.completions.create(request));
  const message = await failureOf(stream.chat.completions.stream(request).final());

  expect(excerpt).toMatchObject({ excerpt: expect.stringContaining("x") });
  expect(printed(excerpt) + (excerpt as ResponseFormatError).excerpt).not.toContain(half);
  expect(message).toBeInstanceOf(StreamError);
  expect(printed(message)).not.toContain(half);
});

test("takes the key out of an error event and of a broken event", async () => {
  const open = (text: string) => clientOf(async () => wholeStreamOf(text)).chat.completions.create(streamRequest);

  const reported = await failureOf(
    collect(await open(streamText({ error: { message: `Bad key ${key}`, type: "api_error" } }))),
  );
  const broken = await failureOf(collect(await open(streamText(`{"key": ${key}`))));

  expect(reported).toBeInstanceOf(StreamError);
  expect(printed(reported)).not.toContain(key);
  expect(printed(broken)).not.toContain(key);
});

test.each([
  [
    "in its message",
    (init: RequestInit) => new TypeError(`Could not send ${new Headers(init.headers).get("authorization")}`),
  ],
  [
    "in its causes",
    (init: RequestInit) =>
      new TypeError("fetch failed", { cause: new Error(new Headers(init.headers).get("authorization") ?? "") }),
  ],
  [
    "in its fields",
    (init: RequestInit) =>
      Object.assign(new Error("failed"), { config: { headers: Object.fromEntries(new Headers(init.headers)) } }),
  ],
  ["in the headers that it carries", (init: RequestInit) => Object.assign(new Error("failed"), { config: { init } })],
  [
    "in the request that it carries",
    (init: RequestInit) => Object.assign(new Error("failed"), { request: new Request("https://api.example", init) }),
  ],
])("does not repeat a failure of fetch that shows the key %s", async (_where, failure) => {
  const client = clientOf(async (_url, init) => {
    throw failure(init);
  });

  const error = await failureOf(client.chat.completions.create(request));

  expect(error).toBeInstanceOf(ConnectionError);
  expect(printed(error)).not.toContain(key);
  expect((error as Error).cause).toBeInstanceOf(Error);
});

test("keeps a failure of fetch as it is where it does not show the key", async () => {
  const failure = new TypeError("fetch failed", {
    cause: Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:1"), { code: "ECONNREFUSED" }),
  });
  const client = clientOf(async () => {
    throw failure;
  });

  const error = await failureOf(client.chat.completions.create(request));

  expect(error).toMatchObject({
    name: "ConnectionError",
    message:
      "POST /v1/chat/completions got no answer from https://api.example (connect ECONNREFUSED 127.0.0.1:1); check the network and baseURL",
    cause: failure,
  });
});

test("refuses a key that fetch would repeat in its complaint", async () => {
  const client = clientOf(async () => Response.json({}), { apiKey: () => "sk-one\nsk-two" });

  const error = await failureOf(client.models.list());

  expect(error).toMatchObject({ name: "OptionError", option: "apiKey" });
  expect(printed(error)).not.toContain("sk-");
});

test("never writes to the console", async () => {
  const spies = (["log", "info", "warn", "error", "debug"] as const).map((method) => vi.spyOn(console, method));
  const client = clientAnswering('{"error":{"message":"No"}}', { status: 500 });

  await failureOf(client.chat.completions.create(request));

  for (const spy of spies) expect(spy).not.toHaveBeenCalled();
});
