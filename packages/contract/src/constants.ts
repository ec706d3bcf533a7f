import { type Identity, pointersOf } from "./grammar.js";
import { valueAt } from "./json-pointer.js";
import { shortened } from "./shortened.js";
import type { Report } from "./stream-fault.js";

/** Values that may not change from event to event. */
export interface Constants {
  judge(payload: unknown, report: Report): void;
}

/** Watches the values at these pointers in every event that has them; `owner` is whose they are, for the message. */
export function createConstants(entries: Identity[] = [], owner: string): Constants {
  const first = new Map<Identity, string>();

  return {
    judge(payload, report) {
      for (const entry of entries) {
        const pointer = pointersOf(entry).find((candidate) => valueAt(payload, candidate) !== undefined);
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
