import { expect, test } from "vitest";
import { type AttemptRequest, ConnectionError, type Fetch, type Middleware } from "../src/index.js";
import {
  clientOf,
  exampleOf,
  failureOf,
  failureOrNone,
  key,
  recordingClient,
  request,
  streamRequest,
} from "./stub-service.js";
import { openStream } from "./stub-streams.js";
import { createHastyClock } from "./test-clock.js";

const reply = exampleOf("createChatCompletion", "200");
const success: Fetch = async () => Response.json(reply, { headers: { "x-request-id": "req-5", "x-key": key } });

/** A middleware that writes down what it sees. */
function recorder() {
  const seen: unknown[] = [];
  const middleware: Middleware = async (attempt, next) => {
    seen.push(attempt);
    seen.push(await next());
  };
  return { seen, middleware };
}

test("shows an attempt and the head of its answer", async () => {
  const { seen, middleware } = recorder();

  await clientOf(success, { middleware: [middleware] }).chat.completions.create(request);

  expect(seen).toMatchObject([
    {
      operation: "POST /v1/chat/completions",
      method: "POST",
      url: "https://api.example/v1/chat/completions",
      attempt: 1,
      body: request,
    },
    { status: 200, requestId: "req-5" },
  ]);
});

test("runs around every attempt", async () => {
  const attempts: [number, number][] = [];
  let calls = 0;
  const noting: Middleware = async ({ attempt }, next) => attempts.push([attempt, (await next()).status]);
  const fetch: Fetch = async (...sent) => (++calls < 3 ? new Response("{}", { status: 503 }) : success(...sent));
  const timeouts = { headers: Infinity, firstContent: Infinity };
  const options = { maxRetries: 2, clock: createHastyClock().clock, timeouts, middleware: [noting] };

  await clientOf(fetch, options).chat.completions.create(request);

  expect(attempts).toEqual([503, 503, 200].map((status, index) => [index + 1, status]));
});

test("runs in order, the first outermost", async () => {
  const order: string[] = [];
  const layer =
    (name: string): Middleware =>
    async (_attempt, next) => {
      order.push(`${name} before`);
      await next();
      order.push(`${name} after`);
    };

  await clientOf(success, { middleware: [layer("a"), layer("b")] }).chat.completions.create(request);

  expect(order).toEqual(["a before", "b before", "b after", "a after"]);
});

test("never shows the key, wherever it is", async () => {
  const { seen, middleware } = recorder();
  const client = clientOf(success, { middleware: [middleware] });

  await client.chat.completions.create({ ...request, user: key });
  await client.raw.GET("/v1/models", { headers: { "x-copy": key } });

  const headers = seen.flatMap((item) => [...(item as AttemptRequest).headers]);
  const bodies = seen.map((item) => (item as AttemptRequest).body);
  expect(JSON.stringify([seen, headers, bodies])).not.toContain(key);
  expect(headers).toContainEqual(["x-copy", "[key]"]);
  expect(headers).toContainEqual(["x-key", "[key]"]);
  expect(bodies).toContainEqual({ ...request, user: "[key]" });
});

test("sets a header of the attempt, and changes nothing else", async () => {
  const { client, sent } = recordingClient([reply], {
    middleware: [
      async (attempt, next) => {
        attempt.setHeader("traceparent", "00-1-2-01");
        attempt.headers.set("x-lost", "1");
        await next();
      },
    ],
  });

  await client.chat.completions.create(request);

  expect(Object.fromEntries(sent[0]?.headers ?? [])).toMatchObject({
    traceparent: "00-1-2-01",
    authorization: `Bearer ${key}`,
  });
  expect(sent[0]?.headers.has("x-lost")).toBe(false);
});

test("does not let a middleware set the key", async () => {
  const client = clientOf(success, {
    middleware: [async (attempt) => attempt.setHeader("Authorization", "Bearer other")],
  });

  expect(await failureOf(client.chat.completions.create(request))).toMatchObject({ name: "OptionError" });
});

test("shows the typed error of an attempt without an answer, which nobody can hide", async () => {
  let shown: unknown;
  const client = clientOf(
    async () => {
      throw new TypeError("fetch failed");
    },
    {
      middleware: [
        async (_attempt, next) => {
          shown = await next().catch((error) => error);
        },
      ],
    },
  );

  const failure = await failureOf(client.chat.completions.create(request), ConnectionError);

  expect(shown).toBe(failure);
});

const overBudget = new Error("Over budget.");

test.each<[string, Middleware, number, unknown]>([
  [
    "passes on what a middleware throws, and sends nothing that it refused",
    () => Promise.reject(overBudget),
    0,
    overBudget,
  ],
  [
    "sends an attempt once, however often next() is called",
    async (_attempt, next) => {
      await next();
      await next();
    },
    1,
    undefined,
  ],
])("%s", async (_what, middleware, count, expected) => {
  const { client, sent } = recordingClient([reply], { maxRetries: 2, middleware: [middleware] });

  const failure = await failureOrNone(client.chat.completions.create(request));

  expect(failure).toBe(expected);
  expect(sent).toHaveLength(count);
});

test("says so when a middleware forgets next()", async () => {
  const client = clientOf(success, { middleware: [async () => {}] });

  expect(await failureOf(client.chat.completions.create(request))).toMatchObject({
    message: expect.stringContaining("did not call next()"),
  });
});

test("cancels an answer that a middleware throws away", async () => {
  const { answer, state } = openStream();
  const throwing: Middleware = async (_attempt, next) => {
    await next();
    throw new Error("Not this one.");
  };

  await failureOf(clientOf(async () => answer, { middleware: [throwing] }).chat.completions.create(streamRequest));

  expect(state.isCancelled).toBe(true);
});
