import { isObject } from "./check.js";
import { checkControls } from "./check-control.js";
import type { ParameterControls, SettingControl } from "./control-types.js";
import { type ControlIssue, ControlsError } from "./controls-error.js";

/** The options of {@link parseControls}. */
export interface ParseControlsOptions {
  /**
   * Called for each fault that the controls can be used with: a member that the specification does not have, a default
   * that is no option, a list without options, a slider without room or step, a name of unusual characters. By default these are passed over.
   */
  onWarning?: (warning: ControlIssue) => void;
}

/**
 * Reads the controls of a bot, from JSON text or from a value that was parsed already: a whole document, a list of
 * controls, or one control. It takes what the specification states (R2.15 to R2.18), where a control can be used: a slider
 * has no `min_value` above its `max_value` and no `step` below 0. Throws a `ControlsError` that
 * says where each fault is.
 *
 * @example
 * const controls = parseControls(await readFile("controls.json", "utf8"));
 */
export function parseControls(json: unknown, options: ParseControlsOptions = {}): ParameterControls {
  const { onWarning } = Object(options) as ParseControlsOptions;
  const issues: ControlIssue[] = [];
  const warnings: ControlIssue[] = [];
  const value = typeof json === "string" ? parseText(json) : json;
  checkControls(value, "", { issues, warnings, defaults: new Map(), depth: 0 });
  if (issues.length > 0) throw new ControlsError("The control document", issues);
  for (const warning of warnings) onWarning?.(warning);
  // Every member was looked at.
  if (isObject(value) && "sections" in value) return value as unknown as ParameterControls;
  return { api_version: "2", sections: [{ controls: [value].flat() as SettingControl[] }] };
}

function parseText(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new ControlsError("The control document", [{ pointer: "", message: "is not JSON" }]);
  }
}
