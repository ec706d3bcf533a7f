import { type Identity, listPointers } from "./grammar.js";
import { valueAt } from "./json-pointer.js";
import { shortened } from "./shortened.js";
import type { Report } from "./stream-fault.js";

/** Values that must stay the same from event to event. */
export interface Constants {
  judge(payload: unknown, report: Report): void;
}

/** Compares the values at these pointers across events. Messages name `owner`, such as `the stream`. */
export function createConstants(entries: Identity[] = [], owner: string): Constants {
  const first = new Map<Identity, string>();

  return {
    judge(payload, report) {
      for (const entry of entries) {
        const pointer = listPointers(entry).find((candidate) => valueAt(payload, candidate) !== undefined);
        if (pointer === undefined) continue;
        const value = JSON.stringify(valueAt(payload, pointer));
        const expected = first.get(entry) ?? value;
        first.set(entry, expected);
        if (value === expected) continue;
        report("constant", `${pointer} of ${owner} was ${shortened(expected)} and is now ${shortened(value)}.`);
      }
    },
  };
}
