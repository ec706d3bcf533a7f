import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { compareContracts, nextVersion } from "../scripts/compare-contracts.mjs";
import { bundleWorkingTree } from "../scripts/revisions.mjs";
import { built, type Node } from "./source-files.ts";

const contract = built("openapi.3.2.yaml");

test("finds no change between a contract and itself", () => {
  expect(compareContracts(contract, contract)).toEqual({ bump: "none", changes: [] });
});

test("asks for a major version when an operation is gone", () => {
  const changed = structuredClone(contract);
  delete changed.paths["/v1/models"];

  const { bump, changes } = compareContracts(contract, changed);

  expect(bump).toBe("major");
  expect(changes.map(({ path }) => path).join()).toContain("~1v1~1models");
});

test("asks for a major version when an event stream loses its itemSchema", () => {
  const changed = structuredClone(contract);
  const stream = changed.components.responses.MessageReply.content["text/event-stream"];
  stream.schema = { type: "string" };
  delete stream.itemSchema;

  const { bump, changes } = compareContracts(contract, changed);

  expect(bump).toBe("major");
  expect(changes[0]).toMatchObject({ impact: "major", path: "POST /v1/messages 200 text/event-stream" });
});

test("asks for a major version when a reply field that was promised is no longer", () => {
  const changed = structuredClone(contract);
  changed.components.schemas.MessageStopEvent.required = [];

  expect(compareContracts(contract, changed).bump).toBe("major");
});

/** The impact of a change to the schemas, at every place that it is found at. */
function impactsOf(change: (schemas: Node) => void): string[] {
  const changed = structuredClone(contract);
  change(changed.components.schemas);
  return [...new Set<string>(compareContracts(contract, changed).changes.map(({ impact }) => impact))];
}

const addVariant = (union: Node[], name: string, variant: object) => {
  union.at(-1).properties[name].not.enum.push("hologram");
  union.splice(-1, 0, variant);
};
const hologram = { type: "object", required: ["type"], properties: { type: { type: "string", const: "hologram" } } };
const event = {
  title: "hologram",
  type: "object",
  required: ["event", "data"],
  properties: {
    event: { type: "string", const: "hologram" },
    data: { type: "string", contentMediaType: "application/json", contentSchema: hologram },
  },
};

test.each<[string, (schemas: Node) => void]>([
  ["a field of a reply", ({ Balance }) => (Balance.properties.currency = { type: "string" })],
  ["a value in an open enumeration of a reply", ({ VideoStatus }) => VideoStatus.anyOf[0].enum.push("paused")],
  [
    "a variant of an open union of a reply",
    ({ MessageContentBlock }) => addVariant(MessageContentBlock.anyOf, "type", hologram),
  ],
  ["an event of a stream", ({ MessageStreamEvent }) => addVariant(MessageStreamEvent.anyOf, "event", event)],
  ["a value that a request may have", ({ MessageParam }) => MessageParam.properties.role.enum.push("system")],
  [
    "a wider range of a request's field",
    ({ ChatCompletionRequest }) => (ChatCompletionRequest.properties.temperature.anyOf[0].maximum = 3),
  ],
])("asks for a minor version when there is more: %s", (_title, change) => {
  expect(impactsOf(change)).toEqual(["minor"]);
});

test.each<[string, (schemas: Node) => void]>([
  ["a field of a request", ({ ChatCompletionRequest }) => delete ChatCompletionRequest.properties.tools],
  ["a value of an open enumeration", ({ ResponseStatus }) => ResponseStatus.anyOf[0].enum.pop()],
  ["a variant of a reply", ({ MessageContentBlock }) => MessageContentBlock.anyOf.splice(3, 1)],
  ["an event of a stream", ({ MessageStreamEvent }) => MessageStreamEvent.anyOf.splice(6, 1)],
])("asks for a major version when something promised is gone: %s", (_title, change) => {
  expect(impactsOf(change)).toContain("major");
});

test("asks for a patch when only words change", () => {
  const impacts = impactsOf(({ Balance, Video }) => {
    Balance.description = "Other words.";
    Video["x-provenance"] = "inferred";
  });

  expect(impacts).toEqual(["patch"]);
});

/** The command, run in a folder that is not the repository. */
const run = (...args: string[]) =>
  spawnSync(process.execPath, [fileURLToPath(new URL("../scripts/diff.mjs", import.meta.url)), ...args], {
    cwd: tmpdir(),
    encoding: "utf8",
  });

test("says the bump alone, wherever it is run", () => {
  expect(run("HEAD", "--bump").stdout).toMatch(/^(none|patch|minor|major)\n$/);
});

test("compares the source of both sides, without what the build adds to one", () => {
  expect(bundleWorkingTree().components.schemas.Message.title).toBeUndefined();
});

test.each([
  [["--bumb"], "Unknown option '--bumb'"],
  [["a", "b"], "one revision"],
  [["nosuch"], "nosuch has no contract"],
])("refuses %j", (args, words) => {
  const { status, stderr } = run(...args);

  expect(status).toBe(2);
  expect(stderr).toContain(words);
});

test.each([
  ["0.1.0", "major", "0.2.0"],
  ["0.1.0", "minor", "0.1.1"],
  ["1.4.2", "major", "2.0.0"],
  ["1.4.2", "minor", "1.5.0"],
  ["1.4.2", "patch", "1.4.3"],
])("%s with a %s change becomes %s", (version, bump, expected) => {
  expect(nextVersion(version, bump)).toBe(expected);
});
