import { inspect } from "node:util";

/** Prints everything that can be found in a value. */
export function printed(value: unknown): string {
  const shown = inspect(value, {
    depth: Infinity,
    showHidden: true,
    getters: true,
    maxStringLength: null,
    maxArrayLength: null,
  });
  return `${shown}\n${JSON.stringify(value)}\n${String(value)}\n${value instanceof Error ? value.stack : ""}`;
}
