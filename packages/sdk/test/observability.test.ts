import { SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { afterAll, beforeEach, expect, test } from "vitest";
import { ModelAccess } from "../src/index.js";
import {
  createTestFetch,
  eventStreamReply,
  jsonReply,
  rateLimitReply,
  type TestReply,
  unreachableReply,
} from "../src/testing/index.js";
import { chunkOf, exampleOf, failureOf, key, request, streamRequest } from "./stub-service.js";
import { tracing } from "./tracing-recipe.js";

const exporter = new InMemorySpanExporter();
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));

beforeEach(() => exporter.reset());
afterAll(() => trace.disable());

const completion = jsonReply(exampleOf("createChatCompletion", "200"));

function clientPlaying(replies: TestReply[], maxRetries = 0): ModelAccess {
  const { fetch } = createTestFetch(replies);
  return new ModelAccess({ apiKey: key, baseURL: "https://api.example/v1", fetch, maxRetries, middleware: [tracing] });
}

test("makes a span of a call by the GenAI semantic conventions", async () => {
  await clientPlaying([completion]).chat.completions.create({ ...request, max_tokens: 64 });

  const [span, ...others] = exporter.getFinishedSpans();
  expect(others).toEqual([]);
  expect(span).toMatchObject({
    name: "chat Claude-Sonnet-4.5",
    kind: SpanKind.CLIENT,
    status: { code: SpanStatusCode.UNSET },
  });
  expect(span?.attributes).toEqual({
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "model_access",
    "gen_ai.request.model": "Claude-Sonnet-4.5",
    "gen_ai.request.max_tokens": 64,
    "server.address": "api.example",
    "http.response.status_code": 200,
  });
});

test("makes a span of every attempt and marks the ones that failed", async () => {
  await clientPlaying([rateLimitReply({ retryAfter: 0 }), completion], 1).chat.completions.create(request);

  const [first, second] = exporter.getFinishedSpans();
  expect(first).toMatchObject({ status: { code: SpanStatusCode.ERROR } });
  expect(first?.attributes).toMatchObject({ "http.response.status_code": 429, "error.type": "429" });
  expect(second).toMatchObject({ status: { code: SpanStatusCode.UNSET } });
  expect(second?.attributes).toMatchObject({ "http.response.status_code": 200 });
});

test("names the error of an attempt without an answer", async () => {
  await failureOf(clientPlaying([unreachableReply()]).chat.completions.create(request));

  expect(exporter.getFinishedSpans()).toEqual([
    expect.objectContaining({
      status: { code: SpanStatusCode.ERROR },
      attributes: expect.objectContaining({ "error.type": "ConnectionError" }),
    }),
  ]);
});

test("has a span for a stream and a video, and none for a call that names no model", async () => {
  const stream = eventStreamReply([{ data: chunkOf({ content: "7" }, "stop") }, { data: "[DONE]" }]);
  const video = jsonReply(exampleOf("createVideo", "200"));
  const client = clientPlaying([stream, video, jsonReply(exampleOf("listModels", "200"))]);

  await (await client.chat.completions.create(streamRequest)).final();
  await client.videos.create({ model: "Veo-3.1", prompt: "A prime" });
  await client.models.list();

  expect(exporter.getFinishedSpans().map(({ name }) => name)).toEqual([
    "chat Claude-Sonnet-4.5",
    "generate_content Veo-3.1",
  ]);
});

test("puts neither the key nor the prompt into a span", async () => {
  await clientPlaying([completion]).chat.completions.create(request);

  const [span] = exporter.getFinishedSpans();
  const written = JSON.stringify([span?.name, span?.attributes, span?.events, span?.status]);
  expect(written).not.toContain(key);
  expect(written).not.toContain("Name one prime.");
});
