import { expect, test } from "vitest";
import { usageOf } from "../src/call/call-end.js";
import { exampleOf } from "./stub-service.js";

const operationIds = ["createChatCompletion", "createMessage", "createResponse"];

test("takes the cached tokens of a chat completion out of its input", () => {
  const usage = { prompt_tokens: 100, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 60 } };

  expect(usageOf({ usage })).toEqual({ inputTokens: 40, outputTokens: 7, cacheReadTokens: 60 });
});

test("counts all input of a chat completion that tells of no cache", () => {
  const usage = { prompt_tokens: 100, completion_tokens: 7, prompt_tokens_details: null };

  expect(usageOf({ usage })).toEqual({ inputTokens: 100, outputTokens: 7 });
});

test("takes the counts of a message as they are", () => {
  const usage = {
    input_tokens: 40,
    output_tokens: 7,
    cache_read_input_tokens: 60,
    cache_creation_input_tokens: 20,
  };

  expect(usageOf({ usage })).toEqual({
    inputTokens: 40,
    outputTokens: 7,
    cacheReadTokens: 60,
    cacheWriteTokens: 20,
  });
});

test("takes what a response read from and wrote to a cache out of its input", () => {
  const details = { cached_tokens: 60, cache_write_tokens: 20 };
  const usage = { input_tokens: 100, output_tokens: 7, input_tokens_details: details };

  expect(usageOf({ usage })).toEqual({
    inputTokens: 20,
    outputTokens: 7,
    cacheReadTokens: 60,
    cacheWriteTokens: 20,
  });
});

test("is never below zero where more is cached than came", () => {
  const usage = { prompt_tokens: 1, prompt_tokens_details: { cached_tokens: 60 } };

  expect(usageOf({ usage })).toEqual({ inputTokens: 0, cacheReadTokens: 60 });
});

test.each(operationIds)("reads the usage of an example of %s", (operationId) => {
  const counts = usageOf(exampleOf(operationId, "200"));

  expect(counts?.inputTokens).toBeGreaterThan(0);
  expect(counts?.outputTokens).toBeGreaterThan(0);
});

test.each([{}, { usage: null }, { usage: {} }, { usage: "many" }, { usage: [] }, [], null, "text"])(
  "has no usage where none is reported: %j",
  (reply) => {
    expect(usageOf(reply)).toBeUndefined();
  },
);

test.each(["7", -1, Number.POSITIVE_INFINITY, Number.NaN, null, true, {}])("takes %s for no count", (count) => {
  const details = { cached_tokens: count, cache_write_tokens: count };
  const caches = { cache_read_input_tokens: count, cache_creation_input_tokens: count };

  for (const name of ["prompt_tokens", "input_tokens"]) {
    const usage = {
      [name]: 9,
      [`${name}_details`]: details,
      ...caches,
      completion_tokens: count,
      output_tokens: count,
    };
    expect(usageOf({ usage })).toEqual({ inputTokens: 9 });
  }
});
