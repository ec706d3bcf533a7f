import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { downTo31 } from "./down-to-31.mjs";
import { rateChange } from "./rate-change.mjs";
import { redocly } from "./redocly.mjs";

const order = ["none", "patch", "minor", "major"];

/**
 * Returns the changes between two 3.2 bundles and the version bump that they require. Redocly compares the 3.1 form, with
 * the events of a stream as its schema. It would rate a removed `itemSchema` as a patch; here that is a major change. The
 * rest is rated by our own rules (rate-change.mjs).
 * @returns {{bump: "none"|"patch"|"minor"|"major", changes: {impact: string, path: string, message: string}[]}}
 */
export function compareContracts(base, revision) {
  const changes = [...removedItemSchemas(base, revision), ...redoclyChanges(base, revision)];
  changes.sort((a, b) => order.indexOf(b.impact) - order.indexOf(a.impact));
  const bump = changes[0]?.impact ?? "none";
  return { bump, changes };
}

/** Returns the version after a bump. Below 1.0.0, a major bump raises the minor number, any other the patch number. */
export function nextVersion(version, bump) {
  const [major, minor, patch] = version.split(".").map(Number);
  const step = major === 0 ? { major: "minor", minor: "patch", patch: "patch" }[bump] : bump;
  if (step === "major") return `${major + 1}.0.0`;
  if (step === "minor") return `${major}.${minor + 1}.0`;
  return `${major}.${minor}.${patch + 1}`;
}

function removedItemSchemas(base, revision) {
  const kept = new Set(itemSchemas(revision));
  return itemSchemas(base)
    .filter((path) => !kept.has(path))
    .map((path) => ({
      impact: "major",
      path,
      message: "The event stream lost its itemSchema, so its events are no longer part of the contract.",
    }));
}

function itemSchemas(document) {
  const resolve = (node) => (node?.$ref ? document.components.responses[node.$ref.split("/").at(-1)] : node);
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      Object.entries(operation?.responses ?? {})
        .filter(([, response]) => resolve(response)?.content?.["text/event-stream"]?.itemSchema !== undefined)
        .map(([status]) => `${method.toUpperCase()} ${path} ${status} text/event-stream`),
    ),
  );
}

function redoclyChanges(base, revision) {
  const folder = mkdtempSync(join(tmpdir(), "model-access-"));
  try {
    const documents = { base: withEvents(downTo31(base)), revision: withEvents(downTo31(revision)) };
    const files = Object.entries(documents).map(([name, document]) => {
      const file = join(folder, `${name}.json`);
      writeFileSync(file, JSON.stringify(document));
      return file;
    });
    // Outside of spec, whose redocly.yaml would turn the rules of diff off.
    const report = JSON.parse(redocly(["diff", ...files, "--format=json", "--fail-on=none"], { cwd: folder }));
    return report.changes.map((change) => ({
      impact: rateChange(change, documents),
      path: change.property === undefined ? change.path : `${change.path}/${change.property}`,
      message: change.verdicts.map((verdict) => verdict.message).join(" ") || `${change.kind}.`,
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Replaces the schema of an event stream, which is text in 3.1, by the union of its events. Branches lose their marks:
 * Redocly would treat a branch with another source as another branch.
 */
const withEvents = (document) =>
  JSON.parse(JSON.stringify(document), (key, node) => {
    if (key === "anyOf" && Array.isArray(node)) return node.map(dropMarks);
    return node?.["x-item-schema"] === undefined ? node : { ...node, schema: node["x-item-schema"] };
  });

const dropMarks = ({ "x-provenance": _, "x-keyword-provenance": __, "x-requirement": ___, ...branch }) => branch;
