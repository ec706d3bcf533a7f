import type { AspectRatioOption, ControlValue, ValueControl } from "./control-types.js";
import { requireMember } from "./controls-error.js";
import { isOnStep, nearestStep } from "./nearest-step.js";

/** Returns the value that an aspect ratio control stores for a shape: its `value`, or `<width>:<height>` (R2.18). */
export function aspectRatioValue(option: AspectRatioOption): string {
  requireMember("option", option);
  const { width, height, value } = option;
  return value ?? `${width}:${height}`;
}

/** The values to choose from, in the order of the document; absent for a control that is no list. */
export function optionValues(control: ValueControl): string[] | undefined {
  requireMember("control", control);
  if (control.control === "drop_down") return control.options.map(({ value }) => value);
  if (control.control === "aspect_ratio") return control.options.map(aspectRatioValue);
  return undefined;
}

/**
 * The value of a control that nobody has touched: its default, or an empty text, off, the lowest number, the first
 * option.
 */
export function defaultValue(control: ValueControl): ControlValue {
  requireMember("control", control);
  if (control.default_value !== undefined && control.default_value !== null) return control.default_value;
  if (control.control === "slider") return control.min_value;
  if (control.control === "toggle_switch") return false;
  return optionValues(control)?.[0] ?? "";
}

/**
 * Explains why a control can't store a value, such as `is above 1`; undefined if it can be stored. The default
 * always can, even where it is not on a step of its slider.
 */
export function explainValue(control: ValueControl, value: unknown): string | undefined {
  if (value === defaultValue(control)) return undefined;
  switch (control.control) {
    case "toggle_switch":
      return typeof value === "boolean" ? undefined : "is neither true nor false";
    case "slider": {
      const { min_value, max_value, step } = control;
      if (typeof value !== "number" || !Number.isFinite(value)) return "is not a number";
      if (isOnStep(control, value)) return undefined;
      if (value < min_value) return `is below ${min_value}`;
      if (value > max_value) return `is above ${max_value}`;
      return `is not on a step of ${step} from ${min_value}`;
    }
    case "drop_down":
    case "aspect_ratio": {
      const options = optionValues(control) ?? [];
      return options.some((option) => option === value) ? undefined : `is none of ${options.join(", ")}`;
    }
    default:
      return typeof value === "string" ? undefined : "is not a text";
  }
}

/** Returns a value as it is sent: a slider's without floating-point noise. */
export function storedValue(control: ValueControl, value: ControlValue): ControlValue {
  return control.control === "slider" && value !== control.default_value ? nearestStep(control, Number(value)) : value;
}
