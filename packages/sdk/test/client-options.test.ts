import { afterEach, expect, test, vi } from "vitest";
import { ModelAccess, OptionError } from "../src/index.js";
import { clientOf, exampleOf, failureOf, key } from "./stub-service.js";

const apiKey = key;
const baseURL = "https://api.example/v1";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

function thrownBy(options: object): unknown {
  try {
    new ModelAccess(options);
  } catch (error) {
    return error;
  }
  return undefined;
}

test.each([
  [{ baseURL }, "apiKey"],
  [{ apiKey: "", baseURL }, "apiKey"],
  [{ apiKey: "  ", baseURL }, "apiKey"],
  [{ apiKey: 7, baseURL }, "apiKey"],
  [{ apiKey: "sk-ключ", baseURL }, "apiKey"],
  [{ apiKey: "sk-one\nsk-two", baseURL }, "apiKey"],
  [{ apiKey }, "baseURL"],
  [{ apiKey, baseURL: "api.example" }, "baseURL"],
  [{ apiKey, baseURL: null }, "baseURL"],
  [{ apiKey, baseURL: 7 }, "baseURL"],
  [{ apiKey, baseURL, fetch: "fetch" }, "fetch"],
  [{ apiKey, baseURL, onRetry: "log" }, "onRetry"],
  [{ apiKey, baseURL, middleware: [{}] }, "middleware"],
  [{ apiKey, baseURL, middleware: () => {} }, "middleware"],
  [{ apiKey, baseURL, logger: { warn() {} } }, "logger"],
  [{ apiKey, baseURL, logger: null }, "logger"],
  [{ apiKey, baseURL, signal: new AbortController() }, "signal"],
  [{ apiKey, baseURL, logLevel: "loud" }, "logLevel"],
  [{ apiKey, baseURL, maxEventBytes: 0 }, "maxEventBytes"],
  [{ apiKey, baseURL, maxEventBytes: "1MB" }, "maxEventBytes"],
])("throws at once for %j and names the option %s", (options, option) => {
  vi.stubEnv("MODEL_ACCESS_API_KEY", "");
  vi.stubEnv("MODEL_ACCESS_BASE_URL", "");

  const error = thrownBy(options);

  expect(error).toBeInstanceOf(OptionError);
  expect(error).toMatchObject({ name: "OptionError", option, message: expect.stringContaining(option) });
});

test("says that a key goes without its scheme", () => {
  expect(thrownBy({ apiKey: `Bearer ${key}`, baseURL })).toMatchObject({
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

test("refuses a controller in place of its signal", async () => {
  const options = { signal: new AbortController() as unknown as AbortSignal };

  const failure = await failureOf(clientOf(async () => Response.json({})).models.list({}, options));

  expect(failure).toBeInstanceOf(OptionError);
  expect(failure).toMatchObject({ option: "signal" });
});

test("reads the key and the base URL from the environment", async () => {
  vi.stubEnv("MODEL_ACCESS_API_KEY", "sk-from-environment");
  vi.stubEnv("MODEL_ACCESS_BASE_URL", "https://other.example/v1");
  const calls: [string, string | null][] = [];
  const client = new ModelAccess({
    fetch: async (url, init) => {
      calls.push([url, new Headers(init.headers).get("authorization")]);
      return Response.json(exampleOf("listModels", "200"));
    },
  });

  await client.models.list();

  expect(calls).toEqual([["https://other.example/v1/models", "Bearer sk-from-environment"]]);
});

test("works where the environment may not be read", () => {
  vi.stubGlobal("process", {
    get env() {
      throw new Error("NotCapable");
    },
  });

  expect(thrownBy({ apiKey, baseURL })).toBeUndefined();
  expect(thrownBy({ apiKey })).toMatchObject({ option: "baseURL" });
});

test.each(["http://localhost:4010", "http://127.0.0.1:4010/v1", "http://127.8.9.1", "http://[::1]:4010"])(
  "allows plain HTTP to the loopback address %s",
  (loopback) => {
    expect(thrownBy({ apiKey, baseURL: loopback })).toBeUndefined();
  },
);

test.each([
  "http://api.example/v1",
  "http://10.0.0.7",
  "http://localhost.example",
  "http://127.0.0.1.example",
  "http://gateway.localhost",
])("refuses plain HTTP to %s", (insecure) => {
  const error = thrownBy({ apiKey, baseURL: insecure });

  expect(error).toBeInstanceOf(OptionError);
  expect(error).toMatchObject({ option: "baseURL", message: expect.stringMatching(/HTTPS.*allowInsecureHosts/) });
});

test.each([
  ["http://mock:4010/v1", "mock", true],
  ["http://mock:4010/v1", "mock:4010", true],
  ["http://mock:4010/v1", "mock:4011", false],
  ["http://mock.example", "mock", false],
  ["http://mock.example", "*.example", false],
  ["http://mock.example", "*", false],
])("allows plain HTTP to %s where %s is in allowInsecureHosts: %s", (insecure, host, isAllowed) => {
  expect(thrownBy({ apiKey, baseURL: insecure, allowInsecureHosts: [host] }) === undefined).toBe(isAllowed);
});

test("refuses to run in a web page", () => {
  vi.stubGlobal("window", { document: {} });

  expect(thrownBy({ apiKey, baseURL })).toMatchObject({ option: "dangerouslyAllowBrowser" });
  expect(thrownBy({ apiKey, baseURL, dangerouslyAllowBrowser: true })).toBeUndefined();
});

test("sends a web page's call without a header that the service would have to allow", async () => {
  vi.stubGlobal("window", { document: {} });
  let names: string[] = [];
  const client = clientOf(
    async (_url, init) => {
      names = [...new Headers(init.headers).keys()];
      return Response.json(exampleOf("listModels", "200"));
    },
    { dangerouslyAllowBrowser: true },
  );

  await client.models.list();

  expect(names).toEqual(["accept", "authorization"]);
});

test("uses the fetch that is there when the call is made", async () => {
  const client = new ModelAccess({ apiKey, baseURL });
  vi.stubGlobal("fetch", async () => Response.json(exampleOf("listModels", "200")));

  const { object } = await client.models.list();

  expect(object).toBe("list");
});

test("asks a key function before every call", async () => {
  const keys = ["sk-first", "sk-second"];
  const sent: (string | null)[] = [];
  const client = clientOf(
    async (_url, init) => {
      sent.push(new Headers(init.headers).get("authorization"));
      return Response.json(exampleOf("listModels", "200"));
    },
    { apiKey: async () => keys.shift() ?? "" },
  );

  await client.models.list();
  await client.models.list();
  const failure = await failureOf(client.models.list());

  expect(sent).toEqual(["Bearer sk-first", "Bearer sk-second"]);
  expect(failure).toMatchObject({ name: "OptionError", option: "apiKey" });
});

test("passes on what a key function throws", async () => {
  const outage = new Error("The vault is sealed.");
  const client = clientOf(async () => Response.json({}), {
    apiKey: () => {
      throw outage;
    },
  });

  expect(await failureOf(client.models.list())).toBe(outage);
});

test("takes a key for one call alone", async () => {
  const sent: (string | null)[] = [];
  const client = clientOf(async (_url, init) => {
    sent.push(new Headers(init.headers).get("authorization"));
    return Response.json(exampleOf("listModels", "200"));
  });

  await client.models.list({}, { apiKey: "sk-of-this-call" });
  await client.models.list();

  expect(sent).toEqual(["Bearer sk-of-this-call", `Bearer ${key}`]);
});

test("takes the white space off a key that was read from a file", async () => {
  let sent: string | null = null;
  const client = clientOf(
    async (_url, init) => {
      sent = new Headers(init.headers).get("authorization");
      return Response.json(exampleOf("listModels", "200"));
    },
    { apiKey: `${key}\n` },
  );

  await client.models.list();

  expect(sent).toBe(`Bearer ${key}`);
});
