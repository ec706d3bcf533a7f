import { expect, test } from "vitest";
import { type ClientOptions, ModelAccess, TimeoutError, type Timeouts } from "../src/index.js";
import { clientOf, failureOf, key, request, silentFetch, streamRequest } from "./stub-service.js";
import { bytesOf, chunkOf, streamText } from "./stub-streams.js";
import { createTestClock, settle } from "./test-clock.js";

const first = streamText(chunkOf({ role: "assistant", content: "Sev" }));

/** A client of a service that is told when to send, with a clock that is told when to go on. */
function controlled(mediaType: string, options: ClientOptions = {}) {
  const { clock, advance, timers } = createTestClock();
  const state = { isCancelled: false };
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(own) {
      controller = own;
    },
    cancel() {
      state.isCancelled = true;
    },
  });
  const client = clientOf(async () => new Response(body, { headers: { "content-type": mediaType } }), {
    clock,
    ...options,
  });
  const send = async (text: string) => {
    controller?.enqueue(bytesOf(text));
    await settle();
  };
  return { client, advance, timers, send, state, close: () => controller?.close() };
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

test("ends a whole reply whose body stalls", async () => {
  const { client, advance, send } = controlled("application/json", { timeouts: { firstContent: 5_000 } });
  const failing = failureOf(client.chat.completions.create(request));
  await settle();
  await send('{"choices":');

  advance(5_000);

  expect(await failing).toMatchObject({ name: "TimeoutError", phase: "firstContent", mayHaveBeenProcessed: "yes" });
});

test("ends the body of a refusal that stalls", async () => {
  const { clock, advance } = createTestClock();
  const body = new ReadableStream<Uint8Array>({});
  const client = clientOf(async () => new Response(body, { status: 400 }), { clock });
  const failing = failureOf(client.models.list());
  await settle();

  advance(300_000);

  expect(await failing).toMatchObject({ name: "TimeoutError", phase: "firstContent", mayHaveBeenProcessed: "no" });
});

test("ends a stream whose first content does not come, whatever keep-alives do", async () => {
  const { client, advance, send, state } = controlled("text/event-stream", { timeouts: { firstContent: 20_000 } });
  const stream = await client.chat.completions.create(streamRequest);
  const failing = failureOf(stream.final());

  for (let beat = 0; beat < 4; beat++) {
    advance(4_000);
    await send(`: ping\n\n${streamText(chunkOf({ role: "assistant", content: "" }))}`);
  }
  advance(4_000);

  expect(await failing).toMatchObject({ phase: "firstContent", timeoutMs: 20_000 });
  expect(state.isCancelled).toBe(true);
});

test("ends a stream that stalls, with what had come", async () => {
  const { client, advance, send, timers } = controlled("text/event-stream", { timeouts: { betweenContents: 3_000 } });
  const stream = await client.chat.completions.create(streamRequest);
  const failing = failureOf(stream.final());
  await send(first);

  advance(2_000);
  await send(first);
  advance(2_999);
  await send(": ping\n\n");
  advance(1);

  const failure = (await failing) as TimeoutError;
  expect(failure).toMatchObject({ name: "TimeoutError", phase: "betweenContents", mayHaveBeenProcessed: "yes" });
  expect(failure.partial).toMatchObject({ choices: [{ message: { content: "SevSev" } }] });
  expect(JSON.stringify(failure)).not.toContain("Sev");
  expect(timers.size).toBe(0);
});

test("leaves a reader its time, and ends the stream when it waits in vain", async () => {
  const { client, advance, send, timers } = controlled("text/event-stream", { timeouts: { betweenContents: 3_000 } });
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
  const { client, advance, state } = controlled("text/event-stream", {
    timeouts: { firstContent: 3_000, total: 10_000 },
  });
  const stream = await client.chat.completions.create(streamRequest);

  advance(9_999);
  expect(state.isCancelled).toBe(false);
  advance(1);

  expect(await failureOf(stream.final())).toMatchObject({ phase: "total" });
  expect(state.isCancelled).toBe(true);
});

test("ends a call that takes too long altogether, however lively it is", async () => {
  const { client, advance, send } = controlled("text/event-stream", { timeouts: { total: 10_000 } });
  const stream = await client.chat.completions.create(streamRequest);
  const failing = failureOf(stream.final());

  for (let beat = 0; beat < 10; beat++) {
    await send(first);
    advance(1_000);
  }

  expect(await failing).toMatchObject({ phase: "total", timeoutMs: 10_000 });
});

test("counts the waits between attempts to the total, and gives each attempt its own time for headers", async () => {
  const { clock, advance } = createTestClock();
  let attempts = 0;
  const client = clientOf(
    async () => {
      attempts++;
      return new Response("{}", { status: 429, headers: { "retry-after": "8" } });
    },
    { clock, maxRetries: 9, timeouts: { headers: 1_000, total: 20_000 } },
  );
  const failing = failureOf(client.models.list());

  for (let second = 0; second < 20; second++) {
    await settle();
    advance(1_000);
  }

  expect(await failing).toMatchObject({ phase: "total", mayHaveBeenProcessed: "no" });
  expect(attempts).toBe(3);
});

test("counts what middleware waits for to the total alone", async () => {
  const { clock, advance } = createTestClock();
  let go = () => {};
  const client = clientOf(silentFetch, {
    clock,
    timeouts: { headers: 1_000, total: 10_000 },
    middleware: [
      async (_attempt, next) => {
        await new Promise<void>((resolve) => {
          go = resolve;
        });
        await next();
      },
    ],
  });
  const failing = failureOf(client.models.list());
  await settle();
  advance(5_000);
  go();
  await settle();

  advance(1_000);

  expect(await failing).toMatchObject({ phase: "headers" });
});

test("tells a middleware that waits when the total is over, and sends nothing after", async () => {
  const { clock, advance } = createTestClock();
  let calls = 0;
  const client = clientOf(
    async () => {
      calls++;
      return new Response();
    },
    {
      clock,
      timeouts: { total: 10_000 },
      middleware: [
        async ({ signal }, next) => {
          await new Promise((resolve) => signal?.addEventListener("abort", resolve));
          await next();
        },
      ],
    },
  );
  const failing = failureOf(client.models.list());
  await settle();

  advance(10_000);

  expect(await failing).toMatchObject({ phase: "total", mayHaveBeenProcessed: "no" });
  expect(calls).toBe(0);
});

test("takes deadlines for one call alone", async () => {
  const { clock, advance } = createTestClock();
  const client = clientOf(silentFetch, { clock });
  const failing = failureOf(client.models.list({}, { timeouts: { headers: 50 } }));
  let isOver = false;
  const other = failureOf(client.models.list()).then((failure) => {
    isOver = true;
    return failure;
  });
  await settle();

  advance(50);

  expect(await failing).toMatchObject({ phase: "headers", timeoutMs: 50 });
  expect(isOver).toBe(false);
  advance(300_000);
  expect(await other).toMatchObject({ phase: "headers", timeoutMs: 300_000 });
});

test("switches a deadline off with Infinity", async () => {
  const { clock, timers } = createTestClock();
  const controller = new AbortController();
  const client = clientOf(silentFetch, { clock, timeouts: { headers: Infinity } });
  const failing = failureOf(client.models.list({}, { signal: controller.signal }));
  await settle();

  expect(timers.size).toBe(0);
  controller.abort();
  await failing;
});

const wrongTimeouts: unknown[] = [
  { headers: 0 },
  { headers: -1 },
  { total: "60" },
  { total: Number.NaN },
  { firstByte: 5 },
  { toString: 5 },
  5_000,
  null,
];

test.each(wrongTimeouts)("throws at once for the deadlines %j", (timeouts) => {
  const make = () => new ModelAccess({ apiKey: key, baseURL: "https://api.example", timeouts: timeouts as Timeouts });

  expect(make).toThrow(expect.objectContaining({ name: "OptionError", option: "timeouts" }));
});
