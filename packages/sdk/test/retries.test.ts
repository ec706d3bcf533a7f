import { Readable } from "node:stream";
import { expect, test } from "vitest";
import {
  AbortError,
  type CallOptions,
  type ClientOptions,
  type ModelAccess,
  RateLimitError,
  type Retry,
  UnavailableError,
} from "../src/index.js";
import { clientOf, exampleOf, failureAfter, failureOf, request, streamRequest } from "./stub-service.js";
import { chunkOf, streamText, wholeStreamOf } from "./stub-streams.js";
import { createHastyClock, createTestClock } from "./test-clock.js";

const success = () => Response.json(exampleOf("createChatCompletion", "200"));
const refusal = (status: number, headers: Record<string, string> = {}) =>
  Response.json({ error: { message: "No", type: "t", code: "c" } }, { status, headers });
const refused = () =>
  new TypeError("fetch failed", { cause: Object.assign(new Error("connect ECONNREFUSED"), { syscall: "connect" }) });
const lost = () =>
  new TypeError("fetch failed", { cause: Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }) });

/** A client whose attempts meet these in turn, the last one again and again, and on which no wait takes time. */
function clientMeeting(outcomes: (() => Response | Error)[], options: ClientOptions = {}) {
  const sent: RequestInit[] = [];
  const { clock, waits } = createHastyClock();
  const client = clientOf(
    async (_url, init) => {
      const outcome = (outcomes[sent.length] ?? outcomes.at(-1))?.();
      sent.push(init);
      if (outcome instanceof Error) throw outcome;
      return outcome as Response;
    },
    { maxRetries: 2, clock, timeouts: { headers: Infinity, firstContent: Infinity }, ...options },
  );
  return { client, sent, waits };
}

test.each([400, 401, 402, 403, 404, 408, 409, 413, 418, 502, 504, 529])(
  "does not try again after %i",
  async (status) => {
    const { client, sent } = clientMeeting([() => refusal(status)]);

    expect(await failureOf(client.chat.completions.create(request))).toMatchObject({ status });
    expect(sent).toHaveLength(1);
  },
);

test("tries a refused stream again, before anything is given out", async () => {
  const whole = streamText(chunkOf({ content: "7" }, "stop"), "[DONE]");
  const { client, sent } = clientMeeting([() => refusal(503), () => wholeStreamOf(whole)]);

  expect(await (await client.chat.completions.create(streamRequest)).text()).toBe("7");
  expect(sent).toHaveLength(2);
});

test("never makes a stream again that broke", async () => {
  const { client, sent } = clientMeeting([() => wholeStreamOf(streamText(chunkOf({ content: "7" })))]);

  await failureOf((await client.chat.completions.create(streamRequest)).final());

  expect(sent).toHaveLength(1);
});

test("makes two retries and then throws the last failure", async () => {
  const { client, sent } = clientMeeting([() => refusal(429), () => refusal(500), () => refusal(503)]);

  expect(await failureOf(client.chat.completions.create(request))).toBeInstanceOf(UnavailableError);
  expect(sent).toHaveLength(3);
});

test("makes as many retries as the client says, and the call before it", async () => {
  const { client, sent } = clientMeeting([() => refusal(503)], { maxRetries: 1 });

  await failureOf(client.models.list());
  await failureOf(client.models.list({}, { maxRetries: 3 }));
  await failureOf(client.models.list({}, { maxRetries: 0 }));

  expect(sent).toHaveLength(2 + 4 + 1);
});

test.each([
  ["three quarters of a bound that doubles, where chance says one half", 0.5, [375, 750, 1500, 3000, 6000, 6000]],
  ["never less than half of the bound, so that a service in trouble is left alone", 0, [250, 500, 1000]],
])("waits %s", async (_what, chance, expected) => {
  const { clock, waits } = createHastyClock();
  const options = { maxRetries: expected.length, clock: { ...clock, random: () => chance } };
  const { client } = clientMeeting([() => refusal(503)], options);

  await failureOf(client.models.list());

  expect(waits).toEqual(expected);
});

test.each([
  ["seconds", { "retry-after": "12" }, 12_000],
  ["a fraction of a second", { "retry-after": "0.5" }, 500],
  ["zero seconds", { "retry-after": "0" }, 0],
  ["a date", { "retry-after": "Sat, 21 Nov 2026 10:00:07 GMT" }, 7_000],
  ["a date that has passed", { "retry-after": "Sat, 21 Nov 2026 09:00:00 GMT" }, 0],
  ["milliseconds before seconds", { "retry-after-ms": "250", "retry-after": "12" }, 250],
  ["seconds where the milliseconds cannot be read", { "retry-after-ms": "soon", "retry-after": "3" }, 3_000],
  ["exactly the cap", { "retry-after": "60" }, 60_000],
])("waits as long as Retry-After says in %s", async (_what, headers, expected) => {
  const { client, waits } = clientMeeting([() => refusal(429, headers as Record<string, string>), success]);

  await client.chat.completions.create(request);

  expect(waits).toEqual([expected]);
});

test.each(["soon", "", "-3 s", "-1", "+5", "1/2", "in 5"])("takes Retry-After: %j for none", async (value) => {
  const { client, waits } = clientMeeting([() => refusal(429, { "retry-after": value })], { maxRetries: 1 });

  expect(await failureOf(client.models.list())).not.toHaveProperty("retryAfterMs");
  expect(waits).toEqual([375]);
});

test.each([
  ["61", undefined, 61_000],
  ["Sat, 21 Nov 2026 10:02:00 GMT", undefined, 120_000],
  ["5", 4_000, 5_000],
])("fails at once where Retry-After is %s and the cap %s", async (retryAfter, maxRetryAfterMs, retryAfterMs) => {
  const { client, sent, waits } = clientMeeting([() => refusal(429, { "retry-after": retryAfter })], {
    maxRetryAfterMs,
  });

  expect(await failureOf(client.chat.completions.create(request), RateLimitError)).toMatchObject({
    retryAfterMs,
    mayHaveBeenProcessed: "no",
  });
  expect(sent).toHaveLength(1);
  expect(waits).toEqual([]);
});

const ask = ({ chat }: ModelAccess, options?: CallOptions) => chat.completions.create(request, options);

type Again = [string, () => Response | Error, (client: ModelAccess) => PromiseLike<unknown>, ClientOptions?];

test.each<Again>([
  ...[429, 500, 503].map((status): Again => [`${status}`, () => refusal(status), ask]),
  ...([408, 502, 529] as const).map(
    (status): Again => [`${status} where the client says so`, () => refusal(status), ask, { retryOn: [status] }],
  ),
  ["what could not be connected", refused, ask],
  ["a GET that lost its connection", lost, ({ models }) => models.list()],
  ["a lost connection where the call opts in", lost, (client) => ask(client, { retryOn: ["lost"] })],
  ["a lost connection where the client says so", lost, ask, { retryOn: ["lost"] }],
])("tries again after %s, and gives the reply", async (_what, outcome, make, options) => {
  // A list of models and a completion in one.
  const reply = { data: [], choices: [] };
  const { client, sent } = clientMeeting([outcome, () => Response.json(reply)], options);

  expect(await make(client)).toEqual(reply);
  expect(sent).toHaveLength(2);
  expect(sent[1]?.body).toBe(sent[0]?.body);
});

test("says which statuses retryOn may have", () => {
  expect(() => clientMeeting([success], { retryOn: [200 as never] })).toThrow("retryOn is a list of statuses from 408");
});

const connectionLost = { name: "ConnectionError", reason: "lost", mayHaveBeenProcessed: "maybe" };

test.each<[string, () => Response | Error, ClientOptions, object]>([
  ["where a connection was lost after sending", lost, {}, connectionLost],
  ["for what retryOn does not name", () => refusal(500), { retryOn: [429, 503] }, { name: "InternalError" }],
])("makes no second request %s", async (_what, outcome, options, expected) => {
  const { client, sent } = clientMeeting([outcome], options);

  expect(await failureOf(ask(client))).toMatchObject(expected);
  expect(sent).toHaveLength(1);
});

test("tells of every retry what it follows, and whether that may have cost points", async () => {
  const retries: Retry[] = [];
  const { client } = clientMeeting([() => refusal(429), () => refusal(500), success], {
    onRetry: (retry) => retries.push(retry),
  });

  await client.chat.completions.create(request);

  expect(retries).toMatchObject([
    { operation: "POST /v1/chat/completions", attempt: 1, delayMs: 375, error: { mayHaveBeenProcessed: "no" } },
    { operation: "POST /v1/chat/completions", attempt: 2, delayMs: 750, error: { mayHaveBeenProcessed: "maybe" } },
  ]);
  expect(retries.map(({ error }) => error.name)).toEqual(["RateLimitError", "InternalError"]);
});

test("remembers over all attempts that one of them may have been processed", async () => {
  const { client } = clientMeeting([() => refusal(500), refused, () => refusal(429)]);

  expect(await failureOf(client.chat.completions.create(request))).toMatchObject({
    name: "RateLimitError",
    mayHaveBeenProcessed: "maybe",
  });
});

test("asks a key function before every attempt", async () => {
  const keys = ["sk-first", "sk-second"];
  const { client, sent } = clientMeeting([() => refusal(503), success], { apiKey: async () => keys.shift() ?? "" });

  await client.chat.completions.create(request);

  expect(sent.map(({ headers }) => new Headers(headers).get("authorization"))).toEqual([
    "Bearer sk-first",
    "Bearer sk-second",
  ]);
});

test("ends the wait when the signal aborts, and leaves no timer", async () => {
  const { clock, timers } = createTestClock();
  const controller = new AbortController();
  const { client, sent } = clientMeeting([() => refusal(429, { "retry-after": "30" })], { clock });

  const failure = await failureAfter(client.models.list({}, { signal: controller.signal }), () =>
    controller.abort("enough"),
  );

  expect(failure).toBeInstanceOf(AbortError);
  expect(failure).toMatchObject({ cause: "enough", mayHaveBeenProcessed: "no" });
  expect(sent).toHaveLength(1);
  expect(timers.size).toBe(0);
});

test("tries a raw call again too, and gives its last refusal back", async () => {
  const { client, sent } = clientMeeting([() => refusal(503)]);

  const { error, response } = await client.raw.GET("/v1/models");

  expect(sent).toHaveLength(3);
  expect(response.status).toBe(503);
  expect(error).toEqual({ error: { message: "No", type: "t", code: "c" } });
});

test("ends a call whose onRetry is never done, or fails", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const noDisk = new Error("no disk");
  const waiting = clientMeeting([() => refusal(503)], { onRetry: () => new Promise(() => {}) as never });
  const failing = clientMeeting([() => refusal(503)], { onRetry: () => Promise.reject(noDisk) as never });

  const failure = await failureAfter(waiting.client.models.list({}, { signal }), () => controller.abort());

  expect(failure).toBeInstanceOf(AbortError);
  expect(await failureOf(failing.client.models.list())).toBe(noDisk);
  for (const { sent } of [waiting, failing]) expect(sent).toHaveLength(1);
});

async function* generate() {
  yield "text";
}

const once: [string, () => unknown][] = [
  ["a web stream", () => new Blob(["text"]).stream()],
  ["a stream of Node", () => Readable.from(["text"])],
  ["an async generator", generate],
];
const again: [string, unknown][] = [
  ["a text", "text"],
  ["a Blob", new Blob(["text"])],
  ["bytes", new Uint8Array(3)],
  ["a query", new URLSearchParams("a=b")],
];

test.each([
  ...once.map(([what, bodyOf]) => [what, "once, because it is gone then", bodyOf, 1] as const),
  ...again.map(([what, body]) => [what, "again", () => body, 3] as const),
])("sends %s %s", async (_what, _often, bodyOf, attempts) => {
  const { client, sent } = clientMeeting([() => refusal(503)]);
  const body = bodyOf();

  // The types don't know these bodies.
  const { response } = await client.raw.POST("/v1/files", { body: body as never, bodySerializer: () => body });

  expect(response.status).toBe(503);
  expect(sent.map((init) => init.body)).toEqual(Array.from({ length: attempts }, () => body));
});
