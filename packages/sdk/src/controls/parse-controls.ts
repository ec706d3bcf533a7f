import { checkDocument } from "./check-control.js";
import type { ParameterControls } from "./control-types.js";
import { type ControlIssue, ControlsError } from "./controls-error.js";

/**
 * Reads a control document, from JSON text or from a value that was parsed already. It takes what the contract takes
 * (R2.15), and beyond that asks that every control can be used: a slider has its `min_value` below its `max_value` and
 * its `step` above 0, a list has an option, a default can be chosen, and controls that share a parameter share its
 * default. Throws a `ControlsError` that says where each fault is.
 *
 * @example
 * const controls = parseControls(await readFile("controls.json", "utf8"));
 */
export function parseControls(json: unknown): ParameterControls {
  const issues: ControlIssue[] = [];
  const value = typeof json === "string" ? parseText(json) : json;
  checkDocument(value, "", { issues, defaults: new Map(), depth: 0 });
  if (issues.length > 0) throw new ControlsError("The control document", issues);
  // Every member was looked at.
  return value as ParameterControls;
}

function parseText(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new ControlsError("The control document", [{ pointer: "", message: "is not JSON" }]);
  }
}
