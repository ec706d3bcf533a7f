import { expect, test, vi } from "vitest";
import type { ClientOptions, LogLevel } from "../src/index.js";
import { clientOf, exampleOf, failureOf, key, request } from "./stub-service.js";
import { createHastyClock } from "./test-clock.js";

/** A client whose first attempt is refused with the key in the message, and everything that it logs. */
function logged(logLevel: LogLevel, options: ClientOptions = {}) {
  const lines: [string, string, object][] = [];
  const write = (level: string) => (message: string, details: object) => void lines.push([level, message, details]);
  let calls = 0;
  const client = clientOf(
    async () =>
      ++calls === 1
        ? Response.json({ error: { message: `Slow down, ${key}.` } }, { status: 429 })
        : Response.json(exampleOf("createChatCompletion", "200"), { headers: { "x-request-id": "req-2" } }),
    {
      logLevel,
      logger: { error: write("error"), warn: write("warn"), info: write("info"), debug: write("debug") },
      maxRetries: 1,
      clock: createHastyClock().clock,
      timeouts: { headers: Infinity, firstContent: Infinity },
      ...options,
    },
  );
  return { client, lines };
}

test("logs attempts, answers and retries at debug", async () => {
  const { client, lines } = logged("debug");

  await client.chat.completions.create(request);

  expect(lines).toEqual([
    ["debug", "POST /v1/chat/completions is sent", expect.objectContaining({ attempt: 1 })],
    ["info", "POST /v1/chat/completions answered 429", { attempt: 1, durationMs: 0 }],
    [
      "warn",
      "POST /v1/chat/completions is tried again in 375 ms: POST /v1/chat/completions answered 429: Slow down, [key]",
      { attempt: 1 },
    ],
    ["debug", "POST /v1/chat/completions is sent", expect.objectContaining({ attempt: 2 })],
    ["info", "POST /v1/chat/completions answered 200", { attempt: 2, durationMs: 0, requestId: "req-2" }],
  ]);
});

test("logs a call that failed at error", async () => {
  const { client, lines } = logged("error", { maxRetries: 0 });

  await failureOf(client.chat.completions.create(request));

  expect(lines).toEqual([
    ["error", "POST /v1/chat/completions answered 429: Slow down, [key]", { mayHaveBeenProcessed: "no" }],
  ]);
});

test.each([
  ["off", []],
  ["error", []],
  ["warn", ["warn"]],
  ["info", ["info", "warn", "info"]],
] as [LogLevel, string[]][])("logs at %s no more than asked for", async (logLevel, expected) => {
  const { client, lines } = logged(logLevel);

  await client.chat.completions.create(request);

  expect(lines.map(([level]) => level)).toEqual(expected);
});

test("never logs the key or what is said", async () => {
  const { client, lines } = logged("debug");

  await client.chat.completions.create({ ...request, user: key });
  await client.raw.GET("/v1/models", { headers: { "x-copy": key } });

  expect(JSON.stringify(lines)).not.toContain(key);
  expect(JSON.stringify(lines)).not.toContain("Name one prime.");
  expect(JSON.stringify(lines)).toContain('"x-copy"');
});

test("writes to the console where no logger is given", async () => {
  const spy = vi.spyOn(console, "info").mockImplementation(() => {});

  await clientOf(async () => Response.json(exampleOf("listModels", "200")), { logLevel: "info" }).models.list();

  expect(spy).toHaveBeenCalledOnce();
  spy.mockRestore();
});
