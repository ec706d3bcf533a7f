import { expect, test } from "vitest";
import { compareContracts, nextVersion } from "../scripts/compare-contracts.mjs";
import { built } from "./source-files.ts";

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

test("asks for less when something is added", () => {
  const changed = structuredClone(contract);
  changed.components.schemas.Balance.properties.currency = { type: "string" };

  expect(["minor", "patch"]).toContain(compareContracts(contract, changed).bump);
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
