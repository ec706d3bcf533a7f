import { expect, test, vi } from "vitest";
import {
  type CallEnd,
  type CallOptions,
  type CallUsage,
  type ClientOptions,
  type Fetch,
  type Middleware,
  type ModelAccess,
  RateLimitError,
  StreamIncompleteError,
} from "../src/index.js";
import { createPacer, createPriceTable, createSpendGuard } from "../src/points/index.js";
import { relay } from "../src/relay.js";
import {
  clientAnswering,
  clientOf,
  collectingEnds,
  exampleOf,
  failureOf,
  request,
  streamRequest,
  unhandledIn,
} from "./stub-service.js";
import {
  bytesOf,
  chunkOf,
  clientStreaming,
  collect,
  openStream,
  streamText,
  wholeStreamOf,
  wireForms,
} from "./stub-streams.js";
import { createTestClock, settle } from "./test-clock.js";

const usage = {
  prompt_tokens: 100,
  completion_tokens: 7,
  total_tokens: 107,
  prompt_tokens_details: { cached_tokens: 40 },
};
const used = { inputTokens: 60, outputTokens: 7, cacheReadTokens: 40 };
const seven = streamText(chunkOf({ content: "7" }));
const wholeStream = streamText(chunkOf({ content: "7" }), { ...chunkOf({}, "stop"), usage }, "[DONE]");
const models = exampleOf("listModels", "200");
const completion = exampleOf("createChatCompletion", "200") as object;

/** A client and how its calls ended so far. */
function ending(fetch: Fetch, options: ClientOptions = {}): { client: ModelAccess; ends: CallEnd[] } {
  const { ends, options: collecting } = collectingEnds();
  return { client: clientOf(fetch, { ...collecting, ...options }), ends };
}
const endingStream = (text: string) => ending(async () => wholeStreamOf(text));
const openCall = (options?: ClientOptions) => ending(async () => openStream(seven).answer, options);

/** An answer whose body begins and never ends. */
function stalled(type: string): Response {
  const body = new ReadableStream({ start: (controller) => controller.enqueue(bytesOf("{")) });
  return new Response(body, { headers: { "content-type": type } });
}

test("tells once how a plain call ended, with its tokens", async () => {
  const headers = { "x-request-id": "req-1" };
  const { client, ends } = ending(async () => Response.json({ ...completion, usage }, { headers }));

  await client.chat.completions.create(request).withResponse();

  expect(ends).toEqual([
    {
      operation: "POST /v1/chat/completions",
      model: request.model,
      outcome: "complete",
      error: undefined,
      usage: used,
      points: undefined,
      mayHaveBeenProcessed: "yes",
      status: 200,
      attempts: 1,
      durationMs: expect.any(Number),
      firstContentMs: undefined,
      requestId: "req-1",
    },
  ]);
});

test.each(wireForms)("tells of a stream when it was read to its end, $form", async (form) => {
  const { ends, options } = collectingEnds();
  const stream = clientStreaming(wholeStream, options, form).chat.completions.stream(request);

  for await (const _ of stream) expect(ends).toEqual([]);

  expect(ends).toMatchObject([{ outcome: "complete", usage: used, firstContentMs: expect.any(Number) }]);
});

test("tells of a stream that was left, and of one that was left before it began", async () => {
  const { client, ends } = endingStream(wholeStream);

  for await (const _ of client.chat.completions.stream(request)) break;
  await client.chat.completions.stream(request)[Symbol.asyncDispose]();

  expect(ends).toMatchObject([
    { outcome: "cancelled", error: undefined, mayHaveBeenProcessed: "yes" },
    { outcome: "cancelled" },
  ]);
});

test("tells of a stream that was cut", async () => {
  const { client, ends } = endingStream(streamText({ ...chunkOf({ content: "7" }), usage }));

  const error = await failureOf(client.chat.completions.stream(request).final(), StreamIncompleteError);

  expect(ends).toMatchObject([{ outcome: "truncated", error, usage: used }]);
});

test("tells of a refusal after all attempts", async () => {
  const refusal = async () => Response.json({ error: { message: "Slow down" } }, { status: 429 });
  const { client, ends } = ending(refusal, { maxRetries: 2, clock: { random: () => 0 } });

  const error = await failureOf(client.chat.completions.create(request), RateLimitError);

  expect(ends).toMatchObject([{ outcome: "failed", error, attempts: 3, status: 429, mayHaveBeenProcessed: "no" }]);
});

test.each<[string, CallOptions, string]>([
  ["an abort", { signal: AbortSignal.abort() }, "cancelled"],
  ["an option that is wrong", { maxRetries: -1 }, "failed"],
  ["a key function that throws", { apiKey: () => Promise.reject(new Error("no key today")) }, "failed"],
])("tells of %s, before which nothing was sent", async (_what, callOptions, outcome) => {
  const { client, ends } = ending(async () => Response.json({}));

  const error = await failureOf(client.chat.completions.create(request, callOptions));

  expect(ends).toMatchObject([{ outcome, error, attempts: 0, status: undefined, mayHaveBeenProcessed: "no" }]);
});

test("tells of a reply that no contract knows", async () => {
  const { client, ends } = ending(async () => Response.json({}));

  const error = await failureOf(client.models.list());

  expect(ends).toMatchObject([{ operation: "GET /v1/models", model: undefined, outcome: "failed", error }]);
});

test("names the bot that was asked", async () => {
  const { client, ends } = endingStream("event: done\ndata: {}\n\n");

  await collect(client.bots.respond({ bot: "My Bot", messages: [] }));

  expect(ends).toMatchObject([{ model: "My Bot", outcome: "complete" }]);
});

test("tells once of a balance that was found at the second path, and logs no error", async () => {
  const error = vi.fn();
  const { client, ends } = ending(
    async (url) =>
      url.includes("/usage/")
        ? Response.json({ error: { message: "No such path" } }, { status: 404 })
        : Response.json(exampleOf("getCurrentBalance", "200")),
    { logger: { error, warn() {}, info() {}, debug() {} }, logLevel: "error" },
  );

  await client.usage.balance();

  expect(ends).toMatchObject([{ operation: "GET /v1/balance", outcome: "complete" }]);
  expect(error).not.toHaveBeenCalled();
});

// Answers that are handed over

test("tells of an answer that was handed over when its body was read", async () => {
  const { client, ends } = endingStream(wholeStream);
  const response = await client.chat.completions.create(streamRequest).asResponse();
  expect(ends).toEqual([]);

  await response.text();

  expect(ends).toMatchObject([{ outcome: "complete", usage: undefined }]);
});

test.each([
  ["complete", wholeStream, used],
  ["truncated", seven, undefined],
])("tells of an answer that was relayed what the relay saw: %s", async (outcome, text, expected) => {
  const { client, ends } = endingStream(text);

  await relay(await client.chat.completions.create(streamRequest).asResponse()).text();

  expect(ends).toMatchObject([{ outcome, usage: expected }]);
});

test("tells of a relayed answer that the signal of the page's request ended that it was cancelled", async () => {
  const { client, ends } = openCall();
  const page = new AbortController();
  const onDone = vi.fn();
  const call = client.chat.completions.create(streamRequest, { signal: page.signal });
  const reading = relay(await call.asResponse(), { onDone })
    .body?.pipeTo(new WritableStream())
    .catch(() => {});
  await settle();

  page.abort();
  await reading;

  expect(ends).toMatchObject([{ outcome: "cancelled" }]);
  expect(onDone).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ outcome: "cancelled" }));
});

// What nobody reads

type Opening = (client: ModelAccess, options: { signal: AbortSignal }) => PromiseLike<unknown>;

test.each<[string, Opening]>([
  ["a stream", (client, options) => client.chat.completions.create(streamRequest, options)],
  [
    "an answer that was handed over",
    (client, options) => client.chat.completions.create(streamRequest, options).asResponse(),
  ],
  [
    "an answer of the raw client",
    (client, options) =>
      client.raw.POST("/v1/chat/completions", { body: streamRequest, parseAs: "stream", ...options }),
  ],
])("tells of %s that a signal ended while nobody read it, and its place is free again", async (_what, open) => {
  const controller = new AbortController();
  const { client, ends } = openCall({ middleware: [createPacer({ concurrency: 1 })] });
  await open(client, { signal: controller.signal });

  controller.abort();
  await settle();

  expect(ends).toMatchObject([{ outcome: "cancelled" }]);
  expect(await client.chat.completions.create(streamRequest)).toBeDefined();
});

test("tells of a stream that the total deadline ended while nobody read it", async () => {
  const { clock, advance } = createTestClock();
  const { client, ends } = openCall({ clock, timeouts: { total: 1000 } });
  await client.chat.completions.create(streamRequest);

  advance(2000);
  await settle();

  expect(ends).toMatchObject([{ outcome: "truncated", error: { name: "TimeoutError" } }]);
});

/** An answer that a `fetch` which keeps a log of its own has read already. */
async function readAlready(type: string, status = 200): Promise<Response> {
  const response = new Response(seven, { status, headers: { "content-type": type } });
  await response.text();
  return response;
}

test.each<[string, string, number, (client: ModelAccess) => PromiseLike<unknown>]>([
  ["a stream", "text/event-stream", 200, ({ chat }) => chat.completions.create(streamRequest)],
  ["a stream that is read at once", "text/event-stream", 200, ({ chat }) => chat.completions.stream(request).final()],
  ["asResponse()", "application/json", 200, ({ models }) => models.list().asResponse()],
  ["a call of the raw client", "application/json", 200, ({ raw }) => raw.GET("/v1/models")],
  ["a download", "video/mp4", 200, ({ videos }) => videos.content("video_1")],
  ["a refusal", "application/json", 400, ({ models }) => models.list()],
])("types the failure of %s whose body was read already, and tells of it", async (_what, type, status, make) => {
  const { client, ends } = ending(() => readAlready(type, status));

  const error = await failureOf(make(client));
  await settle();

  expect(error).toMatchObject({ name: expect.stringMatching(/OptionError|ConnectionError|BadRequestError/) });
  expect(ends).toHaveLength(1);
});

// Bodies that stall

test("throws an AbortError where a signal ends the call while a page comes in place of a reply", async () => {
  const controller = new AbortController();
  const { client, ends } = ending(async () => stalled("text/html"));
  const call = failureOf(client.models.list({}, { signal: controller.signal }));
  await settle();

  controller.abort();

  expect(await call).toMatchObject({ name: "AbortError" });
  expect(ends).toMatchObject([{ outcome: "cancelled" }]);
});

test.each<[string, string, (client: ModelAccess) => PromiseLike<unknown>]>([
  ["a page in place of a reply", "text/html", ({ models }) => models.list()],
  ["a call of the raw client", "application/json", ({ raw }) => raw.GET("/v1/models")],
  ["a download", "video/mp4", async ({ videos }) => (await videos.content("video_1")).text()],
])("says that %s was truncated, not cancelled, where a deadline ends its body", async (what, type, make) => {
  const { clock, advance } = createTestClock();
  const timeouts = what.startsWith("a page") ? { total: 1000 } : { betweenContents: 1000 };
  const { client, ends } = ending(async () => stalled(type), { clock, timeouts });
  const call = failureOf(make(client));
  await settle();

  advance(2000);

  expect(await call).toMatchObject({ name: "TimeoutError" });
  expect(ends).toMatchObject([{ outcome: "truncated", error: { name: "TimeoutError" } }]);
});

// The raw client, and its middleware

test.each([
  ["of a reply", () => Response.json(completion), "complete"],
  ["of a refusal", () => Response.json({ error: { message: "No" } }, { status: 402 }), "failed"],
  ["without a body", () => new Response(null, { status: 204 }), "complete"],
])("tells of a call of the raw client %s", async (_what, answer, outcome) => {
  const { client, ends } = ending(async () => answer());

  await client.raw.POST("/v1/chat/completions", { body: request });

  expect(ends).toMatchObject([{ operation: "POST /v1/chat/completions", model: request.model, outcome }]);
});

test("tells of a call of the raw client whose id is refused", async () => {
  const { client, ends } = ending(async () => Response.json({}));

  await failureOf(client.raw.GET("/v1/videos/{video_id}", { params: { path: { video_id: ".." } } }));

  expect(ends).toHaveLength(1);
});

test("types malformed JSON that the raw client reads, and tells of it", async () => {
  const headers = { "content-type": "application/json" };
  const { client, ends } = ending(async () => new Response('{"data":[', { headers }));

  expect(await failureOf(client.raw.GET("/v1/models"))).toMatchObject({ name: "ResponseFormatError" });
  expect(ends).toMatchObject([{ outcome: "failed" }]);
});

test("settles what a call of the raw client used", async () => {
  const reply = { ...completion, usage: { prompt_tokens: 2, completion_tokens: 3, total_tokens: 5 } };
  const model = { id: request.model, object: "model", pricing: { points: { prompt: "1", completion: "1" } } };
  const prices = createPriceTable({ object: "list", data: [model] } as never);
  const guard = createSpendGuard({ prices, maxPoints: 10_000 });
  const client = clientAnswering(reply, {}, { middleware: [guard.middleware] });

  await client.raw.POST("/v1/chat/completions", { body: { ...request, max_tokens: 1000 } });

  expect([guard.spentPoints, guard.reservedPoints]).toEqual([5, 0]);
});

test("tells of a stream whose answer a middleware of openapi-fetch has read already", async () => {
  const { client, ends } = endingStream(streamText(chunkOf({ content: "7" }), "[DONE]"));
  client.raw.use({ onResponse: async ({ response }) => void (await response.text()) });

  const error = await failureOf(client.chat.completions.create(streamRequest));

  expect(ends).toMatchObject([{ outcome: "failed", error }]);
});

test("tells of a call that a middleware of openapi-fetch answers itself, and names its operation", async () => {
  const { client, ends } = ending(() => Promise.reject(new Error("not called")));
  client.raw.use({ onRequest: () => Response.json(models) });

  await client.raw.GET("/v1/models");
  await client.models.list();

  expect(ends).toHaveLength(2);
  expect(ends[1]).toMatchObject({ operation: "GET /v1/models", outcome: "complete" });
});

// Listeners

test("takes no number that a listener of a caller returns for the cost", async () => {
  const seen: (number | undefined)[] = [];
  const client = clientAnswering(models, {}, { onCallEnd: ({ points }) => seen.push(points) });

  await client.models.list({}, { onCallEnd: ({ points }) => seen.push(points) });

  expect(seen).toEqual([undefined, undefined]);
});

test("asks the listeners of middleware, call and client in this order, and passes on what the first know of points", async () => {
  const order: unknown[] = [];
  const hear = (whose: string) => (end: CallEnd) => void order.push([whose, end.points]);
  const middleware: Middleware = (attempt, next) => {
    attempt.onCallEnd((end) => {
      hear("middleware")(end);
      return 12;
    });
    return next();
  };
  const client = clientAnswering(models, {}, { middleware: [middleware], onCallEnd: hear("client") });

  await client.models.list({}, { onCallEnd: hear("call") });

  expect(order).toEqual([
    ["middleware", undefined],
    ["call", 12],
    ["client", 12],
  ]);
});

test("tells a listener that comes when the call has ended already", async () => {
  const heard: string[] = [];
  let goOn = () => {};
  const slow: Middleware = async (attempt, next) => {
    await new Promise<void>((resolve) => {
      goOn = resolve;
    });
    attempt.onCallEnd(({ outcome }) => void heard.push(outcome));
    await next();
  };
  const stream = openCall({ middleware: [slow] }).client.chat.completions.stream(request);
  await settle();
  await stream[Symbol.asyncDispose]();

  goOn();
  await settle();

  expect(heard).toEqual(["cancelled"]);
});

const noDisk = () => {
  throw new Error("no disk");
};

test.each([
  ["throws", noDisk],
  // An async function is none that the type knows.
  ["rejects", (async () => noDisk()) as () => void],
])("gives the reply all the same where a listener %s, and logs it", async (_what, onCallEnd) => {
  const error = vi.fn();
  const logger = { error, warn: error, info: error, debug: error };
  const client = clientAnswering(models, {}, { onCallEnd, logger, logLevel: "error" });

  expect(await client.models.list()).toEqual(models);
  await expect
    .poll(() => error.mock.calls)
    .toContainEqual([expect.stringContaining("onCallEnd of GET /v1/models failed: no disk"), {}]);
});

test("reports no unhandled rejection where a middleware throws while next() is under way", async () => {
  const careless: Middleware = async (_request, next) => {
    next();
    noDisk();
  };
  const client = clientOf(() => Promise.reject(new Error("connection reset")), { middleware: [careless] });

  expect(await unhandledIn(() => failureOf(client.models.list()))).toEqual([]);
});

// What a reply reports of its tokens

/** The tokens that a call whose reply reports this is told to have used. */
async function usageOf(reply: object | string): Promise<unknown> {
  const text = typeof reply === "string" ? reply : JSON.stringify(reply);
  const { client, ends } = ending(async () => new Response(text, { headers: { "content-type": "application/json" } }));
  await client.raw.POST("/v1/chat/completions", { body: request });
  return ends[0]?.usage;
}

test.each([
  [
    "the cached tokens of a chat completion out of its input",
    { prompt_tokens: 100, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 60 } },
    { inputTokens: 40, outputTokens: 7, cacheReadTokens: 60 },
  ],
  [
    "all input of a chat completion that tells of no cache",
    { prompt_tokens: 100, completion_tokens: 7, prompt_tokens_details: null },
    { inputTokens: 100, outputTokens: 7 },
  ],
  [
    "the counts of a message as they are",
    { input_tokens: 40, output_tokens: 7, cache_read_input_tokens: 60, cache_creation_input_tokens: 20 },
    { inputTokens: 40, outputTokens: 7, cacheReadTokens: 60, cacheWriteTokens: 20 },
  ],
  [
    "what a response read from and wrote to a cache out of its input",
    { input_tokens: 100, output_tokens: 7, input_tokens_details: { cached_tokens: 60, cache_write_tokens: 20 } },
    { inputTokens: 20, outputTokens: 7, cacheReadTokens: 60, cacheWriteTokens: 20 },
  ],
  [
    "no input for less than zero where more is cached than came",
    { prompt_tokens: 1, prompt_tokens_details: { cached_tokens: 60 } },
    { inputTokens: 0, cacheReadTokens: 60 },
  ],
])("takes %s", async (_what, usage, expected) => {
  expect(await usageOf({ usage })).toEqual(expected);
});

test.each(["createChatCompletion", "createMessage", "createResponse"])(
  "reads the usage of an example of %s",
  async (operationId) => {
    const { inputTokens, outputTokens } = (await usageOf(exampleOf(operationId, "200") as object)) as CallUsage;

    expect(inputTokens).toBeGreaterThan(0);
    expect(outputTokens).toBeGreaterThan(0);
  },
);

test.each([{}, { usage: null }, { usage: {} }, { usage: "many" }, { usage: [] }, []])(
  "has no usage where none is reported: %j",
  async (reply) => {
    expect(await usageOf(reply)).toBeUndefined();
  },
);

test.each(['"7"', "-1", "1e999", "null", "true", "{}"])("takes %s for no count", async (count) => {
  for (const name of ["prompt_tokens", "input_tokens"]) {
    const details = { cached_tokens: "$", cache_write_tokens: "$" };
    const caches = { cache_read_input_tokens: "$", cache_creation_input_tokens: "$" };
    const usage = { [name]: 9, [`${name}_details`]: details, ...caches, completion_tokens: "$", output_tokens: "$" };
    // As text, because no value of JavaScript becomes a number that is too large for it.
    const reply = JSON.stringify({ usage }).replaceAll('"$"', count);

    expect(await usageOf(reply)).toEqual({ inputTokens: 9 });
  }
});
