import { APICallError } from "@ai-sdk/provider";
import { ModelAccess, OptionError } from "@model-access/sdk";
import {
  errorReply,
  htmlReply,
  jsonReply,
  lostReply,
  rateLimitReply,
  unreachableReply,
} from "@model-access/sdk/testing";
import { generateText } from "ai";
import { expect, test } from "vitest";
import { createModelAccess } from "../src/index.js";
import { chatCompletion, providerOf, question } from "./stub-provider.js";

const failureOf = (call: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(call).then(
    () => "no failure",
    (error: unknown) => error,
  );

const internal = { type: "api_error", code: "internal_error" };
const refused = { type: "insufficient_quota", code: "insufficient_points" };

test.each([
  ["429", rateLimitReply({ retryAfter: 7 }), { statusCode: 429, isRetryable: true }, "no"],
  ["429 for longer than a minute", rateLimitReply({ retryAfter: 3600 }), { statusCode: 429, isRetryable: false }, "no"],
  ["500", errorReply(internal, { status: 500 }), { statusCode: 500, isRetryable: true }, "maybe"],
  ["503", errorReply(internal, { status: 503 }), { statusCode: 503, isRetryable: true }, "maybe"],
  ["502, which may have been charged", htmlReply({ status: 502 }), { statusCode: 502, isRetryable: false }, "maybe"],
  ["402", errorReply(refused, { status: 402 }), { statusCode: 402, isRetryable: false }, "no"],
  ["a proxy's page", htmlReply(), { statusCode: 200, isRetryable: false }, "maybe"],
  ["nobody there", unreachableReply(), { statusCode: undefined, isRetryable: true }, "no"],
  ["a connection that was lost", lostReply(), { statusCode: undefined, isRetryable: false }, "maybe"],
])("%s is retryable where the SDK would make the call again", async (_name, reply, expected, mayHaveBeenProcessed) => {
  const { modelAccess } = providerOf([reply]);

  const failure = await failureOf(modelAccess("Test-Model").doGenerate(question));

  expect(APICallError.isInstance(failure)).toBe(true);
  expect(failure).toMatchObject({
    ...expected,
    url: "https://api.example/v1/chat/completions",
    requestBodyValues: { model: "Test-Model" },
    cause: { mayHaveBeenProcessed },
  });
});

test("a refusal has the answer's body, its id and how long to wait", async () => {
  const body = { error: { message: "Slow down.", type: "rate_limit_error", code: "rate_limit_exceeded" } };
  const headers = { "retry-after": "7", "x-request-id": "req-1" };
  const { modelAccess } = providerOf([jsonReply(body, { status: 429, headers })]);

  const failure = await failureOf(modelAccess("Test-Model").doGenerate(question));

  expect(failure).toMatchObject({
    message: expect.stringContaining("429 rate_limit_error: Slow down; retry after 7 s"),
    responseBody: JSON.stringify(body),
    data: body,
    responseHeaders: { "x-request-id": "req-1", "retry-after-ms": "7000" },
  });
});

test("ai tries again as often as it is told, and the SDK not at all", async () => {
  const { modelAccess, calls } = providerOf([
    rateLimitReply({ retryAfter: 0 }),
    rateLimitReply({ retryAfter: 0 }),
    jsonReply(chatCompletion({ content: "Seven." })),
  ]);

  const { text } = await generateText({ model: modelAccess("Test-Model"), prompt: "Name one prime." });

  expect(text).toBe("Seven.");
  expect(calls).toHaveLength(3);
});

test.each(["chat", "messages", "responses", "bot"] as const)(
  "a refused .%s(…) is sent once where ai may not try again, whatever the client says",
  async (kind) => {
    const { modelAccess, calls } = providerOf([rateLimitReply({ retryAfter: 0 }), rateLimitReply({ retryAfter: 0 })], {
      maxRetries: 5,
    } as object);

    const failure = await failureOf(modelAccess[kind]("Test-Model").doStream(question));

    expect(failure).toMatchObject({ name: "AI_APICallError", statusCode: 429, isRetryable: true });
    expect(calls).toHaveLength(1);
  },
);

test("an abort fails with the caller's reason, and a client's own signal with the SDK's error", async () => {
  const reason = new Error("Enough.");
  const client = new ModelAccess({ apiKey: "k", baseURL: "https://api.example", signal: AbortSignal.abort() });

  const byCaller = await failureOf(
    providerOf([])
      .modelAccess("Test-Model")
      .doGenerate({ ...question, abortSignal: AbortSignal.abort(reason) }),
  );
  const byClient = await failureOf(createModelAccess({ client })("Test-Model").doGenerate(question));

  expect(byCaller).toBe(reason);
  expect(byClient).toMatchObject({ name: "AI_APICallError", isRetryable: false, cause: { name: "AbortError" } });
});

test("a wrong option is thrown as it is, before a model is called", () => {
  expect(() => createModelAccess({ apiKey: "k", baseURL: "api.example" })("Test-Model")).toThrow(OptionError);
  expect(() => createModelAccess({ apiKey: "k", baseURL: "https://api.example", retries: 3 } as object)("M")).toThrow(
    "retries",
  );
});

test("no error shows the key", async () => {
  const body = { error: { message: "The key test-key is wrong.", type: "invalid_request_error", code: "x" } };
  const { modelAccess } = providerOf([jsonReply(body, { status: 401 })]);

  const failure = await failureOf(modelAccess("Test-Model").doGenerate(question));

  expect(failure).toMatchObject({ statusCode: 401 });
  expect(JSON.stringify(failure) + String(failure)).not.toContain("test-key");
});
