import { afterEach, expect, test, vi } from "vitest";
import { type Clock, type Middleware, type ModelAccess, TimeoutError, type Timeouts } from "../src/index.js";
import { clientOf, failureAfter, failureOf, request, silentFetch, streamRequest } from "./stub-service.js";
import { brokenBody, bytesOf, chunkOf, clientStreaming, openStream, streamText, streamWith } from "./stub-streams.js";
import { createTestClock, settle } from "./test-clock.js";

afterEach(() => void vi.useRealTimers());

const first = streamText(chunkOf({ role: "assistant", content: "Sev" }));

/** A client of a service that is told when to send, with a clock that is told when to go on. */
function controlled(timeouts: Timeouts, mediaType?: string) {
  const { clock, advance, timers } = createTestClock();
  const { answer, send, state } = openStream();
  if (mediaType !== undefined) answer.headers.set("content-type", mediaType);
  const client = clientOf(async () => answer, { clock, timeouts });
  const sendNow = async (text: string) => {
    send(text);
    await settle();
  };
  return { client, advance, timers, send: sendNow, state };
}

test.each([
  ["a plain call", request],
  ["a streamed call", streamRequest],
])("ends %s that gets no headers in time", async (_what, body) => {
  const { clock, advance, timers } = createTestClock();
  const client = clientOf(silentFetch, { clock, timeouts: { headers: 10_000 } });
  const failing = failureOf(client.chat.completions.create(body));
  await settle();

  advance(9_999);
  await settle();
  expect(timers.size).toBe(1);
  advance(1);

  const failure = await failing;
  expect(failure).toBeInstanceOf(TimeoutError);
  expect(failure).toMatchObject({
    name: "TimeoutError",
    phase: "headers",
    timeoutMs: 10_000,
    mayHaveBeenProcessed: "maybe",
    message: "POST /v1/chat/completions got no answer within 10 s; raise timeouts.headers if that is too soon",
  });
  expect(timers.size).toBe(0);
});

test("ends a whole reply, and a refusal, whose body stalls", async () => {
  const { client, advance, send } = controlled({ firstContent: 5_000 }, "application/json");
  const refusal = new Response(new ReadableStream(), { status: 400 });
  const { clock, advance: advanceOther } = createTestClock();
  const failing = failureOf(client.chat.completions.create(request));
  const refused = failureAfter(clientOf(async () => refusal, { clock }).models.list(), () => advanceOther(300_000));
  await settle();
  await send('{"choices":');

  advance(5_000);

  const stalled = { name: "TimeoutError", phase: "firstContent" };
  expect(await failing).toMatchObject({ ...stalled, mayHaveBeenProcessed: "yes" });
  expect(await refused).toMatchObject({ ...stalled, mayHaveBeenProcessed: "no" });
});

const ping = ": ping\n\n";
const beats = (count: number, ...beat: (number | string)[]) => Array.from({ length: count }, () => beat).flat();
const empty = ping + streamText(chunkOf({ role: "assistant", content: "" }));
const stalled = { phase: "betweenContents", mayHaveBeenProcessed: "yes" };
const said = { partial: { choices: [{ message: { content: "SevSev" } }] } };

// A number is a time that passes, and a text is sent.
test.each<[string, Timeouts, (number | string)[], object]>([
  [
    "whose first content does not come",
    { firstContent: 20_000 },
    [...beats(4, 4_000, empty), 4_000],
    { phase: "firstContent" },
  ],
  ["that stalls", { betweenContents: 3_000 }, [first, 2_000, first, 2_999, ping, 1], { ...stalled, ...said }],
  ["that takes too long altogether", { total: 10_000 }, beats(10, first, 1_000), { phase: "total" }],
])("ends a stream %s, however lively it is, with what had come", async (_what, timeouts, steps, expected) => {
  const { client, advance, send, timers, state } = controlled(timeouts);
  const failing = failureOf(client.chat.completions.stream(request).final(), TimeoutError);
  await settle();

  for (const step of steps) typeof step === "number" ? advance(step) : await send(step);

  const failure = await failing;
  expect(failure).toMatchObject({ name: "TimeoutError", timeoutMs: Object.values(timeouts)[0], ...expected });
  expect(JSON.stringify(failure)).not.toContain("Sev");
  expect(timers.size).toBe(0);
  expect(state.isCancelled).toBe(true);
});

test("leaves a reader its time, and ends the stream when it waits in vain", async () => {
  const { client, advance, send, timers } = controlled({ betweenContents: 3_000 });
  const chunks = (await client.chat.completions.create(streamRequest))[Symbol.asyncIterator]();
  await send(first + first);
  await chunks.next();

  advance(600_000);
  expect(timers.size).toBe(0);
  expect(await chunks.next()).toMatchObject({ done: false });

  const failing = failureOf(chunks.next());
  advance(3_000);
  expect(await failing).toMatchObject({ phase: "betweenContents" });
});

test("ends a stream that nobody reads when the total is over", async () => {
  const { client, advance, state } = controlled({ firstContent: 3_000, total: 10_000 });
  const stream = await client.chat.completions.create(streamRequest);

  advance(9_999);
  expect(state.isCancelled).toBe(false);
  advance(1);

  expect(await failureOf(stream.final())).toMatchObject({ phase: "total" });
  expect(state.isCancelled).toBe(true);
});

test("counts the waits between attempts to the total, and gives each attempt its own time for headers", async () => {
  const { clock, advance } = createTestClock();
  const fetch = vi.fn(async () => new Response("{}", { status: 429, headers: { "retry-after": "8" } }));
  const client = clientOf(fetch, { clock, maxRetries: 9, timeouts: { headers: 1_000, total: 20_000 } });
  const failing = failureOf(client.models.list());

  for (let second = 0; second < 20; second++) {
    await settle();
    advance(1_000);
  }

  expect(await failing).toMatchObject({ phase: "total", mayHaveBeenProcessed: "no" });
  expect(fetch).toHaveBeenCalledTimes(3);
});

test("counts what middleware waits for to the total alone", async () => {
  const { clock, advance } = createTestClock();
  const waiting: Middleware = async (_attempt, next) => {
    await new Promise<void>((resolve) => clock.after(5_000, resolve));
    await next();
  };
  const client = clientOf(silentFetch, { clock, timeouts: { headers: 1_000, total: 10_000 }, middleware: [waiting] });
  const failing = failureOf(client.models.list());
  await settle();
  advance(5_000);
  await settle();

  advance(1_000);

  expect(await failing).toMatchObject({ phase: "headers" });
});

test("tells a middleware that waits when the total is over, and sends nothing after", async () => {
  const { clock, advance } = createTestClock();
  const fetch = vi.fn();
  const waiting: Middleware = async ({ signal }, next) => {
    await new Promise((resolve) => signal?.addEventListener("abort", resolve));
    await next();
  };
  const client = clientOf(fetch, { clock, timeouts: { total: 10_000 }, middleware: [waiting] });

  const failure = await failureAfter(client.models.list(), () => advance(10_000));

  expect(failure).toMatchObject({ phase: "total", mayHaveBeenProcessed: "no" });
  expect(fetch).not.toHaveBeenCalled();
});

test("takes deadlines for one call alone, and switches one off with Infinity", async () => {
  const { clock, advance, timers } = createTestClock();
  const { models } = clientOf(silentFetch, { clock });
  void models.list({}, { timeouts: { headers: Infinity } });
  const other = failureOf(models.list());

  const failure = await failureAfter(models.list({}, { timeouts: { headers: 50 } }), () => advance(50));

  expect(failure).toMatchObject({ phase: "headers", timeoutMs: 50 });
  expect(timers.size).toBe(1);
  advance(300_000);
  expect(await other).toMatchObject({ phase: "headers", timeoutMs: 300_000 });
});

test("names the deadline that passed first where a timer comes late", async () => {
  const { clock, advance } = createTestClock();
  const late: Clock = { ...clock, after: (delayMs, ...rest) => clock.after(10 * delayMs, ...rest) };
  const failure = await failureAfter(
    clientOf(silentFetch, { clock: late, timeouts: { headers: 5_000, total: 1_000 } }).models.list(),
    () => advance(10_000),
  );

  expect(failure).toMatchObject({ phase: "total" });
});

// Readers that are slow

const openEvents = async (client: ModelAccess) => {
  const events = (await client.chat.completions.create(streamRequest))[Symbol.asyncIterator]();
  return () => events.next();
};
const openBody = async (client: ModelAccess) => {
  const { data } = await client.raw.POST("/v1/chat/completions", { body: streamRequest, parseAs: "stream" });
  const reader = (data as unknown as ReadableStream<Uint8Array>).getReader();
  return () => reader.read();
};

test.each([
  ["the next read", { betweenContents: 1000 }, openEvents, 1],
  ["the first read", { firstContent: 1000 }, openEvents, 0],
  ["the next read of a body of the raw client", { betweenContents: 1000 }, openBody, 1],
])("does not count the time before %s to a deadline", async (_what, timeouts, open, before) => {
  const { client, advance, send } = controlled(timeouts);
  const read = await open(client);
  for (let event = 0; event < before; event++) {
    await send(first);
    await read();
  }
  // The caller is busy for most of the deadline, and waits for the service for a fifth of it.
  advance(900);
  const reading = read();
  await settle();

  advance(200);
  await settle();
  await send(first);

  expect(await reading).toMatchObject({ done: false });
});

test("leaves a stream that has begun its time until it is read", async () => {
  const { clock, advance } = createTestClock();
  const stream = clientStreaming(`${first}data: [DONE]\n\n`, { clock }).chat.completions.stream(request);
  await settle();

  advance(600_000);

  expect(await stream.text()).toBe("Sev");
});

// Limits that are not ours

const platformLimit = "the platform's own fetch gives up after five silent minutes";

test.each([
  ["UND_ERR_HEADERS_TIMEOUT", "headers"],
  ["UND_ERR_BODY_TIMEOUT", "betweenContents"],
])("recognises the platform's own limit %s", async (code, phase) => {
  const cause = Object.assign(new Error("Timeout Error"), { code });
  const client = clientOf(() => Promise.reject(new TypeError("fetch failed", { cause })));

  expect(await failureOf(client.models.list(), TimeoutError)).toMatchObject({
    phase,
    timeoutMs: 300_000,
    message: expect.stringContaining(platformLimit),
  });
});

test("says of a stream that the platform's own limit ended it", async () => {
  const cause = Object.assign(new Error("Body"), { code: "UND_ERR_BODY_TIMEOUT" });
  const body = brokenBody(first, new TypeError("terminated", { cause }));

  const stream = clientOf(async () => streamWith(body)).chat.completions.stream(request);

  expect(await failureOf(stream.final())).toMatchObject({ message: expect.stringContaining(platformLimit) });
});

test("gives up on the body of a refusal after five seconds, and tries again or throws what the status says", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const cancel = vi.fn();
  const fetch = vi.fn(async () => {
    const body = new ReadableStream({ start: (controller) => controller.enqueue(bytesOf('{"error":')), cancel });
    return new Response(body, { status: 429, headers: { "retry-after": "0" } });
  });
  const { clock, advance } = createTestClock();
  const failing = failureOf(clientOf(fetch, { maxRetries: 1, clock }).chat.completions.create(request));
  await settle();

  vi.advanceTimersByTime(5_000);
  await settle();
  advance(0);
  await settle();
  expect(fetch).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(5_000);

  expect(await failing).toMatchObject({ name: "RateLimitError", status: 429, body: '{"error":' });
  expect(cancel).toHaveBeenCalledTimes(2);
  expect(vi.getTimerCount()).toBe(0);
});
