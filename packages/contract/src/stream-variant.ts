import type { ServerSentEvent } from "./grammar.js";
import type { EventRow } from "./operation.js";
import type { Violation } from "./violation.js";

/** An event with its payload, and what runs a validator on a value. */
interface Given {
  event: ServerSentEvent;
  payload: unknown;
  run: (validator: string, value: unknown) => Violation[];
}

/** The variant that an event says it is: by its payload's type, by its event line, else the one that its payload fits best. */
export function variantOf(events: EventRow[], { event, payload, run }: Given): EventRow | undefined {
  const known = events.filter((row) => !row.isOpen && row.data === undefined);
  const type = typeof payload === "object" && payload !== null && "type" in payload ? payload.type : undefined;
  const typed = known.filter((row) => row.type !== undefined);
  if (typed.length > 0 && typeof type === "string")
    return typed.find((row) => row.type === type) ?? variantByName(known, event);
  const named = variantByName(known, event);
  if (named !== undefined) return named;
  if (events.some((row) => row.isEventRequired) && event.event !== undefined) return undefined;
  return closest(events, { payload, run });
}

/** Of the variants that nothing names, the one that fits, or else the known one that fits to the deepest place. */
function closest(events: EventRow[], { payload, run }: Omit<Given, "event">): EventRow | undefined {
  let best: EventRow | undefined;
  let bestReach = -1;
  for (const row of events) {
    if (row.validator === undefined) continue;
    const [violation] = run(row.validator, payload);
    if (violation === undefined) return row;
    if (row.isOpen || reachOf(violation) <= bestReach) continue;
    best = row;
    bestReach = reachOf(violation);
  }
  return best;
}

/** How far a value fits: a member that is wrong is nearer to a fit than one that is missing beside it. */
const reachOf = ({ pointer, keyword }: Violation) => 2 * pointer.split("/").length + (keyword === "required" ? 0 : 1);

const variantByName = (known: EventRow[], { event }: ServerSentEvent) =>
  event === undefined ? undefined : known.find((row) => row.event === event);
