import { BasicTracerProvider } from "@opentelemetry/sdk-trace-base";
import { expect, test } from "vitest";
import { ModelAccess } from "../src/index.js";
import { createTracing } from "../src/opentelemetry/index.js";
import { createPriceTable, createSpendGuard } from "../src/points/index.js";
import { clientOf, collectingEnds, exampleOf, failureOf, request, streamRequest } from "./stub-service.js";
import { bytesOf, chunkOf, streamText } from "./stub-streams.js";
import { createTestClock, settle } from "./test-clock.js";

/** An answer whose body begins and never ends. */
function stalled(type: string, status = 200): Response {
  const body = new ReadableStream({ start: (controller) => controller.enqueue(bytesOf("{")) });
  return new Response(body, { status, headers: { "content-type": type } });
}

/** An answer that a `fetch` which keeps a log of its own has read already. */
async function readAlready(type: string, status = 200): Promise<Response> {
  const response = new Response(streamText(chunkOf({ content: "7" })), { status, headers: { "content-type": type } });
  await response.text();
  return response;
}

test("throws an AbortError where a signal ends the call while a page comes in place of a reply", async () => {
  const { ends, options } = collectingEnds();
  const controller = new AbortController();
  const client = clientOf(async () => stalled("text/html"), options);
  const call = failureOf(client.models.list({}, { signal: controller.signal }));
  await settle();

  controller.abort();

  expect(await call).toMatchObject({ name: "AbortError" });
  expect(ends).toMatchObject([{ outcome: "cancelled" }]);
});

test("throws a TimeoutError where a deadline ends the call while a page comes in place of a reply", async () => {
  const { clock, advance } = createTestClock();
  const client = clientOf(async () => stalled("text/html"), { clock, timeouts: { total: 1000 } });
  const call = failureOf(client.models.list());
  await settle();

  advance(2000);

  expect(await call).toMatchObject({ name: "TimeoutError", phase: "total" });
});

const calls: [string, string, number, (client: ModelAccess) => PromiseLike<unknown>][] = [
  ["a stream", "text/event-stream", 200, (client) => client.chat.completions.create(streamRequest)],
  [
    "a stream that is read at once",
    "text/event-stream",
    200,
    (client) => client.chat.completions.stream(request).final(),
  ],
  ["asResponse()", "application/json", 200, (client) => client.models.list().asResponse()],
  ["a call of the raw client", "application/json", 200, (client) => client.raw.GET("/v1/models")],
  ["a download", "video/mp4", 200, (client) => client.videos.content("video_1")],
  ["a refusal", "application/json", 400, (client) => client.models.list()],
];

test.each(calls)(
  "types the failure of %s whose body was read already, and tells of it",
  async (_what, type, status, make) => {
    const { ends, options } = collectingEnds();
    const client = clientOf(() => readAlready(type, status), options);

    const error = await failureOf(make(client));
    await settle();

    expect(error).toMatchObject({ name: expect.stringMatching(/OptionError|ConnectionError|BadRequestError/) });
    expect(ends).toHaveLength(1);
  },
);

test.each([
  ["a call of the raw client", "application/json", (client: ModelAccess) => client.raw.GET("/v1/models")],
  ["a download", "video/mp4", async (client: ModelAccess) => (await client.videos.content("video_1")).text()],
])("says that %s was truncated, not cancelled, where a deadline ends its body", async (_what, type, make) => {
  const { ends, options } = collectingEnds();
  const { clock, advance } = createTestClock();
  const client = clientOf(async () => stalled(type), { ...options, clock, timeouts: { betweenContents: 1000 } });
  const call = failureOf(make(client));
  await settle();

  advance(2000);

  expect(await call).toMatchObject({ name: "TimeoutError" });
  expect(ends).toMatchObject([{ outcome: "truncated", error: { name: "TimeoutError" } }]);
});

test("reports no unhandled rejection where a middleware throws while next() is under way", async () => {
  const unhandled: unknown[] = [];
  const hear = (reason: unknown) => void unhandled.push(reason);
  process.on("unhandledRejection", hear);
  const client = clientOf(
    async () => {
      throw new Error("connection reset");
    },
    {
      middleware: [
        async (_request, next) => {
          next();
          throw new Error("no disk");
        },
      ],
    },
  );
  try {
    await failureOf(client.models.list());
    await settle();
  } finally {
    process.off("unhandledRejection", hear);
  }

  expect(unhandled).toEqual([]);
});

test("traces a call whose key is a word of the address", async () => {
  const tracer = new BasicTracerProvider().getTracer("test");
  const client = new ModelAccess({
    apiKey: "local",
    baseURL: "http://localhost:3000",
    fetch: async () => Response.json(exampleOf("createChatCompletion", "200")),
    middleware: [createTracing({ tracer })],
  });

  expect(await client.chat.completions.create(request)).toEqual(exampleOf("createChatCompletion", "200"));
});

test("settles what a call of the raw client used", async () => {
  const reply = {
    ...(exampleOf("createChatCompletion", "200") as object),
    usage: { prompt_tokens: 2, completion_tokens: 3, total_tokens: 5 },
  };
  const model = { id: request.model, object: "model", pricing: { points: { prompt: "1", completion: "1" } } };
  const guard = createSpendGuard({
    prices: createPriceTable({ object: "list", data: [model] } as never),
    maxPoints: 10_000,
  });
  const client = clientOf(async () => Response.json(reply), { middleware: [guard.middleware] });

  await client.raw.POST("/v1/chat/completions", { body: { ...request, max_tokens: 1000 } });

  expect([guard.spentPoints, guard.reservedPoints]).toEqual([5, 0]);
});
