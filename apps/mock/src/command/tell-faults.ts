import type { ClientFault } from "../journal/faults-of-clients.js";
import { logLine } from "./flags.js";

/** Tells, a line for each kind of mistake, what clients did wrong; nothing where they did nothing. */
export function tellFaults(faults: readonly ClientFault[], format: "text" | "json"): void {
  const codes = [...new Set(faults.map(({ code }) => code))];
  const kinds = codes.map((code) => faults.filter((fault) => fault.code === code));
  if (kinds.length > 0 && format === "text") logLine("What clients did wrong:");
  for (const [first, ...others] of kinds) {
    if (first === undefined) continue;
    const count = 1 + others.length;
    const { session, exchange, code, says } = first;
    const text = `- ${count} × ${code}, first in ${exchange} of the session '${session}': ${says}`;
    logLine(format === "text" ? text : JSON.stringify({ event: "client-fault", count, ...first }));
  }
}
