import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { expect, test, vi } from "vitest";
import { type Fetch, type Middleware, TimeoutError } from "../src/index.js";
import { createTracing } from "../src/opentelemetry/index.js";
import { createPacer } from "../src/points/index.js";
import { clientOf, collectingEnds, exampleOf, failureOf, request, streamRequest } from "./stub-service.js";
import { chunkOf, openStream, streamText, wholeStreamOf } from "./stub-streams.js";
import { createTestClock, settle } from "./test-clock.js";

const seven = streamText(chunkOf({ content: "7" }));

/** The `fetch` of a client whose middleware answers every call. */
const uncalledFetch: Fetch = async () => {
  throw new Error("not called");
};

test("tells of a stream that a signal ended while nobody read it", async () => {
  const { ends, options } = collectingEnds();
  const controller = new AbortController();
  const client = clientOf(async () => openStream(seven).answer, options);
  await client.chat.completions.create(streamRequest, { signal: controller.signal });

  controller.abort();
  await settle();

  expect(ends).toMatchObject([{ outcome: "cancelled" }]);
});

test("tells of a stream that the total deadline ended while nobody read it", async () => {
  const { ends, options } = collectingEnds();
  const { clock, advance } = createTestClock();
  const client = clientOf(async () => openStream(seven).answer, { ...options, clock, timeouts: { total: 1000 } });
  await client.chat.completions.create(streamRequest);

  advance(2000);
  await settle();

  expect(ends).toMatchObject([{ outcome: "truncated", error: expect.any(TimeoutError) }]);
});

test("tells of an answer that was handed over and that a signal ended while nobody read it", async () => {
  const { ends, options } = collectingEnds();
  const controller = new AbortController();
  const client = clientOf(async () => openStream(seven).answer, options);
  await client.chat.completions.create(streamRequest, { signal: controller.signal }).asResponse();

  controller.abort();
  await settle();

  expect(ends).toMatchObject([{ outcome: "cancelled" }]);
});

test("tells of an answer of the raw client that a signal ended while nobody read it", async () => {
  const { ends, options } = collectingEnds();
  const controller = new AbortController();
  const client = clientOf(async () => openStream(seven).answer, options);
  await client.raw.POST("/v1/chat/completions", { body: streamRequest, parseAs: "stream", signal: controller.signal });

  controller.abort();
  await settle();

  expect(ends).toMatchObject([{ outcome: "cancelled" }]);
});

test("gives the place of a stream back to the pacer when a signal ends it unread", async () => {
  const controller = new AbortController();
  const fetch = async (url: string) =>
    url.endsWith("/models") ? Response.json(exampleOf("listModels", "200")) : openStream(seven).answer;
  const client = clientOf(fetch, { middleware: [createPacer({ concurrency: 1 })] });
  await client.chat.completions.create(streamRequest, { signal: controller.signal });

  controller.abort();
  let models: unknown;
  client.models.list().then((list) => {
    models = list;
  });
  await settle();

  expect(models).toBeDefined();
});

test("ends the span of a stream that was left while it waited for its turn", async () => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const tracer = provider.getTracer("test");
  const started = vi.spyOn(tracer, "startSpan");
  const client = clientOf(async () => openStream(seven).answer, {
    middleware: [createPacer({ concurrency: 1 }), createTracing({ tracer })],
  });
  await client.chat.completions.create(streamRequest);
  {
    await using stream = client.chat.completions.stream(request);
    void stream;
    await settle();
  }
  await settle();

  // The first is under way still.
  expect(started.mock.results.length - exporter.getFinishedSpans().length).toBe(1);
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
  const client = clientOf(async () => openStream(seven).answer, { middleware: [slow] });
  {
    await using stream = client.chat.completions.stream(request);
    void stream;
    await settle();
  }
  goOn();
  await settle();

  expect(heard).toEqual(["cancelled"]);
});

test("tells once of a balance that was found at the second path", async () => {
  const { ends, options } = collectingEnds();
  const client = clientOf(async (url) => {
    if (url.includes("/usage/")) return Response.json({ error: { message: "No such path" } }, { status: 404 });
    return Response.json(exampleOf("getCurrentBalance", "200"));
  }, options);

  await client.usage.balance();

  expect(ends).toMatchObject([{ operation: "GET /v1/balance", outcome: "complete" }]);
});

test("logs no error for a balance that was found at the second path", async () => {
  const error = vi.fn();
  const logger = { error, warn() {}, info() {}, debug() {} };
  const client = clientOf(
    async (url) => {
      if (url.includes("/usage/")) return Response.json({ error: { message: "No such path" } }, { status: 404 });
      return Response.json(exampleOf("getCurrentBalance", "200"));
    },
    { logger, logLevel: "error" },
  );

  await client.usage.balance();

  expect(error).not.toHaveBeenCalled();
});

test("tells of a stream whose answer a middleware of openapi-fetch has read already", async () => {
  const { ends, options } = collectingEnds();
  const client = clientOf(async () => wholeStreamOf(streamText(chunkOf({ content: "7" }), "[DONE]")), options);
  client.raw.use({
    async onResponse({ response }) {
      await response.text();
    },
  });

  const error = await failureOf(client.chat.completions.create(streamRequest));

  expect(ends).toMatchObject([{ outcome: "failed", error }]);
});

test("tells of a call of the raw client that a middleware of openapi-fetch answers itself", async () => {
  const { ends, options } = collectingEnds();
  const client = clientOf(uncalledFetch, options);
  client.raw.use({ onRequest: () => Response.json(exampleOf("listModels", "200")) });

  await client.raw.GET("/v1/models");

  expect(ends).toHaveLength(1);
});

test("names the operation of a call that a middleware of openapi-fetch answers itself", async () => {
  const { ends, options } = collectingEnds();
  const client = clientOf(uncalledFetch, options);
  client.raw.use({ onRequest: () => Response.json(exampleOf("listModels", "200")) });

  await client.models.list();

  expect(ends).toMatchObject([{ operation: "GET /v1/models", outcome: "complete" }]);
});

test("throws the class of a refusal with which a middleware of openapi-fetch answers itself", async () => {
  const client = clientOf(uncalledFetch);
  client.raw.use({ onRequest: () => Response.json({ error: { message: "Slow down" } }, { status: 429 }) });

  expect(await failureOf(client.models.list())).toMatchObject({ name: "RateLimitError", status: 429 });
});

test("watches a stream with which a middleware of openapi-fetch answers itself", async () => {
  const { clock, advance } = createTestClock();
  const client = clientOf(uncalledFetch, { clock, timeouts: { firstContent: 1000 } });
  client.raw.use({ onRequest: () => openStream().answer });
  const stream = await client.chat.completions.create(streamRequest);
  const failing = failureOf(stream.final());
  await settle();

  advance(2000);

  expect(await failing).toBeInstanceOf(TimeoutError);
});

test("tells of a call of the raw client whose id is refused", async () => {
  const { ends, options } = collectingEnds();
  const client = clientOf(async () => Response.json({}), options);

  await failureOf(client.raw.GET("/v1/videos/{video_id}", { params: { path: { video_id: ".." } } }));

  expect(ends).toHaveLength(1);
});

test("types malformed JSON that the raw client reads, and tells of it", async () => {
  const { ends, options } = collectingEnds();
  const client = clientOf(
    async () => new Response('{"data":[', { headers: { "content-type": "application/json" } }),
    options,
  );

  const error = await failureOf(client.raw.GET("/v1/models"));

  expect(error).toMatchObject({ name: "ResponseFormatError" });
  expect(ends).toMatchObject([{ outcome: "failed" }]);
});
