import { expect, test, vi } from "vitest";
import type { CallEnd, CallOptions, CallUsage, ClientOptions, Fetch, Middleware, ModelAccess } from "../src/index.js";
import { createPacer } from "../src/points/index.js";
import { relay } from "../src/relay.js";
import {
  clientAnswering,
  clientOf,
  collectingEnds,
  exampleOf,
  failureAfter,
  failureOf,
  failureOrNone,
  loggerOf,
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

type Make = (client: ModelAccess) => PromiseLike<unknown>;
type Row = [string, Fetch, Make, end: object, ClientOptions?];

const play = (text: string) => async () => wholeStreamOf(text);
const json = (value: unknown, status?: number) => async () => Response.json(value, { status: status ?? 200 });
const uncalled = () => Promise.reject(new Error("not called"));
/** An answer that a `fetch` which keeps a log of its own has read already. */
const logged =
  (type: string, status = 200) =>
  async () => {
    const response = new Response(seven, { status, headers: { "content-type": type } });
    await response.text();
    return response;
  };

const list = (options?: CallOptions) => (client: ModelAccess) => client.models.list({}, options);
const keyless = list({ apiKey: () => Promise.reject(new Error("no key today")) });
const open: Make = ({ chat }) => chat.completions.create(streamRequest);
const read: Make = ({ chat }) => chat.completions.stream(request).final();
const leave: Make = async ({ chat }) => {
  for await (const _ of chat.completions.stream(request)) break;
};
const leaveAtOnce: Make = ({ chat }) => chat.completions.stream(request)[Symbol.asyncDispose]();
const takeAnswer = ({ chat }: ModelAccess) => chat.completions.create(streamRequest).asResponse();
const readAnswer: Make = async (client) => (await takeAnswer(client)).text();
const readRelayed: Make = async (client) => relay(await takeAnswer(client)).text();
const get: Make = ({ raw }) => raw.GET("/v1/models");
const getOther: Make = ({ raw }) => raw.GET("/v1/videos/{video_id}", { params: { path: { video_id: ".." } } });
const post: Make = ({ raw }) => raw.POST("/v1/chat/completions", { body: request });
/** Makes a call whose answer a middleware of openapi-fetch handles. */
const handled =
  (middleware: Parameters<ModelAccess["raw"]["use"]>[0], make: Make): Make =>
  (client) => {
    client.raw.use(middleware);
    return make(client);
  };
const readOff = { onResponse: async ({ response }: { response: Response }) => void (await response.text()) };
const answers = { onRequest: () => Response.json(models) };
const refuses = { onResponse: () => noDisk() };
const replaces = { onResponse: () => Response.json(models) };

const [complete, failed, cancelled] = ["complete", "failed", "cancelled"].map((outcome) => ({ outcome }));
const unsent = { attempts: 0, status: undefined, mayHaveBeenProcessed: "no" };
const refused = { outcome: "failed", attempts: 3, status: 429, mayHaveBeenProcessed: "no" };
const posted = { operation: "POST /v1/chat/completions", model: request.model };
const got = { operation: "GET /v1/models", model: undefined };
const malformed = { outcome: "failed", error: expect.objectContaining({ name: "ResponseFormatError" }) };
const jsonHead = { headers: { "content-type": "application/json" } };
const withUsage = { ...chunkOf({ content: "7" }), usage };
const unreadable = { error: expect.objectContaining({ name: expect.stringMatching(/^(Option|Connection)Error$/) }) };

const rows: Row[] = [
  ["a stream that was left", play(wholeStream), leave, { ...cancelled, error: undefined, mayHaveBeenProcessed: "yes" }],
  ["a stream that was left before it began", play(wholeStream), leaveAtOnce, { ...cancelled }],
  ["a stream that was cut", play(streamText(withUsage)), read, { outcome: "truncated", usage: used }],
  ["a refusal after all attempts", json({}, 429), list(), refused, { maxRetries: 2, clock: { random: () => 0 } }],
  ["an abort, before anything was sent", uncalled, list({ signal: AbortSignal.abort() }), { ...cancelled, ...unsent }],
  ["an option that is wrong", uncalled, list({ maxRetries: -1 }), { ...failed, ...unsent }],
  ["a key function that throws", uncalled, keyless, { ...failed, ...unsent }],
  ["a reply that no contract knows", json({}), list(), { ...got, ...failed }],
  [
    "an answer that was handed over, when it was read",
    play(wholeStream),
    readAnswer,
    { ...complete, usage: undefined },
  ],
  ["a relayed answer, what the relay saw", play(wholeStream), readRelayed, { ...complete, usage: used }],
  ["a relayed answer that is cut", play(seven), readRelayed, { outcome: "truncated", usage: undefined }],
  ["a stream whose body was read already", logged("text/event-stream"), open, unreadable],
  ["a stream that is read at once whose body was read already", logged("text/event-stream"), read, unreadable],
  ["a download whose body was read already", logged("video/mp4"), ({ videos }) => videos.content("v1"), unreadable],
  [
    "asResponse() whose body was read already",
    logged("application/json"),
    ({ models }) => models.list().asResponse(),
    unreadable,
  ],
  ["a raw call whose body was read already", logged("application/json"), get, unreadable],
  ["a refusal whose body was read already", logged("application/json", 400), list(), { ...failed }],
  ["a raw call", json(completion), post, { ...posted, ...complete }],
  ["a raw call that is refused", json({ error: { message: "No" } }, 402), post, { ...posted, ...failed }],
  ["a raw call without a body", async () => new Response(null, { status: 204 }), post, { ...posted, ...complete }],
  ["a raw call whose id is refused", uncalled, getOther, { ...failed }],
  ["a raw call that reads malformed JSON", async () => new Response('{"data":[', jsonHead), get, malformed],
  ["a stream that a middleware of openapi-fetch has read", play(seven), handled(readOff, read), { ...failed }],
  ["an answer that a middleware of openapi-fetch refuses", json(models), handled(refuses, get), { ...got, ...failed }],
  ["an answer that a middleware of openapi-fetch replaces", json(models), handled(replaces, get), got],
  ["a raw call that a middleware of openapi-fetch answers", uncalled, handled(answers, get), { ...complete }],
  ["a call that a middleware of openapi-fetch answers", uncalled, handled(answers, list()), { ...got, ...complete }],
];

test.each(rows)("tells once of %s", async (_what, fetch, make, end, options) => {
  const { client, ends } = ending(fetch, options);

  const error = await failureOrNone(make(client));
  await settle();

  expect(ends).toMatchObject([error === undefined ? end : { error, ...end }]);
});

test("names the bot that was asked", async () => {
  const { client, ends } = ending(play("event: done\ndata: {}\n\n"));

  await collect(client.bots.respond({ bot: "My Bot", messages: [] }));

  expect(ends).toMatchObject([{ model: "My Bot", outcome: "complete" }]);
});

test("tells once of a balance that was found at the second path, and logs no error", async () => {
  const error = vi.fn();
  const { client, ends } = ending(
    async (url) => (url.includes("/usage/") ? json({}, 404)() : Response.json(exampleOf("getCurrentBalance", "200"))),
    { logger: loggerOf(error), logLevel: "error" },
  );

  await client.usage.balance();

  expect(ends).toMatchObject([{ operation: "GET /v1/balance", outcome: "complete" }]);
  expect(error).not.toHaveBeenCalled();
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

test.each<[string, (client: ModelAccess, options: { signal: AbortSignal }) => PromiseLike<unknown>]>([
  ["a stream", ({ chat }, options) => chat.completions.create(streamRequest, options)],
  [
    "an answer that was handed over",
    ({ chat }, options) => chat.completions.create(streamRequest, options).asResponse(),
  ],
  [
    "an answer of the raw client",
    ({ raw }, { signal }) => raw.POST("/v1/chat/completions", { body: streamRequest, parseAs: "stream", signal }),
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

// Bodies that stall

const stalls = { betweenContents: 1000 };

test.each<[string, string, Make, CallOptions["timeouts"]]>([
  ["a page in place of a reply", "text/html", list(), { total: 1000 }],
  ["a call of the raw client", "application/json", get, stalls],
  ["a download", "video/mp4", async ({ videos }) => (await videos.content("video_1")).text(), stalls],
])("says that %s was truncated, not cancelled, where a deadline ends its body", async (_what, type, make, timeouts) => {
  const { clock, advance } = createTestClock();
  const { client, ends } = ending(async () => stalled(type), { clock, timeouts });

  expect(await failureAfter(make(client), () => advance(2000))).toMatchObject({ name: "TimeoutError" });
  expect(ends).toMatchObject([{ outcome: "truncated", error: { name: "TimeoutError" } }]);
});

test("throws an AbortError where a signal ends the call while a page comes in place of a reply", async () => {
  const controller = new AbortController();
  const { client, ends } = ending(async () => stalled("text/html"), { signal: controller.signal });

  expect(await failureAfter(client.models.list(), () => controller.abort())).toMatchObject({ name: "AbortError" });
  expect(ends).toMatchObject([{ outcome: "cancelled" }]);
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
  const client = clientAnswering(models, {}, { onCallEnd, logger: loggerOf(error), logLevel: "error" });

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

const ofChat = { prompt_tokens: 100, completion_tokens: 7 };
const ofMessage = { input_tokens: 40, output_tokens: 7, cache_read_input_tokens: 60, cache_creation_input_tokens: 20 };
const ofResponse = { input_tokens: 100, output_tokens: 7 };
const caches = { cacheReadTokens: 60, cacheWriteTokens: 20 };
const details = { cached_tokens: 60, cache_write_tokens: 20 };

test.each<[string, object, object]>([
  [
    "the cached tokens of a chat completion out of its input",
    { ...ofChat, prompt_tokens_details: { cached_tokens: 60 } },
    { inputTokens: 40, outputTokens: 7, cacheReadTokens: 60 },
  ],
  [
    "all input of a chat completion that tells of no cache",
    { ...ofChat, prompt_tokens_details: null },
    { inputTokens: 100, outputTokens: 7 },
  ],
  ["the counts of a message as they are", ofMessage, { inputTokens: 40, outputTokens: 7, ...caches }],
  [
    "what a response read from and wrote to a cache out of its input",
    { ...ofResponse, input_tokens_details: details },
    { inputTokens: 20, outputTokens: 7, ...caches },
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
