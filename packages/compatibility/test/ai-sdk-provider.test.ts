// @module-tag socket
import { readFileSync } from "node:fs";
import { createModelAccess } from "@model-access/ai-sdk-provider";
import { startMock } from "@model-access/mock";
import { APICallError, type LanguageModel } from "ai";
import { afterAll, expect, test } from "vitest";
import { askAISDK, providerModels } from "../src/fault-table/ask-ai-sdk.ts";
import { type Mode, models } from "../src/fault-table/dialect.ts";
import { type FaultCase, faultCases } from "../src/fault-table/expected-outcomes.ts";

// A bot accepts no token limit.
globalThis.AI_SDK_LOG_WARNINGS = false;

const apiKey = "sk-mock-full";
const mock = await startMock({ latency: "instant", requestsPerMinute: 1_000_000 });
afterAll(() => mock.close());

/** Asks through the provider. If a fault is silence, a deadline ends the call. */
function ask({ dialect, mode, fault, silentAfter }: Pick<FaultCase, "dialect" | "mode"> & Partial<FaultCase>) {
  // On a busy machine it may pass earlier, with the same outcome.
  const contents = { firstContent: 300, betweenContents: 300 };
  const deadlines = silentAfter === "request" ? { headers: 300 } : contents;
  const timeouts = silentAfter === undefined ? {} : deadlines;
  const provider = createModelAccess({ apiKey, baseURL: mock.baseURL, timeouts });
  const model = provider[dialect === "bots" ? "bot" : dialect](models[dialect]);
  return askAISDK(model, { mode, headers: fault === undefined ? {} : { "x-mock-fault": fault } });
}

const unharmed = new Map<string, Promise<string>>();

function askUnharmed(dialect: FaultCase["dialect"], mode: Mode): Promise<string> {
  const name = `${dialect} ${mode}`;
  const known = unharmed.get(name) ?? ask({ dialect, mode });
  unharmed.set(name, known);
  return known;
}

test.each(faultCases)("the provider handles $fault on $dialect, $mode, like the SDK: $outcome", async (row) => {
  const { dialect, mode, outcome, mayHaveBeenProcessed, attempts = 1 } = row;
  const asked = ask(row);

  if (outcome === "whole") {
    expect(await asked).toBe(await askUnharmed(dialect, mode));
    return;
  }
  const error = await asked.catch((error: unknown) => error);
  expect(APICallError.isInstance(error)).toBe(true);
  // The SDK retries what it may.
  expect(error).toMatchObject({ cause: { name: outcome, mayHaveBeenProcessed }, isRetryable: attempts > 1 });
});

type Fetch = typeof globalThis.fetch;

/** Returns the outcome of a fault for a user of `ai` who allows one retry. */
async function findVerdict(
  make: (fetch: Fetch) => LanguageModel,
  { fault, mode }: { fault: string; mode: Mode },
): Promise<string> {
  let requests = 0;
  const model = make((url, init) => {
    requests += 1;
    return fetch(url, init);
  });
  const whole = await askAISDK(model, { mode });
  return askAISDK(model, { mode, headers: { "x-mock-fault": fault }, maxRetries: 1 }).then(
    (text) => (text === whole ? "whole" : "silent"),
    () => (requests > 2 ? "asked again" : "error"),
  );
}

const page = readFileSync(new URL("../../../docs/ai-sdk.md", import.meta.url), "utf8");
const rows = [...page.matchAll(/^\| `([^`]+)` \| (plain|stream) \| (.+) \|$/gm)].map(([, fault, mode, cells = ""]) => ({
  fault: fault ?? "",
  mode: mode as Mode, // by the pattern
  said: cells.split(" | "),
}));

test("the AI SDK page compares the providers fault by fault", () => {
  expect(rows.length).toBeGreaterThanOrEqual(9);
});

test.concurrent.each(rows)("the page has each provider's outcome of $fault, $mode", async ({ fault, mode, said }) => {
  const settings = { apiKey, baseURL: `${mock.baseURL}/v1` };
  const providers = [
    (fetch: Fetch) => createModelAccess({ ...settings, fetch })(models.chat),
    ...(["openai-compatible", "anthropic", "openai (responses)"] as const).map(
      (name) => (fetch: Fetch) => providerModels[`@ai-sdk/${name}`]({ ...settings, fetch }),
    ),
  ];

  const verdicts = await Promise.all(providers.map((make) => findVerdict(make, { fault, mode })));

  expect(verdicts).toEqual(said);
});
