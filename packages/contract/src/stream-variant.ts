import type { ServerSentEvent } from "./grammar.js";
import type { EventRow } from "./operation.js";
import type { Violation } from "./violation.js";

/** An event, its parsed payload, and a function that runs a validator. */
interface VariantInput {
  event: ServerSentEvent;
  payload: unknown;
  run: (validator: string, value: unknown) => Violation[];
}

/**
 * Finds the variant of an event by its payload's type, else by its event line, else by the findClosest schema.
 */
export function findVariant(events: EventRow[], { event, payload, run }: VariantInput): EventRow | undefined {
  const known = events.filter((row) => !row.isOpen && row.data === undefined);
  const type = typeof payload === "object" && payload !== null && "type" in payload ? payload.type : undefined;
  const typed = known.filter((row) => row.type !== undefined);
  if (typed.length > 0 && typeof type === "string")
    return typed.find((row) => row.type === type) ?? findByEventLine(known, event);
  const named = findByEventLine(known, event);
  if (named !== undefined) return named;
  if (events.some((row) => row.isEventRequired) && event.event !== undefined) return undefined;
  return findClosest(events, { payload, run });
}

/** Returns a variant that matches, else the known one whose first error is deepest. */
function findClosest(events: EventRow[], { payload, run }: Omit<VariantInput, "event">): EventRow | undefined {
  let best: EventRow | undefined;
  let bestMatch = -1;
  for (const row of events) {
    if (row.validator === undefined) continue;
    const [violation] = run(row.validator, payload);
    if (violation === undefined) return row;
    if (row.isOpen || rateMatch(violation) <= bestMatch) continue;
    best = row;
    bestMatch = rateMatch(violation);
  }
  return best;
}

/** Rates how close a value is to a variant: a wrong member is closer than a missing one at the same depth. */
const rateMatch = ({ pointer, keyword }: Violation) => 2 * pointer.split("/").length + (keyword === "required" ? 0 : 1);

const findByEventLine = (known: EventRow[], { event }: ServerSentEvent) =>
  event === undefined ? undefined : known.find((row) => row.event === event);
