import type { Grammar } from "./grammar.js";
import { textAt } from "./json-pointer.js";
import type { Scopes } from "./scopes.js";
import type { JudgedEvent } from "./stream-fault.js";

/** Checks that pieces add up to the whole that a later event repeats. */
export interface Joins {
  judge(event: JudgedEvent): void;
}

export function createJoins({ joins = [] }: Grammar, scopes: Scopes): Joins {
  const joined = new Map<string, string>();

  return {
    judge({ kind, payload, report }) {
      for (const { whole, at, pieces, piece, scope } of joins) {
        const key = kind === whole || kind === pieces ? scopes.keyOf(scope, payload) : undefined;
        if (key === undefined) continue;
        const id = `${whole} ${key.join(".")}`;
        const soFar = joined.get(id) ?? "";
        if (kind === pieces) joined.set(id, soFar + (textAt(payload, piece) ?? ""));
        const text = kind === whole ? textAt(payload, at) : undefined;
        if (text === undefined || text === soFar) continue;
        const lengths = `${text.length} characters against ${soFar.length}`;
        report("join", `${at} of ${kind} is not what its ${pieces} events add up to: ${lengths}.`);
      }
    },
  };
}
