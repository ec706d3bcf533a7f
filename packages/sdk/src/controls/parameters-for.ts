import type { ControlValues, ParameterControls } from "./control-types.js";
import { explainValue, storedValue } from "./control-value.js";
import { type ControlIssue, ControlsError, pointerTo } from "./controls-error.js";
import { defaultValues, isValueControl, visibleControls } from "./visible-controls.js";

/**
 * The `parameters` to send for these values: those of the controls that are shown, with the defaults where no value is
 * given. Throws a `ControlsError` with a pointer into the values where one cannot be stored, or where no control stores
 * it. Values of hidden controls are neither sent nor checked.
 *
 * @example
 * const parameters = parametersFor(controls, { style: "watercolour", wetness: 0.7 });
 */
export function parametersFor(document: ParameterControls, values: ControlValues = {}): ControlValues {
  const defaults = defaultValues(document);
  const present = { ...defaults, ...values };
  const issues: ControlIssue[] = Object.keys(values)
    .filter((name) => !Object.hasOwn(defaults, name))
    .map((name) => ({ pointer: pointerTo("", name), message: "is the value of no control" }));

  const parameters = visibleControls(document, values)
    .filter(isValueControl)
    .map((control) => {
      const name = control.parameter_name;
      // It has a default at least.
      const value = present[name] as ControlValues[string];
      const message = explainValue(control, value);
      if (message === undefined) return [name, storedValue(control, value)];
      issues.push({ pointer: pointerTo("", name), message });
      return [name, value];
    });
  if (issues.length > 0) throw new ControlsError("The values", issues);
  // Not an assignment: a parameter may be called __proto__.
  return Object.fromEntries(parameters);
}
