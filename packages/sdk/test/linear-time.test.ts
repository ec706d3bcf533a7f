import { expect, test } from "vitest";
import { BadRequestError, ConnectionError, InternalError } from "../src/index.js";
import { resolveBaseURL } from "../src/options/base-url.js";
import { createRedactor } from "../src/transport/redact.js";
import { runInLinearTime } from "./linear-growth.js";
import { clientAnswering, clientOf, exampleOf, failureOf, key, request } from "./stub-service.js";

test.each([
  ["backslashes", "\\"],
  ["backslashes with letters of the key", "s\\\\\\"],
  ["escapes of JSON", "\\\\u0073"],
  ["escapes of a URL", "%73"],
  ["starts of the key", "sk-\\t"],
])("takes the key out of a text of %s in linear time", (_what, unit) => {
  const { text } = createRedactor(() => [key]);

  const safe = runInLinearTime(
    text,
    200_000,
    (size) => `${unit.repeat(size / unit.length)} \\u0073${key.slice(1)} %41`,
  );

  expect(safe).toMatch(/ \[key\] %41$/);
});

test.each(["\\", "%5C"])("reads a base URL with many of %s in linear time", (unit) => {
  const root = runInLinearTime(resolveBaseURL, 200_000, (size) => `https://api.example/${unit.repeat(size)}x/v1/`);

  expect(root).toMatch(/x$/);
});

test("searches a cause whose 2 800 objects all refer to each other once", async () => {
  const parts: Record<string, unknown>[] = Array.from({ length: 2_800 }, (_, number) => ({ number }));
  for (const part of parts) part.others = parts;
  const cause = Object.assign(new Error("socket hang up"), { parts });
  const client = clientOf(async () => {
    throw cause;
  });

  expect(await failureOf(client.models.list())).toBeInstanceOf(ConnectionError);
});

test("ends at a cause that is its own cause", async () => {
  const cause: Error & { cause?: unknown } = new Error("round and round");
  cause.cause = cause;
  const client = clientOf(async () => {
    throw cause;
  });

  expect(await failureOf(client.models.list())).toMatchObject({ reason: "lost" });
});

const deep = `${"[".repeat(9_000)}${"]".repeat(9_000)}`;

test("types a refusal whose body is nested 9 000 times, with its message", async () => {
  const client = clientAnswering(`{"error":{"message":"No","details":${deep}}}`, { status: 400 });

  const error = await failureOf(client.chat.completions.create(request));

  expect(error).toBeInstanceOf(BadRequestError);
  expect(error).toMatchObject({ message: expect.stringContaining("answered 400: No") });
});

test("tries again after a refusal whose body is nested 9 000 times", async () => {
  let calls = 0;
  const client = clientOf(
    async () =>
      ++calls === 1 ? new Response(deep, { status: 500 }) : Response.json(exampleOf("createChatCompletion", "200")),
    { maxRetries: 1, clock: { random: () => 0 } },
  );

  await client.chat.completions.create(request);

  expect(calls).toBe(2);
  expect(await failureOf(clientAnswering(deep, { status: 500 }).models.list())).toBeInstanceOf(InternalError);
});
