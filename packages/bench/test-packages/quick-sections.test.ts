// Runs every section like `pnpm bench`, with the smallest counts, and checks its tables.
import { beforeEach, expect, test, vi } from "vitest";
import { runSections } from "../src/run-sections.ts";
import { chooseSections } from "../src/sections.ts";
import { readTables } from "../test/read-tables.ts";

// Some thirty programs start in sequence, each of which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 900_000 });

beforeEach(() => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
});

/** Runs a section like the command; returns the first cells of its tables, by header. */
async function measure(name: string) {
  const failures = await runSections(chooseSections([name]), { isQuick: true });
  const markdown = vi.mocked(process.stdout.write).mock.calls.join("");
  expect(failures).toEqual([]);
  expect(markdown).not.toContain("Not measured");
  return readTables(markdown);
}

test("mock", async () => {
  const servers = ["bare node:http, static JSON", "@model-access/mock", "@copilotkit/aimock", "stock Prism command"];

  expect(await measure("mock")).toEqual([
    ["server | valid chat request | refused chat request", servers],
    ["server | CPU time", servers],
    ["body | slowest answer of another session", ["messages, as many as it takes (0.6 MB)"]],
  ]);
});

test("streams", async () => {
  expect(await measure("streams")).toEqual([
    [
      "server | first event | gap | duration | memory | CPU of an event",
      ["@model-access/mock, 20 streams", "chained setTimeout, 20 streams"],
    ],
  ]);
});

test("watch", async () => {
  expect(await measure("watch")).toEqual([["watch | chat completion | streamed chat completion", ["without", "with"]]]);
});

test("contract-tests", async () => {
  expect(await measure("contract-tests")).toEqual([
    ["measure | value", expect.arrayContaining(["faults found", "false alarms on legal variants"])],
    ["area | faults found", expect.arrayContaining(["chat"])],
  ]);
});

test("pipeline, which plans its tasks only", async () => {
  expect(await measure("pipeline")).toEqual([["run | time", ["cold", "nothing changed"]]]);
});

test("sdk", async () => {
  const clients = ["@model-access/sdk", "openai"];
  const readers = ["TextDecoder and eventsource-parser", "@model-access/sdk"];

  expect(await measure("sdk")).toEqual([
    [
      "client | CPU",
      ["a stubbed fetch and JSON", "@model-access/sdk", "ky", "ai (provider)", "@anthropic-ai/sdk", "openai"],
    ],
    ["client | CPU", ["TextDecoder and JSON.parse", ...clients, "ai (provider)"]],
    ["client | CPU", ["TextDecoder and JSON.parse", ...clients, "ai (streamText)"]],
    ["client | CPU", readers],
    ["client | CPU", readers],
    ["client | CPU", readers],
    ["client | CPU", ["@anthropic-ai/sdk", "@model-access/sdk"]],
    ["client | CPU | memory", ["fetch", ...clients]],
    ["client | time", ["@model-access/sdk", "ky", "ai", "@anthropic-ai/sdk", "openai"]],
    [
      "program or entry | size",
      expect.arrayContaining([
        "one streaming call by @model-access/sdk",
        "one streaming call by openai",
        "@model-access/sdk/core",
      ]),
    ],
  ]);
});
