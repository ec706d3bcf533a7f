import { createLinearPattern } from "../patterns/linear-pattern.js";
import { UnreadablePattern } from "../patterns/translate-pattern.js";
import type { Mistake } from "../world/mistake.js";
import type { Conditions } from "./match-conditions.js";

/** Returns the mistakes in conditions whose members have the right types; names are judged by the world. */
export function checkConditions(conditions: Conditions): Mistake[] {
  return (["pattern", "systemPattern"] as const).flatMap((name) => {
    const explanation = explainPattern(conditions[name]);
    return explanation === undefined ? [] : [{ pointer: `/${name}`, message: `'${name}' ${explanation}.` }];
  });
}

/** Explains why a pattern can't be used; undefined where it can. */
function explainPattern(pattern: string | undefined): string | undefined {
  if (pattern === undefined) return undefined;
  try {
    new RegExp(pattern, "iu");
  } catch {
    return "is not a regular expression";
  }
  try {
    createLinearPattern(pattern, { ignoresCase: true });
    return undefined;
  } catch (error) {
    if (error instanceof UnreadablePattern) return `can't be used: ${error.message}`;
    throw error;
  }
}
