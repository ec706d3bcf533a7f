// @module-tag socket
import { readFileSync } from "node:fs";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { createModelAccess } from "@model-access/ai-sdk-provider";
import { type MockServer, startMock } from "@model-access/mock";
import type { Timeouts } from "@model-access/sdk";
import { APICallError, generateText, type LanguageModel, streamText } from "ai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Dialect, type Mode, models, question } from "../src/fault-table/dialect.ts";
import { faultCases } from "../src/fault-table/expected-outcomes.ts";

// A bot takes no limit of tokens.
globalThis.AI_SDK_LOG_WARNINGS = false;

const apiKey = "sk-mock-full";
let mock: MockServer;

beforeAll(async () => {
  mock = await startMock({ latency: "instant", requestsPerMinute: 1_000_000 });
});
afterAll(() => mock.close());

function modelOf(dialect: Dialect, timeouts: Timeouts = {}) {
  return createModelAccess({ apiKey, baseURL: mock.baseURL, timeouts })[dialect === "bots" ? "bot" : dialect](
    models[dialect],
  );
}

interface Asked {
  model: LanguageModel;
  mode: Mode;
  fault?: string;
  maxRetries?: number;
}

/** Returns the text that `ai` gives for a call, or its error. */
async function ask({
  model,
  mode,
  fault,
  maxRetries = 0,
}: Asked): Promise<{ text?: string; error?: unknown; types: string[] }> {
  const headers: Record<string, string> = fault === undefined ? {} : { "x-mock-fault": fault };
  const request = { model, prompt: question, maxOutputTokens: 400, maxRetries, headers };
  const errors: unknown[] = [];
  const types: string[] = [];
  let text = "";
  try {
    if (mode === "plain") return { text: (await generateText(request)).text, types };
    const { stream } = streamText({ ...request, onError: ({ error }) => void errors.push(error) });
    for await (const part of stream) {
      types.push(part.type);
      if (part.type === "text-delta") text += part.text;
    }
  } catch (error) {
    errors.push(error);
  }
  return errors.length === 0 ? { text, types } : { error: errors[0], types };
}

test.each(faultCases)("the provider meets $fault on $dialect, $mode, as the SDK does: $outcome", async (fault) => {
  // Where nothing comes any more, a deadline is what ends the call. It may pass earlier on a busy machine, to the same end.
  const contents = { firstContent: 300, betweenContents: 300 };
  const deadlines = fault.silentAfter === "request" ? { headers: 300 } : contents;
  const model = modelOf(fault.dialect, fault.silentAfter === undefined ? {} : deadlines);
  const { text: whole } = await ask({ model: modelOf(fault.dialect), mode: fault.mode });

  const { text, error, types } = await ask({ model, mode: fault.mode, fault: fault.fault });

  if (fault.outcome === "whole") {
    expect(text).toBe(whole);
    expect(error).toBeUndefined();
    return;
  }
  expect(APICallError.isInstance(error)).toBe(true);
  expect(error).toMatchObject({
    cause: { name: fault.outcome, mayHaveBeenProcessed: fault.mayHaveBeenProcessed },
    // The SDK sends again what it may.
    isRetryable: (fault.attempts ?? 1) > 1,
  });
  expect(types).not.toContain("tool-call");
});

/** Returns the outcome of a fault for a user of `ai` who allows one retry. */
async function verdictOf(
  make: (fetch: typeof globalThis.fetch) => LanguageModel,
  { fault, mode }: { fault: string; mode: Mode },
): Promise<"whole" | "error" | "asked again" | "silent"> {
  let requests = 0;
  const model = make((url, init) => {
    requests += 1;
    return fetch(url, init);
  });
  const { text: whole } = await ask({ model, mode });
  const { text, error } = await ask({ model, mode, fault, maxRetries: 1 });
  if (error === undefined) return text === whole ? "whole" : "silent";
  return requests > 2 ? "asked again" : "error";
}

const page = readFileSync(new URL("../../../docs/ai-sdk.md", import.meta.url), "utf8");
const rows = [...page.matchAll(/^\| `([^`]+)` \| (plain|stream) \| (.+) \|$/gm)].map(([, fault, mode, cells = ""]) => ({
  fault: fault ?? "",
  mode: mode as Mode, // as the pattern says
  said: cells.split(" | "),
}));

test("the page on the AI SDK compares the providers fault by fault", () => {
  expect(rows.length).toBeGreaterThanOrEqual(9);
});

test.concurrent.each(rows)("the page tells how each provider takes $fault, $mode", async ({ fault, mode, said }) => {
  const baseURL = `${mock.baseURL}/v1`;
  const providers = [
    (fetch: typeof globalThis.fetch) => createModelAccess({ apiKey, baseURL, fetch })(models.chat),
    (fetch: typeof globalThis.fetch) =>
      createOpenAICompatible({ name: "model-access", apiKey, baseURL, fetch })(models.chat),
    (fetch: typeof globalThis.fetch) => createAnthropic({ apiKey, baseURL, fetch })(models.messages),
    (fetch: typeof globalThis.fetch) => createOpenAI({ apiKey, baseURL, fetch }).responses(models.responses),
  ];

  const verdicts = await Promise.all(providers.map((make) => verdictOf(make, { fault, mode })));

  expect(verdicts).toEqual(said);
});
