import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  type ContextManager,
  context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import type { CallEnd } from "../src/index.js";
import { createTracing, type TracingOptions } from "../src/opentelemetry/index.js";
import { createPacer } from "../src/points/index.js";
import {
  createTestFetch,
  eventStreamReply,
  jsonReply,
  rateLimitReply,
  type TestReply,
  truncate,
  unreachableReply,
} from "../src/testing/index.js";
import { callThrough } from "./points-call.js";
import { clientAnswering, clientOf, exampleOf, failureOf, key, request, streamRequest } from "./stub-service.js";
import { chunkOf, openStream, streamText } from "./stub-streams.js";
import { settle } from "./test-clock.js";

const exporter = new InMemorySpanExporter();
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
trace.setGlobalTracerProvider(provider);
context.setGlobalContextManager(createContextManager());

beforeEach(() => exporter.reset());
afterAll(() => {
  trace.disable();
  context.disable();
});

/** As much of a context manager as a test needs. */
function createContextManager(): ContextManager {
  const storage = new AsyncLocalStorage<Context>();
  const manager: ContextManager = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (active, run, self, ...args) => storage.run(active, () => run.call(self, ...args)),
    bind: (active, target) =>
      typeof target === "function" ? storage.run(active, () => AsyncLocalStorage.bind(target as never)) : target,
    enable: () => manager,
    disable: () => manager,
  };
  return manager;
}

const completion = jsonReply(exampleOf("createChatCompletion", "200"));
const stream = eventStreamReply([{ data: chunkOf({ content: "7" }, "stop") }, { data: "[DONE]" }]);

function clientPlaying(
  replies: TestReply[],
  { maxRetries = 0, ...options }: TracingOptions & { maxRetries?: number } = {},
) {
  return clientOf(createTestFetch(replies).fetch, { maxRetries, middleware: [createTracing(options)] });
}

/** A call that is traced, without a client. */
function tracedCall(given: Parameters<typeof callThrough>[1] = {}, options: TracingOptions = {}) {
  return callThrough(createTracing(options), { body: { ...request, max_tokens: 64 }, ...given });
}

/** Makes such a call with this end, and returns its span. */
async function spanOf(call: ReturnType<typeof tracedCall>, end: Partial<CallEnd> = {}) {
  await call.attempt(() => 200);
  call.end(end);
  return exporter.getFinishedSpans()[0];
}

test("makes a span of a call by the GenAI semantic conventions", async () => {
  await clientPlaying([completion]).chat.completions.create({ ...request, max_tokens: 64 });

  const [span, ...others] = exporter.getFinishedSpans();
  expect(others).toEqual([]);
  expect(span).toMatchObject({
    name: "chat Claude-Sonnet-4.5",
    kind: SpanKind.CLIENT,
    status: { code: SpanStatusCode.UNSET },
    instrumentationScope: { name: "@model-access/sdk" },
  });
  expect(span?.attributes).toMatchObject({
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "model_access",
    "gen_ai.request.model": "Claude-Sonnet-4.5",
    "gen_ai.request.max_tokens": 64,
    "gen_ai.usage.input_tokens": expect.any(Number),
    "gen_ai.usage.output_tokens": expect.any(Number),
    "server.address": "api.example",
    "server.port": 443,
    "http.response.status_code": 200,
  });
});

test("a span lasts as long as the stream", async () => {
  const reading = await clientPlaying([stream]).chat.completions.create(streamRequest);
  const before = [...exporter.getFinishedSpans()];
  await reading.final();

  expect(before).toEqual([]);
  expect(exporter.getFinishedSpans()).toMatchObject([
    { name: "chat Claude-Sonnet-4.5", attributes: { "gen_ai.request.stream": true } },
  ]);
});

test("marks the span of a stream that was truncated, and of one that was left as nothing but that", async () => {
  const cut = truncate(stream, { afterEvents: 1 });
  const client = clientPlaying([cut, stream]);

  await failureOf((await client.chat.completions.create(streamRequest)).final());
  for await (const _chunk of await client.chat.completions.create(streamRequest)) break;

  const [truncated, left] = exporter.getFinishedSpans();
  expect(truncated).toMatchObject({ status: { code: SpanStatusCode.ERROR } });
  expect(truncated?.attributes).toMatchObject({
    "model_access.outcome": "truncated",
    "error.type": "StreamIncompleteError",
  });
  expect(left).toMatchObject({ status: { code: SpanStatusCode.UNSET } });
  expect(left?.attributes).toMatchObject({ "model_access.outcome": "cancelled" });
  expect(left?.attributes).not.toHaveProperty("error.type");
});

test("makes one span of all attempts, with an event for every retry", async () => {
  const client = clientPlaying([rateLimitReply({ retryAfter: 0 }), completion], { maxRetries: 1 });

  await client.chat.completions.create(request);

  const [span, ...others] = exporter.getFinishedSpans();
  expect(others).toEqual([]);
  expect(span).toMatchObject({
    status: { code: SpanStatusCode.UNSET },
    events: [{ name: "model_access.retry", attributes: { "http.request.resend_count": 1, "error.type": "429" } }],
  });
  expect(span?.attributes).toMatchObject({ "http.response.status_code": 200, "http.request.resend_count": 1 });
});

test("names the error of a call that failed: its status, or else its class", async () => {
  const client = clientPlaying([rateLimitReply(), unreachableReply()]);

  await failureOf(client.chat.completions.create(request));
  await failureOf(client.chat.completions.create(request));

  const [refused, lost] = exporter.getFinishedSpans();
  expect(refused).toMatchObject({ status: { code: SpanStatusCode.ERROR } });
  expect(refused?.attributes).toMatchObject({ "error.type": "429", "http.response.status_code": 429 });
  expect(lost?.attributes).toMatchObject({ "error.type": "ConnectionError", "model_access.outcome": "failed" });
});

test("has spans for calls of models and bots, and none for others", async () => {
  const calls: [operation: string, body?: object][] = [
    ["POST /v1/messages", request],
    ["POST /v1/responses", request],
    ["POST /bot/Writer%201", { query: [] }],
    ["POST /v1/videos", { model: "Veo-3.1", prompt: "A prime" }],
    ["GET /v1/models"],
    ["POST /v1/files"],
    ["GET /v1/videos/v-1"],
  ];
  for (const [operation, body] of calls) await spanOf(tracedCall({ operation, body }));

  const spans = exporter.getFinishedSpans().map(({ name }) => name);
  expect(spans).toEqual([...Array(2).fill("chat Claude-Sonnet-4.5"), "chat Writer 1", "generate_content Veo-3.1"]);
});

test("learns the model of a form from the end of its call", async () => {
  const span = await spanOf(tracedCall({ operation: "POST /v1/videos", body: undefined }), { model: "Veo-3.1" });

  expect(span).toMatchObject({ name: "generate_content Veo-3.1", attributes: { "gen_ai.request.model": "Veo-3.1" } });
});

test("counts cached tokens among the input tokens, and gives times in seconds", async () => {
  const usage = { inputTokens: 20, outputTokens: 8, cacheReadTokens: 300, cacheWriteTokens: 40 };

  const span = await spanOf(tracedCall(), { usage, firstContentMs: 250, requestId: "req-1" });

  expect(span?.attributes).toMatchObject({
    "gen_ai.usage.input_tokens": 360,
    "gen_ai.usage.output_tokens": 8,
    "gen_ai.usage.cache_read.input_tokens": 300,
    "gen_ai.usage.cache_write.input_tokens": 40,
    "gen_ai.response.time_to_first_chunk": 0.25,
    "http.response.header.x-request-id": ["req-1"],
  });
});

test("reports no tokens where the reply reported none", async () => {
  const span = await spanOf(tracedCall(), { model: "Claude-Sonnet-4.5" });

  expect(span?.attributes).toEqual({
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "model_access",
    "gen_ai.request.model": "Claude-Sonnet-4.5",
    "gen_ai.request.max_tokens": 64,
    "server.address": "api.example",
    "server.port": 443,
    "http.response.status_code": 200,
  });
});

test("an attempt runs inside the span, and the span inside the one around the call", async () => {
  const tracer = trace.getTracer("test");
  const call = tracedCall();

  await tracer.startActiveSpan("route", async (route) => {
    for (const status of [500, 200]) {
      await call.attempt(() => {
        tracer.startSpan("POST").end();
        return status;
      });
    }
    call.end();
    route.end();
  });

  const spans = exporter.getFinishedSpans();
  const [first, second, span, route] = spans;
  expect(spans.map(({ name }) => name)).toEqual(["POST", "POST", "chat Claude-Sonnet-4.5", "route"]);
  for (const child of [first, second]) expect(child?.parentSpanContext?.spanId).toBe(span?.spanContext().spanId);
  expect(span?.parentSpanContext?.spanId).toBe(route?.spanContext().spanId);
});

test("keeps the spans of calls at the same time apart", async () => {
  const middleware = createTracing();
  const calls = ["a", "b"].map((model) => callThrough(middleware, { body: { model } }));

  await Promise.all(calls.map((call) => call.attempt(() => 429)));
  await Promise.all(calls.map((call) => call.attempt(() => 200)));
  for (const call of calls) call.end();

  expect(exporter.getFinishedSpans()).toMatchObject([
    { name: "chat a", events: [{ name: "model_access.retry" }] },
    { name: "chat b", events: [{ name: "model_access.retry" }] },
  ]);
});

test("puts neither the key nor the prompt nor the text of an error into a span", async () => {
  const error = { message: `${key} may not ask: Name one prime.`, type: "t", code: "c" };
  const client = clientPlaying([completion, jsonReply({ error }, { status: 403 })]);

  await client.chat.completions.create(request);
  await failureOf(client.chat.completions.create(request));

  const spans = exporter.getFinishedSpans();
  expect(spans).toHaveLength(2);
  const written = JSON.stringify(
    spans.map(({ name, attributes, events, status }) => [name, attributes, events, status]),
  );
  expect(written).not.toContain(key);
  expect(written).not.toContain("Name one prime.");
});

test("takes a tracer and the name of a provider", async () => {
  const options = { tracer: provider.getTracer("mine"), providerName: "gateway" };

  expect(await spanOf(tracedCall({}, options))).toMatchObject({
    instrumentationScope: { name: "mine" },
    attributes: { "gen_ai.provider.name": "gateway" },
  });
});

test("refuses an option that it does not know", () => {
  // @ts-expect-error: the option is called providerName.
  const make = () => createTracing({ provider: "gateway" });

  expect(make).toThrow('createTracing has no option "provider"; it takes tracer, providerName.');
});

test("ends the span of a stream that was left while it waited for its turn", async () => {
  const tracer = provider.getTracer("test");
  const started = vi.spyOn(tracer, "startSpan");
  const client = clientOf(async () => openStream(streamText(chunkOf({ content: "7" }))).answer, {
    middleware: [createPacer({ concurrency: 1 }), createTracing({ tracer })],
  });
  await client.chat.completions.create(streamRequest);
  const waiting = client.chat.completions.stream(request);
  await settle();

  await waiting[Symbol.asyncDispose]();
  await settle();

  // The first is under way still.
  expect(started.mock.results.length - exporter.getFinishedSpans().length).toBe(1);
});

test("traces a call whose key is a word of the address", async () => {
  const options = { apiKey: "local", baseURL: "http://localhost:3000", middleware: [createTracing()] };
  const reply = exampleOf("createChatCompletion", "200");

  expect(await clientAnswering(reply, {}, options).chat.completions.create(request)).toEqual(reply);
});
