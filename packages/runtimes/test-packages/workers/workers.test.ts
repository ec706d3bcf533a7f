import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { expect } from "vitest";
import { bundleBehaviour, bundleProvider } from "../bundle.ts";
import { makeProject, test } from "../project.ts";
import { behave } from "../sdk/provider-behaviour.ts";

test("the SDK behaves the same on Workers", async ({ mock, expected }) => {
  const project = makeProject("workers");
  const file = await bundleBehaviour(join(project, "worker.mjs"), {
    baseURL: mock.baseURL,
    lastLine: "export default { async fetch() { return Response.json(await behaveOnServer(sdk, BASE_URL)); } };",
    project,
  });

  const outcome = await runWorker(file);

  // It has the same words for a connection that was refused and for one that broke later, so that no one can say "no".
  expect(outcome).toEqual({ ...expected, unreachable: "ConnectionError ModelAccessError   lost maybe" });
});

test("the provider behaves on Workers as it promises, which is as on Node", async ({ mock }) => {
  const options = { apiKey: "sk-mock-full", baseURL: mock.baseURL };
  const file = await bundleProvider(join(makeProject("workers"), "provider.mjs"), {
    lastLine: `export default { async fetch() { return Response.json(await behave(${JSON.stringify(options)})); } };`,
  });

  const onNode = await behave(options);
  const onWorkers = await runWorker(file);

  const whole = { text: expect.stringMatching(/\w+/), finishReason: "stop", isStreamTheSame: true };
  expect(onNode).toEqual({
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
  expect(onWorkers).toEqual(onNode);
});

/** Runs a bundled module as a Worker, and returns the JSON that it answers. */
async function runWorker(file: string): Promise<unknown> {
  const worker = new Miniflare({
    modules: true,
    script: readFileSync(file, "utf8"),
    compatibilityDate: "2026-07-01",
    telemetry: { enabled: false },
  });
  try {
    return await (await worker.dispatchFetch("http://worker.example/")).json();
  } finally {
    await worker.dispose();
  }
}
