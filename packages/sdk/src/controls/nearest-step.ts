import type { SliderControl } from "./control-types.js";
import { requireMember } from "./controls-error.js";

// Sums of steps stray by far less than this part of a step, and people choose steps far larger.
const tolerance = 1e-6;

/**
 * The value of a slider that is nearest to a number: within the bounds and on a step, as the decimal number that people
 * write (`0.3`, not `0.30000000000000004`). With a `step` of 0 every number within the bounds counts.
 *
 * @example
 * nearestStep({ min_value: 0, max_value: 1, step: 0.1 }, 0.1 + 0.2); // 0.3
 */
export function nearestStep(control: Pick<SliderControl, "min_value" | "max_value" | "step">, value: number): number {
  requireMember("control", control);
  const { min_value, max_value, step } = control;
  if (step === 0) return Math.min(max_value, Math.max(min_value, value));
  const digits = Math.max(countDecimals(min_value), countDecimals(step));
  const at = (count: number) => Number((min_value + count * step).toFixed(digits));
  const count = Math.max(0, Math.round((value - min_value) / step));
  if (at(count) <= max_value) return at(count);
  const last = Math.floor((max_value - min_value) / step + tolerance);
  return at(last) <= max_value ? at(last) : at(last - 1);
}

/** True if a number is a value of the slider, apart from floating-point noise. */
export function isOnStep(slider: SliderControl, value: number): boolean {
  return Math.abs(nearestStep(slider, value) - value) <= slider.step * tolerance;
}

/** Digits after the point of a number as it is written; `toFixed` takes 100 at most. */
function countDecimals(value: number): number {
  const [digits = "", exponent = "0"] = String(value).split("e");
  return Math.min(100, Math.max(0, (digits.split(".")[1]?.length ?? 0) - Number(exponent)));
}
