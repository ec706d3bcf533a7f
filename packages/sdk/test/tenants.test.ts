import { inspect } from "node:util";
import { expect, test } from "vitest";
import { type ClientOptions, ConnectionError, type Middleware, type ResponseFormatError } from "../src/index.js";
import { clientAnswering, clientOf, exampleOf, failureOf, key, request } from "./stub-service.js";

const keyOf = (index: number) => `sk-tenant-${String(index).padStart(4, "0")}-secret`;
const tenants = Array.from({ length: 150 }, (_, index) => index);

/** A service that waits until all tenants have called, and then repeats each its key. */
function echoingService(options: ClientOptions = {}) {
  let waiting = 0;
  let answer = () => {};
  const all = new Promise<void>((resolve) => {
    answer = resolve;
  });
  return clientOf(async (_url, init) => {
    if (++waiting === tenants.length) answer();
    await all;
    const sent = new Headers(init.headers).get("authorization")?.slice("Bearer ".length);
    return Response.json({ error: { message: `Unknown key ${sent}.`, code: sent } }, { status: 401 });
  }, options);
}

test("shows no key of 150 calls under way at once, each with its own", async () => {
  const client = echoingService();

  const errors = await Promise.all(
    tenants.map((index) => failureOf(client.chat.completions.create(request, { apiKey: keyOf(index) }))),
  );

  for (const error of errors) expect(error).toMatchObject({ status: 401, code: "[key]" });
  expect(inspect(errors, { depth: Infinity, getters: true, maxArrayLength: null })).not.toContain("sk-tenant");
});

test("shows no key of 150 calls under way at once, where a function gives them", async () => {
  let given = 0;
  const client = echoingService({ apiKey: () => keyOf(given++) });

  const errors = await Promise.all(tenants.map(() => failureOf(client.models.list())));

  expect(inspect(errors, { depth: Infinity, getters: true, maxArrayLength: null })).not.toContain("sk-tenant");
});

const causes: [string, unknown][] = [
  ["a Map", { entries: new Map([["authorization", `Bearer ${key}`]]) }],
  ["a key of a Map", { entries: new Map([[key, 1]]) }],
  ["a Set", { keys: new Set([key]) }],
  ["a URL", { url: new URL(`https://api.example/?key=${key}`) }],
  ["a property name", { [key]: true }],
  ["a symbol", { [Symbol(key)]: true }],
];

test.each(causes)("takes the key out of a cause that has it in %s", async (_where, details) => {
  const client = clientOf(async () => {
    throw Object.assign(new TypeError("fetch failed"), details);
  });

  const error = await failureOf(client.models.list());

  expect(error).toBeInstanceOf(ConnectionError);
  expect(inspect(error, { depth: Infinity, showHidden: true, getters: true })).not.toContain(key);
  expect(error).toMatchObject({ cause: { message: "fetch failed" } });
});

test.each([
  ["slashes that JSON escapes", "sk-a/b/c/d0123", String.raw`sk-a\/b\/c\/d0123`],
  ["characters that JSON escapes", "sk-abcd-0123", String.raw`\u0073k-\u0061bcd-0123`],
  ["characters that a URL escapes", "sk-a+b/c=0123", "sk-a%2Bb%2fc%3D0123"],
])("finds a key with %s in what came", async (_what, apiKey, written) => {
  const client = clientAnswering(`{"key": "${written}", cut`).withOptions({ apiKey });

  const error = (await failureOf(client.models.list())) as ResponseFormatError;

  expect(error.excerpt).toBe('{"key": "[key]", cut');
});

test("takes the key out of the names of an error body's members", async () => {
  const client = clientAnswering(`{"error": {"message": "No", "${key}": 1}}`, { status: 400 });

  expect(await failureOf(client.models.list())).toMatchObject({ body: { error: { message: "No", "[key]": 1 } } });
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
      return Response.json(exampleOf("listModels", "200"), { headers: { "x-request-id": authorization } });
    },
    { apiKey: async () => "sk-late-0123456789", middleware: [watching] },
  );

  await client.models.list();

  expect(seen).toContain("Bearer [key]");
  expect(JSON.stringify(seen)).not.toContain("sk-late");
});
