import { inspect } from "node:util";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { createRedactor } from "../src/transport/redact.js";
import { clientAnswering, clientOf, exampleOf, failureOf, key, streamRequest } from "./stub-service.js";

const printer = { depth: Infinity, showHidden: true, getters: true, maxStringLength: null } as const;

test("takes the key out of what the service says of a video that failed", async () => {
  const video = { ...(exampleOf("retrieveVideo", "200") as object), id: "video_1", status: "failed" };
  const said = { code: key, message: `The key ${key} may not make videos` };
  const client = clientAnswering(JSON.stringify({ ...video, error: said }));

  const error = await failureOf(client.videos.waitFor("video_1"));

  expect(String(error)).not.toContain(key);
  expect(inspect(error)).not.toContain(key);
});

test("keeps no half of a long key in the excerpt of a page that repeats it twice", async () => {
  const long = `eyJ${"abcdefghijklmnopqrstuvwx".repeat(60)}`;
  const client = clientAnswering(`<p>${long}</p><p>${long}</p>`, { headers: { "content-type": "text/html" } });

  const error = (await failureOf(client.models.list({}, { apiKey: long }))) as { excerpt: string };

  expect(error.excerpt).not.toContain("abcdefghijklmnopqrstuvwx");
});

test("keeps no half of a key at the end of a refusal's first million characters", async () => {
  const text = `${"x".repeat(1_000_000 - 10)}${key}${"y".repeat(100)}`;
  const client = clientAnswering(text, { status: 400, headers: { "content-type": "text/plain" } });

  const error = (await failureOf(client.models.list())) as { body: string };

  expect(error.body.slice(-20)).not.toContain(key.slice(0, 10));
});

test("takes the key out of the media type that it quotes", async () => {
  const client = clientAnswering("{}", { headers: { "content-type": `application/${key}` } });

  expect(String(await failureOf(client.models.list()))).not.toContain(key);
});

test("takes the key out of a refusal's media type that it quotes", async () => {
  const client = clientAnswering("no", { status: 502, headers: { "content-type": `application/${key}` } });

  expect(String(await failureOf(client.models.list()))).not.toContain(key);
});

test("takes the key out of the address that a redirect points to", async () => {
  const client = clientAnswering("", { status: 302, headers: { location: `https://${key}.example/` } });

  expect(String(await failureOf(client.models.list()))).not.toContain(key);
});

class LateMessage extends Error {
  override get message(): string {
    return `Bearer ${key} was refused`;
  }
}

test.each([
  ["an error whose message is a getter", new LateMessage()],
  ["what is no error, but has words", { toString: (): string => `Bearer ${key} was refused` }],
  ["a cause of an error", new Error("fetch failed", { cause: new LateMessage() })],
])("takes the key out of the message where fetch throws %s", async (_what, thrown) => {
  const client = clientOf(async () => {
    throw thrown;
  });

  expect(String(await failureOf(client.models.list()))).not.toContain(key);
});

test.each(["new Map([['authorization', key]])", "new Set([key])"])(
  "takes the key out of a cause of another realm that has it in %s",
  async (code) => {
    const cause = runInNewContext(`Object.assign(new TypeError("fetch failed"), { details: ${code} })`, { key });
    const client = clientOf(async () => {
      throw cause;
    });

    expect(inspect(await failureOf(client.models.list()), printer)).not.toContain(key);
  },
);

test("types a failure whose cause is a proxy that answers nothing", async () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const client = clientOf(async () => {
    throw Object.assign(new TypeError("fetch failed"), { request: proxy });
  });

  expect(await failureOf(client.models.list())).toMatchObject({ name: "ConnectionError" });
});

test("looks at no byte of a buffer that a cause has", () => {
  const text = createRedactor(() => [key]);
  const buffer = new Uint8Array(1000);
  const seen: unknown[] = [];
  const original = Reflect.getOwnPropertyDescriptor;
  Reflect.getOwnPropertyDescriptor = (target, name) => {
    if (target === buffer) seen.push(name);
    return original(target, name);
  };
  try {
    text.cause(Object.assign(new Error("fetch failed"), { body: buffer }));
  } finally {
    Reflect.getOwnPropertyDescriptor = original;
  }

  expect(seen).toHaveLength(0);
});

test("gives up the search of a cause after 10 000 parts, of one list too", () => {
  const list = Array.from({ length: 30_000 }, (_, index) => `part ${index}`);
  let looks = 0;
  const original = String.prototype.replaceAll;
  String.prototype.replaceAll = function (this: string, ...args: [never, never]) {
    looks++;
    return original.apply(this, args);
  } as typeof original;
  try {
    createRedactor(() => [key]).cause(Object.assign(new Error("fetch failed"), { list }));
  } finally {
    String.prototype.replaceAll = original;
  }

  expect(looks).toBeLessThan(20_000);
});

test("keeps a key that is a number out of a log without failing the call", async () => {
  const lines: string[] = [];
  const say = (message: string, details: object) => void lines.push(`${message} ${JSON.stringify(details)}`);
  let nowMs = 0;
  const client = clientOf(
    async () => {
      nowMs += 12_345;
      return Response.json(exampleOf("listModels", "200"));
    },
    {
      apiKey: "1234",
      logger: { error: say, warn: say, info: say, debug: say },
      logLevel: "debug",
      clock: { now: () => nowMs },
    },
  );

  expect(await client.models.list()).toEqual(exampleOf("listModels", "200"));
});

test("reads the error of a refusal whose code has the digits of the key", async () => {
  const client = clientAnswering('{"error":{"message":"No such model","code":123456}}', { status: 400 }).withOptions({
    apiKey: "1234",
  });

  expect(String(await failureOf(client.models.list()))).toContain("No such model");
});

test.each(["authorization", "x-api-key"])("lets no header of the raw client set the key: %s", async (name) => {
  const sent: Headers[] = [];
  const client = clientOf(
    async (_url, { headers }) => {
      sent.push(new Headers(headers));
      return Response.json(exampleOf("listModels", "200"));
    },
    { keyHeader: name === "authorization" ? "x-api-key" : "authorization" },
  );

  await client.raw.GET("/v1/models", { headers: { [name]: "sk-of-somebody-else" } }).catch(() => {});

  expect(sent.map((headers) => headers.get(name))).not.toContain("sk-of-somebody-else");
});

test("takes a key out that JSON in JSON escapes twice", async () => {
  const apiKey = "sk-a/b/c/d0123";
  const inner = String.raw`{"key":"sk-a\/b\/c\/d0123"}`;
  const client = clientAnswering(JSON.stringify({ error: { message: `upstream said ${inner}` } }), { status: 400 });

  const error = await failureOf(client.models.list({}, { apiKey }));

  expect(String(error)).not.toContain(String.raw`sk-a\/b\/c\/d0123`);
});

test("tells what the service said in a 200 that holds an error in place of a stream", async () => {
  const body = { error: { message: "The model is overloaded", type: "api_error" } };
  const client = clientAnswering(JSON.stringify(body));

  expect(await failureOf(client.chat.completions.create(streamRequest))).toMatchObject({
    name: "ResponseFormatError",
    message: expect.stringContaining("The model is overloaded"),
  });
});

test("reports no unhandled rejection of a call whose body is missing", async () => {
  const unhandled: unknown[] = [];
  const listen = (reason: unknown) => void unhandled.push(reason);
  process.on("unhandledRejection", listen);
  try {
    const client = clientAnswering("{}");
    try {
      await client.chat.completions.create(undefined as never);
    } catch {}
    await new Promise((resolve) => setTimeout(resolve, 10));
  } finally {
    process.off("unhandledRejection", listen);
  }

  expect(unhandled).toEqual([]);
});

test("takes the key out of a cause whose stack alone has it", async () => {
  const cause = new Error(`Bearer ${key} was refused`);
  void cause.stack;
  cause.message = "fetch failed";
  const client = clientOf(async () => {
    throw cause;
  });

  expect(inspect(await failureOf(client.models.list()))).not.toContain(key);
});

test("shows no key of one call in the request that a middleware of openapi-fetch gets", async () => {
  let shown = "";
  const client = clientAnswering(JSON.stringify(exampleOf("listModels", "200")));
  client.raw.use({
    onRequest({ request }) {
      shown = inspect(request, printer);
    },
  });

  await client.models.list({}, { apiKey: "sk-of-one-call" });

  expect(shown).not.toContain("sk-of-one-call");
});

test("looks for escaped keys only where a text escapes what a key can have", () => {
  const keys = Array.from({ length: 100 }, (_, index) => `sk-tenant-${index}-0123456789`);
  const original = String.prototype.replace;
  let searches = 0;
  String.prototype.replace = function (this: string, pattern: never, by: never) {
    if ((pattern as unknown) instanceof RegExp && String(pattern).length > 100) searches++;
    return original.call(this, pattern, by);
  } as typeof original;
  try {
    // As in every prompt of more than one line.
    createRedactor(() => keys).text(JSON.stringify({ content: "one line\nand another\twith 5 % of a tab" }));
  } finally {
    String.prototype.replace = original;
  }

  expect(searches).toBe(0);
});
