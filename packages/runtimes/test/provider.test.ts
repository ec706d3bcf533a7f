import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type MockServer, startMock } from "@model-access/mock";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleProvider } from "./bundle-provider.ts";
import { behave, type ProviderOutcome } from "./provider-behaviour.ts";
import { runWorker } from "./run-worker.ts";

const folder = mkdtempSync(join(tmpdir(), "model-access-provider-"));
let mock: MockServer;
let expected: ProviderOutcome;

beforeAll(async () => {
  mock = await startMock({ latency: "instant" });
  expected = await behave({ apiKey: "sk-mock-full", baseURL: mock.baseURL });
});
afterAll(async () => {
  await mock?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("the behaviour is the one that the provider promises", () => {
  const whole = { text: expect.stringMatching(/\w+/), finishReason: "stop", isStreamTheSame: true };
  expect(expected).toEqual({
    chat: whole,
    messages: whole,
    responses: whole,
    bot: whole,
    tools: [["17 °C"], []],
    suggestedReplies: ["Tell me more.", "Give me an example."],
    cut: [[false, "StreamIncompleteError"]],
    aborted: "Error: Enough.",
    image: ["image/png", true],
  });
});

test("the provider behaves the same on Workers", async () => {
  const options = JSON.stringify({ apiKey: "sk-mock-full", baseURL: mock.baseURL });
  const file = await bundleProvider(join(folder, "worker.mjs"), {
    lastLine: `export default { async fetch() { return Response.json(await behave(${options})); } };`,
  });
  const output = await runWorker(file);

  expect(output).toEqual(expected);
});
