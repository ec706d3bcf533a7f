import { expect, test, vi } from "vitest";
import { type Middleware, RateLimitError, StreamIncompleteError } from "../src/index.js";
import { relay } from "../src/relay.js";
import { clientOf, collectingEnds, exampleOf, failureOf, request, streamRequest } from "./stub-service.js";
import { chunkOf, clientStreaming, collect, streamText, wholeStreamOf, wireForms } from "./stub-streams.js";

const usage = {
  prompt_tokens: 100,
  completion_tokens: 7,
  total_tokens: 107,
  prompt_tokens_details: { cached_tokens: 40 },
};
const used = { inputTokens: 60, outputTokens: 7, cacheReadTokens: 40 };
const wholeStream = streamText(chunkOf({ content: "7" }), { ...chunkOf({}, "stop"), usage }, "[DONE]");
const [whole] = wireForms as [(typeof wireForms)[number]];

test("tells once how a plain call ended, with its tokens", async () => {
  const { ends, options } = collectingEnds();
  const client = clientOf(
    async () =>
      Response.json(
        { ...(exampleOf("createChatCompletion", "200") as object), usage },
        { headers: { "x-request-id": "req-1" } },
      ),
    options,
  );

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
  const stream = clientStreaming(wholeStream, form, options).chat.completions.stream(request);

  for await (const _ of stream) expect(ends).toEqual([]);

  expect(ends).toMatchObject([{ outcome: "complete", usage: used, firstContentMs: expect.any(Number) }]);
});

test("tells of a stream that was left", async () => {
  const { ends, options } = collectingEnds();
  const stream = clientStreaming(wholeStream, whole, options).chat.completions.stream(request);

  for await (const _ of stream) break;

  expect(ends).toMatchObject([{ outcome: "cancelled", error: undefined, mayHaveBeenProcessed: "yes" }]);
});

test("tells of a stream that was left before it began", async () => {
  const { ends, options } = collectingEnds();
  {
    await using stream = clientStreaming(wholeStream, whole, options).chat.completions.stream(request);
    void stream;
  }

  expect(ends).toMatchObject([{ outcome: "cancelled" }]);
});

test("tells of a stream that was cut", async () => {
  const { ends, options } = collectingEnds();
  const cut = streamText({ ...chunkOf({ content: "7" }), usage });

  const error = await failureOf(clientStreaming(cut, whole, options).chat.completions.stream(request).final());

  expect(error).toBeInstanceOf(StreamIncompleteError);
  expect(ends).toMatchObject([{ outcome: "truncated", error, usage: used }]);
});

test("tells of a refusal after all attempts", async () => {
  const { ends, options } = collectingEnds();
  const client = clientOf(async () => Response.json({ error: { message: "Slow down" } }, { status: 429 }), {
    ...options,
    maxRetries: 2,
    clock: { random: () => 0 },
  });

  const error = await failureOf(client.chat.completions.create(request));

  expect(error).toBeInstanceOf(RateLimitError);
  expect(ends).toMatchObject([{ outcome: "failed", error, attempts: 3, status: 429, mayHaveBeenProcessed: "no" }]);
});

test.each([
  ["an abort", { signal: AbortSignal.abort() }, "cancelled"],
  ["an option that is wrong", { maxRetries: -1 }, "failed"],
  ["a key function that throws", { apiKey: () => Promise.reject(new Error("no key today")) }, "failed"],
])("tells of %s, before which nothing was sent", async (_what, callOptions, outcome) => {
  const { ends, options } = collectingEnds();
  const client = clientOf(async () => Response.json({}), options);

  const error = await failureOf(client.chat.completions.create(request, callOptions));

  expect(ends).toMatchObject([{ outcome, error, attempts: 0, status: undefined, mayHaveBeenProcessed: "no" }]);
});

test("tells of a reply that no contract knows", async () => {
  const { ends, options } = collectingEnds();

  const error = await failureOf(clientOf(async () => Response.json({}), options).models.list());

  expect(ends).toMatchObject([{ operation: "GET /v1/models", model: undefined, outcome: "failed", error }]);
});

test("tells of an answer that was handed over when its body was read", async () => {
  const { ends, options } = collectingEnds();
  const response = await clientStreaming(wholeStream, whole, options)
    .chat.completions.create(streamRequest)
    .asResponse();
  expect(ends).toEqual([]);

  await response.text();

  expect(ends).toMatchObject([{ outcome: "complete", usage: undefined }]);
});

test.each([
  ["complete", wholeStream, used],
  ["truncated", streamText(chunkOf({ content: "7" })), undefined],
])("tells of an answer that was relayed what the relay saw: %s", async (outcome, text, expected) => {
  const { ends, options } = collectingEnds();
  const client = clientOf(async () => wholeStreamOf(text), options);

  await relay(await client.chat.completions.create(streamRequest).asResponse()).text();

  expect(ends).toMatchObject([{ outcome, usage: expected }]);
});

test.each([
  ["of a reply", () => Response.json(exampleOf("createChatCompletion", "200")), "complete"],
  ["of a refusal", () => Response.json({ error: { message: "No" } }, { status: 402 }), "failed"],
  ["without a body", () => new Response(null, { status: 204 }), "complete"],
])("tells of a call of the raw client %s", async (_what, answer, outcome) => {
  const { ends, options } = collectingEnds();

  await clientOf(async () => answer(), options).raw.POST("/v1/chat/completions", { body: request });

  expect(ends).toMatchObject([{ operation: "POST /v1/chat/completions", model: request.model, outcome }]);
});

test("names the bot that was asked", async () => {
  const { ends, options } = collectingEnds();
  const client = clientStreaming("event: done\ndata: {}\n\n", whole, options);

  await collect(client.bots.respond({ bot: "My Bot", messages: [] }));

  expect(ends).toMatchObject([{ model: "My Bot", outcome: "complete" }]);
});

test("takes no number that a listener of a caller returns for the cost", async () => {
  const seen: (number | undefined)[] = [];
  const client = clientOf(async () => Response.json(exampleOf("listModels", "200")), {
    onCallEnd: ({ points }) => seen.push(points),
  });

  await client.models.list({}, { onCallEnd: ({ points }) => seen.push(points) });

  expect(seen).toEqual([undefined, undefined]);
});

test("asks the listeners of middleware, call and client in this order, and passes on what the first know of points", async () => {
  const order: unknown[] = [];
  const middleware: Middleware = (attempt, next) => {
    attempt.onCallEnd(({ points }) => {
      order.push(["middleware", points]);
      return 12;
    });
    return next();
  };
  const client = clientOf(async () => Response.json(exampleOf("listModels", "200")), {
    middleware: [middleware],
    onCallEnd: ({ points }) => void order.push(["client", points]),
  });

  await client.models.list({}, { onCallEnd: ({ points }) => void order.push(["call", points]) });

  expect(order).toEqual([
    ["middleware", undefined],
    ["call", 12],
    ["client", 12],
  ]);
});

test.each([
  [
    "throws",
    () => {
      throw new Error("no disk");
    },
  ],
  [
    "rejects",
    async () => {
      throw new Error("no disk");
    },
  ],
])("gives the reply all the same where a listener %s, and logs it", async (_what, onCallEnd) => {
  const error = vi.fn();
  const logger = { error, warn: error, info: error, debug: error };
  // An async function is none that the type knows.
  const options = { onCallEnd: onCallEnd as () => void, logger, logLevel: "error" as const };
  const client = clientOf(async () => Response.json(exampleOf("listModels", "200")), options);

  expect(await client.models.list()).toEqual(exampleOf("listModels", "200"));
  await expect
    .poll(() => error.mock.calls)
    .toContainEqual([expect.stringContaining("onCallEnd of GET /v1/models failed: no disk"), {}]);
});
