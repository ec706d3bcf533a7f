import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** The rows of requirements.yaml: `{id, says, on, elsewhere?}`. */
export const readRequirements = () => parse(readFileSync(new URL("../requirements.yaml", import.meta.url), "utf8"));

/**
 * Returns the places of each requirement row in a bundled document, found by its `x-requirement` marks.
 * @returns {Map<string, string[]>} pointers by row id
 */
export function collectMarks(document) {
  const marks = new Map();
  const visit = (node, path) => {
    if (node === null || typeof node !== "object") return;
    for (const id of node["x-requirement"] ?? []) {
      if (!marks.has(id)) marks.set(id, []);
      marks.get(id).push(`#/${path.map(escapeSegment).join("/")}`);
    }
    for (const [key, value] of Object.entries(node)) visit(value, [...path, key]);
  };
  visit(document, []);
  return marks;
}

const escapeSegment = (segment) => segment.replaceAll("~", "~0").replaceAll("/", "~1");
