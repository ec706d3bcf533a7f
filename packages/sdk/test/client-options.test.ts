import { expect, test, vi } from "vitest";
import { createChatCompletions } from "../src/chat/index.js";
import { createClient } from "../src/client.js";
import {
  type ClientOptions,
  type Middleware,
  ModelAccess,
  OptionError,
  type RetryReason,
  resolveBaseURL,
} from "../src/index.js";
import { createMessages } from "../src/messages/index.js";
import { createModels } from "../src/models/index.js";
import { createResponses } from "../src/responses/index.js";
import { createUsage } from "../src/usage/index.js";
import { createVideos } from "../src/videos/index.js";
import { clientOf, exampleOf, failureOf, key, recordingClient, type SentRequest, thrownBy } from "./stub-service.js";

const apiKey = key;
const baseURL = "https://api.example/v1";

/** Returns what making a client of these options throws. */
const refusalOf = (options: object) => thrownBy(() => new ModelAccess(options));
const isTaken = (options: object) => new ModelAccess(options) instanceof ModelAccess;

const wrong: Record<string, unknown[]> = {
  apiKey: [undefined, "", "  ", 7, "sk-ключ", "sk-one\nsk-two"],
  baseURL: [undefined, "api.example", null, 7],
  fetch: ["fetch"],
  onRetry: ["log"],
  maxRetries: [-1, 1.5],
  maxRetryAfterMs: [Number.NaN],
  retryOn: [429, ...[200, 400, 407, 600, 429.5, "429"].map((reason) => [reason])],
  timeouts: [
    ...[0, -1, "60", Number.NaN].map((total) => ({ total })),
    ...[{ firstByte: 5 }, { toString: 5 }, 5_000, null],
  ],
  middleware: [[{}], () => {}],
  logger: [{ warn() {} }, null],
  signal: [new AbortController()],
  logLevel: ["loud"],
  maxEventBytes: [0, "1MB"],
};

test.each(Object.entries(wrong).flatMap(([option, values]) => values.map((value) => [option, value] as const)))(
  "throws at once for the %s %j, and names the option",
  (option, value) => {
    vi.stubEnv("MODEL_ACCESS_API_KEY", "");
    vi.stubEnv("MODEL_ACCESS_BASE_URL", "");

    const error = refusalOf({ apiKey, baseURL, [option]: value });

    expect(error).toBeInstanceOf(OptionError);
    expect(error).toMatchObject({ name: "OptionError", option, message: expect.stringContaining(option) });
  },
);

test("says that a key goes without its scheme", () => {
  expect(refusalOf({ apiKey: `Bearer ${key}`, baseURL })).toMatchObject({
    option: "apiKey",
    message: expect.stringContaining('leave out "Bearer"'),
  });
});

test("gives its fetch to whoever asks for something else, and no key with it", async () => {
  const seen: [string, RequestInit | undefined][] = [];
  const client = clientOf(async (url, init) => {
    seen.push([url, init]);
    return new Response("file");
  });

  const answer = await client.fetch("https://files.example/1", { method: "GET" });

  expect(await answer.text()).toBe("file");
  expect(seen).toEqual([["https://files.example/1", { method: "GET" }]]);
});

test("reads the key and the base URL from the environment, for a client that is made of another one later too", async () => {
  vi.stubEnv("MODEL_ACCESS_API_KEY", "sk-from-environment");
  vi.stubEnv("MODEL_ACCESS_BASE_URL", "https://other.example/v1");
  const calls: unknown[] = [];
  const client = new ModelAccess({
    fetch: async (url, init) => {
      calls.push([url, new Headers(init.headers).get("authorization")]);
      return Response.json(exampleOf("listModels", "200"));
    },
  });

  await client.models.list();
  vi.unstubAllEnvs();
  await client.withOptions({ maxRetries: 0 }).models.list();

  const call = ["https://other.example/v1/models", "Bearer sk-from-environment"];
  expect(calls).toEqual([call, call]);
});

test("works where the environment may not be read", () => {
  vi.stubGlobal("process", {
    get env() {
      throw new Error("NotCapable");
    },
  });

  expect(isTaken({ apiKey, baseURL })).toBe(true);
  expect(refusalOf({ apiKey })).toMatchObject({ option: "baseURL" });
});

test.each<[string, string | undefined, boolean]>([
  ...["http://localhost:4010", "http://127.0.0.1:4010/v1", "http://127.8.9.1", "http://[::1]:4010"].map(
    (url): [string, undefined, boolean] => [url, undefined, true],
  ),
  ["http://api.example/v1", undefined, false],
  ["http://10.0.0.7", undefined, false],
  ["http://localhost.example", undefined, false],
  ["http://127.0.0.1.example", undefined, false],
  ["http://gateway.localhost", undefined, false],
  ["http://mock:4010/v1", "mock", true],
  ["http://mock:4010/v1", "mock:4010", true],
  ["http://mock:4010/v1", "mock:4011", false],
  ["http://mock.example", "mock", false],
  ["http://mock.example", "*.example", false],
  ["http://mock.example", "*", false],
])("allows plain HTTP to %s where allowInsecureHosts has %s: %s", (insecure, host, isAllowed) => {
  const options = { apiKey, baseURL: insecure, ...(host && { allowInsecureHosts: [host] }) };

  if (isAllowed) return expect(isTaken(options)).toBe(true);
  expect(refusalOf(options)).toMatchObject({
    name: "OptionError",
    option: "baseURL",
    message: expect.stringMatching(/HTTPS.*allowInsecureHosts/),
  });
});

test("refuses to run in a web page", () => {
  vi.stubGlobal("window", { document: {} });

  expect(refusalOf({ apiKey, baseURL })).toMatchObject({ option: "dangerouslyAllowBrowser" });
  expect(isTaken({ apiKey, baseURL, dangerouslyAllowBrowser: true })).toBe(true);
});

test("sends a web page's call without a header that the service would have to allow", async () => {
  vi.stubGlobal("window", { document: {} });
  const { client, sent } = recordingClient(undefined, { dangerouslyAllowBrowser: true });

  await client.models.list();

  expect([...(sent[0]?.headers.keys() ?? [])]).toEqual(["accept", "authorization"]);
});

test("uses the fetch that is there when the call is made", async () => {
  const client = new ModelAccess({ apiKey, baseURL });
  vi.stubGlobal("fetch", async () => Response.json(exampleOf("listModels", "200")));

  const { object } = await client.models.list();

  expect(object).toBe("list");
});

test("asks a key function before every call", async () => {
  const keys = ["sk-first", "sk-second"];
  const { client, sent } = recordingClient(undefined, { apiKey: async () => keys.shift() ?? "" });

  await client.models.list();
  await client.models.list();
  const failure = await failureOf(client.models.list());

  expect(authorizationsOf(sent)).toEqual(["Bearer sk-first", "Bearer sk-second"]);
  expect(failure).toMatchObject({ name: "OptionError", option: "apiKey" });
});

test("passes on what a key function throws", async () => {
  const outage = new Error("The vault is sealed.");
  const { client } = recordingClient(undefined, {
    apiKey: () => {
      throw outage;
    },
  });

  expect(await failureOf(client.models.list())).toBe(outage);
});

test("takes a key for one call alone, and the white space off one that was read from a file", async () => {
  const { client, sent } = recordingClient(undefined, { apiKey: `${key}\n` });

  await client.models.list({}, { apiKey: "sk-of-this-call" });
  await client.models.list();

  expect(authorizationsOf(sent)).toEqual(["Bearer sk-of-this-call", `Bearer ${key}`]);
});

test("keeps to the options that it was made with, whatever becomes of their object", async () => {
  const options: ClientOptions & { retryOn: RetryReason[]; middleware: Middleware[] } = {
    maxRetries: 0,
    retryOn: [],
    middleware: [],
  };
  const fetch = vi.fn(async () => new Response(null, { status: 503 }));
  const passed = vi.fn();
  const client = clientOf(fetch, options);
  options.maxRetries = 1;
  options.retryOn.push(503);
  options.middleware.push(async (_attempt, next) => {
    passed();
    await next();
  });

  await failureOf(client.models.list({}, { maxRetries: 1 }));
  await failureOf(client.withOptions({}).models.list());

  expect(fetch).toHaveBeenCalledTimes(2);
  expect(passed).not.toHaveBeenCalled();
});

test("serves each resource that is made of a client without methods", async () => {
  const replies: Record<string, unknown> = {
    "/v1/chat/completions": exampleOf("createChatCompletion", "200"),
    "/v1/messages": exampleOf("createMessage", "200"),
    "/v1/responses": exampleOf("createResponse", "200"),
    "/v1/models": exampleOf("listModels", "200"),
    "/usage/current_balance": exampleOf("getCurrentBalance", "200"),
    "/v1/videos": exampleOf("createVideo", "200"),
  };
  const fetch = async (url: string) => Response.json(replies[new URL(url).pathname]);
  const client = createClient({ apiKey, baseURL, fetch });
  const messages = [{ role: "user", content: "Name one prime." } as const];

  expect(await createChatCompletions(client).create({ model: "m", messages })).toHaveProperty("choices");
  expect(await createMessages(client).create({ model: "m", max_tokens: 9, messages })).toHaveProperty("content");
  expect(await createResponses(client).create({ model: "m", input: "Hello" })).toHaveProperty("output_text");
  expect(await createModels(client).list()).toHaveProperty("data");
  expect(await createUsage(client).balance()).toHaveProperty("current_point_balance");
  expect(await createVideos(client).create({ model: "m", prompt: "Drift." })).toHaveProperty("status");
});

function authorizationsOf(sent: SentRequest[]): (string | null)[] {
  return sent.map(({ headers }) => headers.get("authorization"));
}

// Base URLs

test.each([
  ["https://api.example", "https://api.example"],
  ["https://api.example/", "https://api.example"],
  ["https://api.example/v1", "https://api.example"],
  ["https://api.example/v1/", "https://api.example"],
  ["https://api.example//", "https://api.example"],
  ["https://api.example/gateway", "https://api.example/gateway"],
  ["https://api.example/gateway/v1", "https://api.example/gateway"],
  ["https://api.example/gateway/v1/", "https://api.example/gateway"],
  ["https://api.example/v1/gateway/v1", "https://api.example/v1/gateway"],
  ["https://api.example/v12", "https://api.example/v12"],
  [" HTTPS://API.example:8443/v1 ", "https://api.example:8443"],
  ["http://127.0.0.1:4010/v1", "http://127.0.0.1:4010"],
  // What people copy from a curl line.
  ["https://api.example/v1/chat/completions", "https://api.example"],
  ["https://api.example/gateway/v1/messages/", "https://api.example/gateway"],
  ["https://api.example/messages", "https://api.example/messages"],
])("reads %s as %s", (input, root) => {
  expect(resolveBaseURL(input)).toBe(root);
});

test.each(["", "api.example/v1", "ftp://api.example", "https://", "/v1"])(
  "refuses %j, which is no http(s) URL",
  (input) => {
    expect(() => resolveBaseURL(input)).toThrow(OptionError);
  },
);

test("does not repeat a password that a base URL holds", () => {
  const attempt = () => resolveBaseURL("https://user:hunter2@api.example/v1");

  expect(attempt).toThrow(/user name/);
  expect(attempt).not.toThrow(/hunter2/);
});

test.each([
  ["https://api.example", "https://api.example/v1/models"],
  ["https://api.example/v1/", "https://api.example/v1/models"],
  ["https://api.example/gateway/v1", "https://api.example/gateway/v1/models"],
])("calls %s at the path of the contract", async (baseURL, expected) => {
  const { client, sent } = recordingClient(undefined, { baseURL });

  await client.models.list();

  expect(sent.map(({ url }) => url)).toEqual([expected]);
});
