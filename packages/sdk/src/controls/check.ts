import type { ControlValue } from "./control-types.js";
import { type ControlIssue, pointerTo } from "./controls-error.js";

/** Checks a value and adds its errors to the issues. */
export type Check = (value: unknown, pointer: string, state: CheckState) => void;

/** The findings of one reading of a document so far. */
export interface CheckState {
  issues: ControlIssue[];
  warnings: ControlIssue[];
  defaults: Map<string, ControlValue>;
  depth: number;
}

/** Takes the values for which the test holds. */
export function checkThat(isRight: (value: unknown) => boolean, message: string): Check {
  return (value, pointer, { issues }) => {
    if (!isRight(value)) issues.push({ pointer, message });
  };
}

/** Takes everything, and warns where the test does not hold. */
export function checkUsual(isUsual: (value: unknown) => boolean, message: string): Check {
  return (value, pointer, { warnings }) => {
    if (!isUsual(value)) warnings.push({ pointer, message });
  };
}

export function checkAll(...checks: Check[]): Check {
  return (value, pointer, state) => {
    for (const check of checks) check(value, pointer, state);
  };
}

/** Takes a list; every item is looked at. */
export function checkList(item: Check, { isEmptyAllowed }: { isEmptyAllowed: boolean }): Check {
  return (value, pointer, state) => {
    if (!Array.isArray(value)) state.issues.push({ pointer, message: "is not a list" });
    else if (value.length === 0 && !isEmptyAllowed) state.issues.push({ pointer, message: "is empty" });
    else for (const [index, part] of value.entries()) item(part, pointerTo(pointer, index), state);
  };
}

/** Takes an object with these members, and warns of others; an optional one may be null. */
export function checkObject(required: Record<string, Check>, optional: Record<string, Check> = {}): Check {
  const checks = new Map(Object.entries({ ...required, ...optional }));
  return (value, pointer, state) => {
    const { issues, warnings } = state;
    if (!isObject(value)) {
      issues.push({ pointer, message: "is not an object" });
      return;
    }
    for (const name of Object.keys(required)) {
      if (!Object.hasOwn(value, name)) issues.push({ pointer: pointerTo(pointer, name), message: "is missing" });
    }
    for (const [name, member] of Object.entries(value)) {
      const check = checks.get(name);
      if (check === undefined) warnings.push({ pointer: pointerTo(pointer, name), message: "is not known" });
      else if (member !== null || !Object.hasOwn(optional, name)) check(member, pointerTo(pointer, name), state);
    }
  };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
