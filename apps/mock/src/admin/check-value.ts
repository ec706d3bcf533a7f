import type { ValidateFunction } from "ajv";
import { Refusal } from "../refusal.js";
import { explainViolation } from "../world/explain-violation.js";

/** Refuses a value that its schema does not accept, with the first thing that is wrong with it. */
export function checkValue(validate: ValidateFunction, value: unknown): void {
  if (validate(value)) return;
  const [error] = validate.errors ?? [];
  if (error === undefined) throw new Error("A validator refused a value and gave no reason.");
  const { pointer, message } = explainViolation(error);
  throw new Refusal("invalid_parameter", `${pointer} ${message}`.trim());
}
