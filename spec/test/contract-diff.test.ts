// @module-tag socket
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { compareContracts, nextVersion } from "../scripts/compare-contracts.mjs";
import { built, type Node, source } from "./source-files.ts";

const contract = built("openapi.3.2.json");

test("finds no change between a contract and itself", () => {
  expect(compareContracts(contract, contract)).toEqual({ bump: "none", changes: [] });
});

test("requires a major version if an event stream loses its itemSchema", () => {
  const changed = structuredClone(contract);
  const stream = changed.components.responses.MessageReply.content["text/event-stream"];
  stream.schema = { type: "string" };
  delete stream.itemSchema;

  const { bump, changes } = compareContracts(contract, changed);

  expect(bump).toBe("major");
  expect(changes[0]).toMatchObject({ impact: "major", path: "POST /v1/messages 200 text/event-stream" });
});

test("finds no change if only the provenance of a branch changes", () => {
  const changed = structuredClone(contract);
  const { reasoning } = changed.components.schemas.ResponseRequest.properties;
  reasoning.anyOf.at(-1)["x-provenance"] = "inferred";

  expect(compareContracts(contract, changed)).toEqual({ bump: "none", changes: [] });
});

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

/** The impact of a change to the contract, and the places that report it. */
const rows: [
  impact: string,
  title: string,
  place: RegExp,
  change: (schemas: Node, paths: Node, components: Node) => void,
][] = [
  ["major", "an operation is gone", /~1v1~1models$/, (_, paths) => delete paths["/v1/models"]],
  [
    "major",
    "a field of a request is gone",
    /~1completions\/.*\/properties\/tools$/,
    ({ ChatCompletionRequest }) => delete ChatCompletionRequest.properties.tools,
  ],
  [
    "major",
    "a value of an open enumeration is gone",
    /~1responses\/.*\/properties\/status\/anyOf\/0\/enum$/,
    ({ ResponseStatus }) => ResponseStatus.anyOf[0].enum.pop(),
  ],
  [
    "major",
    "a variant of a reply is gone",
    /~1responses\/.*\/properties\/output\/items\/anyOf\/1$/,
    ({ ResponseOutputItem }) => ResponseOutputItem.anyOf.splice(1, 1),
  ],
  [
    "major",
    "an event of a stream is gone",
    /~1responses\/.*event-stream\/schema\/anyOf\/6$/,
    ({ ResponseStreamEvent }) => ResponseStreamEvent.anyOf.splice(6, 1),
  ],
  [
    "major",
    "a field of a reply that was promised is no longer",
    /~1messages\/.*event-stream\/schema\/anyOf\/5\/required$/,
    ({ MessageStopEvent }) => (MessageStopEvent.required = []),
  ],
  [
    "major",
    "a header of a reply is gone",
    /\/responses\/ModelListReply\/headers\/x-request-id$/,
    // Its operation is removed too, so that it is reported at its definition.
    (_, _paths, { responses }) => delete responses.ModelListReply.headers["x-request-id"],
  ],
  [
    "major",
    "a header of a reply that was promised is no longer",
    /\/429\/headers\/Retry-After\/required$/,
    (_, _paths, { headers }) => (headers.RetryAfter.required = false),
  ],
  [
    "major",
    "a closed union of a reply has another variant",
    /~1videos\/.*\/properties\/seconds\/anyOf\/2$/,
    ({ Video }) => Video.properties.seconds.anyOf.push({ type: "boolean" }),
  ],
  [
    "minor",
    "a reply has another field",
    /~1current_balance\/.*\/properties\/currency$/,
    ({ Balance }) => (Balance.properties.currency = { type: "string" }),
  ],
  [
    "minor",
    "an open enumeration of a reply has another value",
    /~1videos\/.*\/properties\/status\/anyOf\/0\/enum$/,
    ({ VideoStatus }) => VideoStatus.anyOf[0].enum.push("paused"),
  ],
  [
    "minor",
    "an open union of a reply has another variant",
    /~1messages\/.*\/properties\/content\/items\/anyOf\/(4|5\/properties\/type\/not\/enum)$/,
    ({ MessageContentBlock }) => addVariant(MessageContentBlock.anyOf, "type", hologram),
  ],
  [
    "minor",
    "a stream has another event",
    /~1messages\/.*event-stream\/schema\/anyOf\/8$/,
    ({ MessageStreamEvent }) => addVariant(MessageStreamEvent.anyOf, "event", event),
  ],
  [
    "minor",
    "a request may have another value",
    /~1messages\/.*\/properties\/role\/enum$/,
    ({ MessageParam }) => MessageParam.properties.role.enum.push("system"),
  ],
  [
    "minor",
    "a field of a request has a wider range",
    /~1completions\/.*\/properties\/temperature\/anyOf\/0\/maximum$/,
    ({ ChatCompletionRequest }) => (ChatCompletionRequest.properties.temperature.anyOf[0].maximum = 3),
  ],
  [
    "minor",
    "an operation is deprecated",
    /~1current_balance\/get\/deprecated$/,
    (_, paths) => (paths["/usage/current_balance"].get.deprecated = true),
  ],
  [
    "minor",
    "a parameter is deprecated",
    /(points_|~1usage~1)history\/get\/parameters\/0\/deprecated$/,
    (_, _paths, { parameters }) => (parameters.Limit.deprecated = true),
  ],
  [
    "minor",
    "a parameter may be left out",
    /~1messages\/post\/parameters\/0\/required$/,
    (_, _paths, { parameters }) => (parameters.UpstreamVersion.required = false),
  ],
  [
    "patch",
    "only words change",
    /~1current_balance\/.*\/schema\/description$/,
    ({ Balance }) => (Balance.description = "Other words."),
  ],
  [
    "patch",
    "only a provenance changes",
    /~1videos\/.*\/schema\/x-provenance$/,
    ({ Video }) => (Video["x-provenance"] = "inferred"),
  ],
  [
    "patch",
    "only the summary of an operation changes",
    /~1videos\/post\/summary$/,
    (_, paths) => (paths["/v1/videos"].post.summary = "Other words."),
  ],
];

// One comparison for all, because it takes seconds: no two change the same place.
const changed = structuredClone(contract);
for (const [, , , change] of rows) change(changed.components.schemas, changed.paths, changed.components);
const { bump, changes } = compareContracts(contract, changed);

test.each(rows)("requires a %s version when %s", (impact, _title, place) => {
  const impacts = changes.filter(({ path }) => place.test(path)).map((change) => change.impact);

  expect([...new Set(impacts)]).toEqual([impact]);
});

test("lists only changes, the gravest first", () => {
  const impacts = changes.map(({ impact }) => impact);

  expect(changes.filter(({ path }) => !rows.some(([, , place]) => place.test(path)))).toEqual([]);
  expect(impacts).toEqual([...impacts].sort()); // major, minor, patch
  expect(bump).toBe("major");
});

/** Runs the command outside of the repository. */
function run(...args: string[]) {
  const command = fileURLToPath(new URL("../scripts/diff.mjs", import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    cwd: tmpdir(),
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

test("prints only the bump, in any folder", () => {
  const isSame = spawnSync("git", ["diff", "--quiet", "HEAD", "--", source], { cwd: source }).status === 0;

  expect(run("HEAD", "--bump")).toEqual({
    status: 0,
    stdout: isSame ? "none\n" : expect.stringMatching(/^(none|patch|minor|major)\n$/),
    stderr: "",
  });
});

test.each([
  [["--bumb"], "Unknown option '--bumb'"],
  [["a", "b"], "one revision"],
  [["nosuch"], "nosuch has no contract"],
])("refuses %j", (args, words) => {
  expect(run(...args)).toEqual({ status: 2, stdout: "", stderr: expect.stringContaining(words) });
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
