import { Refusal } from "../refusal.js";
import type { VirtualClock } from "../session/virtual-clock.js";
import type { AdminOperation, AdminSchemas } from "./admin-request.js";

/** Later times have years that dates of four digits can't tell. */
const latestMs = Date.UTC(9999, 11, 31);

export const getClock: AdminOperation<"getClock"> = async (_request, { session }) => describeClock(session.clock);

export const advanceClock: AdminOperation<"advanceClock"> = async ({ body }, { session: { clock } }) => {
  const byMs = body.ms;
  if (clock.now() + byMs > latestMs) throw new Refusal("conflict", "The clock can't go beyond the year 9999.");
  await clock.advance(byMs);
  return describeClock(clock);
};

export const setClock: AdminOperation<"setClock"> = async ({ body }, { session: { clock, journal } }) => {
  const { now, isFrozen = clock.isFrozen } = body;
  const beforeMs = clock.now();
  const toMs = now === undefined ? beforeMs : Date.parse(now);
  if (Number.isNaN(toMs)) throw new Refusal("invalid_parameter", "/now 'now' is no time that a clock can show.");
  if (toMs < beforeMs && (await journal.count()) > 0) {
    throw new Refusal(
      "conflict",
      "The clock can't go back in a session that has had requests; reset the session first.",
    );
  }
  await clock.freeze(toMs);
  if (!isFrozen) await clock.run();
  return describeClock(clock);
};

export function describeClock(clock: VirtualClock): AdminSchemas["Clock"] {
  return { now: new Date(clock.now()).toISOString(), isFrozen: clock.isFrozen };
}
