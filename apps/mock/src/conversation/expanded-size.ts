import type { Schema } from "./json.js";
import { pointed } from "./values/read-schema.js";

/** The number of times that a reference may lead into itself while values are made. */
const deepestReference = 3;
const deepest = 100;

/**
 * True where a schema holds more schemas than the limit once each reference is followed. A short one can have thousands
 * of millions, each of which a validator looks at. The count itself ends at the limit.
 */
export function isLargerExpanded(root: Schema, limit: number): boolean {
  let count = 0;
  const onPath = new Map<string, number>();
  visit(root, 0);
  return count > limit;

  function visit(node: unknown, depth: number): void {
    if (typeof node !== "object" || node === null || count > limit || depth > deepest) return;
    count += 1;
    for (const [keyword, value] of Object.entries(node)) {
      if ((keyword === "$ref" || keyword === "$dynamicRef") && typeof value === "string") follow(value, depth);
      else if (keyword !== "$defs" && keyword !== "definitions") visit(value, depth + 1);
    }
  }

  function follow(reference: string, depth: number): void {
    const times = onPath.get(reference) ?? 0;
    if (times >= deepestReference) return;
    onPath.set(reference, times + 1);
    visit(pointed(root, reference), depth + 1);
    onPath.set(reference, times);
  }
}
