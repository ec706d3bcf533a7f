import { expect, test, vi } from "vitest";
import { AbortError, ConnectionError, OptionError } from "../src/index.js";
import { createPacer } from "../src/points/index.js";
import {
  clientAnswering,
  clientOf,
  exampleOf,
  failureAfter,
  failureOf,
  key,
  recordingClient,
  request,
  silentFetch,
  streamRequest,
} from "./stub-service.js";
import { openStream } from "./stub-streams.js";
import { createTestClock, settle } from "./test-clock.js";

test("reaches every operation with the key and the base URL filled in", async () => {
  const balance = exampleOf("getCurrentBalance", "200");
  const { client, sent } = recordingClient([balance]);

  const { data, error } = await client.raw.GET("/usage/current_balance");

  expect(sent).toMatchObject([{ method: "GET", url: "https://api.example/usage/current_balance" }]);
  expect(sent[0]?.headers.get("authorization")).toBe(`Bearer ${key}`);
  expect(data).toEqual(balance);
  expect(error).toBeUndefined();
});

test("gives a refusal back instead of throwing it", async () => {
  const client = clientAnswering(exampleOf("createChatCompletion", "402"), { status: 402 });

  const { data, error, response } = await client.raw.POST("/v1/chat/completions", { body: request });

  expect(data).toBeUndefined();
  expect(error).toEqual(exampleOf("createChatCompletion", "402"));
  expect(response.status).toBe(402);
});

test("throws a typed error when no answer comes", async () => {
  const client = clientOf(async () => {
    throw new TypeError("fetch failed");
  });

  expect(await failureOf(client.raw.GET("/v1/models"), ConnectionError)).toMatchObject({
    message: "GET /v1/models got no answer from https://api.example (fetch failed); check the network and baseURL",
  });
});

test.each([
  ["vid_1", "https://api.example/v1/videos/vid_1"],
  ["a/b?c#d", "https://api.example/v1/videos/a%2Fb%3Fc%23d"],
  ["../models", "https://api.example/v1/videos/..%2Fmodels"],
])("encodes the id %s into the path", async (video_id, expected) => {
  const { client, sent } = recordingClient([exampleOf("retrieveVideo", "200")]);

  await client.raw.GET("/v1/videos/{video_id}", { params: { path: { video_id } } });

  expect(new URL(sent[0]?.url ?? "").href).toBe(expected);
});

test.each(["..", ".", ""])("refuses the id %j, which would lead to another route", async (video_id) => {
  const call = clientAnswering("{}").raw.GET("/v1/videos/{video_id}", { params: { path: { video_id } } });

  expect(await failureOf(call)).toMatchObject({ option: "video_id" });
});

test.each(["https://elsewhere.example", "https://api.example.elsewhere.example", "http://api.example"])(
  "sends the key to no other address than the client's, such as %s",
  async (baseUrl) => {
    const fetch = vi.fn();

    expect(await failureOf(clientOf(fetch).raw.GET("/v1/models", { baseUrl }))).toMatchObject({
      name: "OptionError",
      option: "baseUrl",
    });
    expect(fetch).not.toHaveBeenCalled();
  },
);

test.each(["client", "call"])("ends a call by the signal of the %s, where both have one", async (whose) => {
  const controllers = { client: new AbortController(), call: new AbortController() };
  const client = clientOf(silentFetch, { signal: controllers.client.signal });

  const failing = failureOf(client.raw.GET("/v1/models", { signal: controllers.call.signal }));
  await settle();
  controllers[whose as "client" | "call"].abort();

  expect(await failing).toBeInstanceOf(AbortError);
});

test("hands its middleware a request that it can read and change, without the key, of every call", async () => {
  const { client, sent } = recordingClient();
  const seen: unknown[] = [];
  client.raw.use({
    onRequest({ request }) {
      seen.push(request.method, request.url, request.headers.get("authorization"));
      request.headers.set("x-trace", "abc");
      return request;
    },
  });

  await client.raw.GET("/v1/models");
  await client.models.list();

  expect(seen).toEqual(Array.from({ length: 2 }, () => ["GET", "https://api.example/v1/models", null]).flat());
  expect(sent.map(({ headers }) => headers.get("x-trace"))).toEqual(["abc", "abc"]);
});

test("gives fetch an address and an init, never a Request", async () => {
  const types: string[] = [];
  const client = clientOf(async (url, init) => {
    types.push(typeof url, init.constructor.name);
    return Response.json(exampleOf("listModels", "200"));
  });

  await client.raw.GET("/v1/models");

  expect(types).toEqual(["string", "Object"]);
});

const models = async () => Response.json(exampleOf("listModels", "200"));

test("gives the place in the pacer back when a middleware of openapi-fetch replaces an answer", async () => {
  const client = clientOf(models, { middleware: [createPacer({ concurrency: 1 })] });
  client.raw.use({ onResponse: () => Response.json({ object: "list", data: [] }) });
  await client.raw.GET("/v1/models");

  let answered = false;
  client.raw.GET("/v1/models").then(() => {
    answered = true;
  });
  await settle();

  expect(answered).toBe(true);
});

test("sends no key to an address that a middleware of openapi-fetch puts in place of the client's", async () => {
  const asked: string[] = [];
  const client = clientOf(async (url) => {
    asked.push(url);
    return models();
  });
  client.raw.use({
    onRequest({ request }) {
      Object.assign(request, { url: "https://elsewhere.example/v1/models" });
    },
  });

  expect(await failureOf(client.models.list())).toBeInstanceOf(OptionError);
  expect(asked).toEqual([]);
});

/** Middleware of openapi-fetch that waits, and obeys its signal. */
const waiting = {
  onRequest: ({ request: { signal } }: { request: Request }) =>
    new Promise<undefined>((_resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason));
    }),
};

const slowDown = () => Response.json({ error: { message: "Slow down" } }, { status: 429 });
type Use = Parameters<ReturnType<typeof clientOf>["raw"]["use"]>[0];

test.each<[string, Use, (controller: AbortController, advance: (ms: number) => void) => void, object]>([
  ["ends by its signal while one waits", waiting, (controller) => controller.abort(), { name: "AbortError" }],
  ["counts the wait of one to the total deadline", waiting, (_, advance) => advance(2000), { phase: "total" }],
  ["throws the class of a refusal by one", { onRequest: slowDown }, () => {}, { name: "RateLimitError", status: 429 }],
])("with middleware of openapi-fetch, a named call %s", async (_what, middleware, happen, expected) => {
  const { clock, advance } = createTestClock();
  const controller = new AbortController();
  const client = clientOf(silentFetch, { clock, timeouts: { total: 1000 } });
  client.raw.use(middleware);
  const list = client.models.list({}, { signal: controller.signal });

  expect(await failureAfter(list, () => happen(controller, advance))).toMatchObject(expected);
});

test("watches a stream with which a middleware of openapi-fetch answers itself", async () => {
  const { clock, advance } = createTestClock();
  const client = clientOf(silentFetch, { clock, timeouts: { firstContent: 1000 } });
  client.raw.use({ onRequest: () => openStream().answer });
  const failure = await failureAfter((await client.chat.completions.create(streamRequest)).final(), () =>
    advance(2000),
  );

  expect(failure).toMatchObject({ name: "TimeoutError" });
});

test.each(["authorization", "x-api-key"] as const)("lets no header set the key: %s", async (name) => {
  const keyHeader = name === "authorization" ? "x-api-key" : "authorization";
  const { client, sent } = recordingClient(undefined, { keyHeader });

  await client.raw.GET("/v1/models", { headers: { [name]: "sk-of-somebody-else" } }).catch(() => {});

  expect(sent.map(({ headers }) => headers.get(name))).not.toContain("sk-of-somebody-else");
});
