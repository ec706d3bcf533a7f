import { faults as catalogue } from "../faults/catalogue.js";
import type { AdminOperationId } from "../generated/admin-call.js";
import { adminDocument } from "../generated/admin-document.js";
import { latencyValues, parseLatency } from "../latency/latency.js";
import { Refusal } from "../refusal.js";
import type { Session } from "../session/session.js";
import { unknownWorld } from "../session/sessions.js";
import type { VirtualClock } from "../session/virtual-clock.js";
import { checkReferences } from "../world/check-references.js";
import type { WorldPart } from "../world/world-file.js";
import type { AdminOperation, AdminSchemas } from "./admin-request.js";
import { clearJournal, exportJournal, getExchange, listExchanges, watchJournal } from "./journal.js";
import { changeKey, createKey, listKeys, rotateKey } from "./keys.js";

/** Later times have years that dates of four digits can't tell. */
const latestMs = Date.UTC(9999, 11, 31);

/** Every operation of the admin API by its `operationId`. */
export const operations: { [Id in AdminOperationId]: AdminOperation<Id> } = {
  getDocument: async () => ({ ...adminDocument }),
  listSessions: async (_request, { sessions }) => ({
    sessions: await Promise.all((await sessions.list()).map(describeSession)),
  }),
  listWorlds: async (_request, { sessions }) => ({ worlds: sessions.worlds() }),
  getSession: async (_request, { session }) => describeSession(session),
  async beginSession({ path: { session: name }, body: { world } }, { sessions }) {
    const worlds = sessions.worlds();
    if (world !== undefined && !worlds.includes(world)) throw unknownWorld(world, worlds);
    await sessions.forget(name);
    return describeSession(await sessions.of(name, world));
  },
  forgetSession: async ({ path }, { sessions }) => void (await sessions.forget(path.session)),
  getClock: async (_request, { session }) => describeClock(session.clock),
  async setClock({ body }, { session: { clock, journal } }) {
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
  },
  async advanceClock({ body: { ms } }, { session: { clock } }) {
    if (clock.now() + ms > latestMs) throw new Refusal("conflict", "The clock can't go beyond the year 9999.");
    await clock.advance(ms);
    return describeClock(clock);
  },
  getLatency: async (_request, { session }) => session.latency,
  async setLatency({ body: { preset, ...values } }, { session }) {
    try {
      const latency = preset === undefined ? latencyValues({ ...session.latency, ...values }) : parseLatency(preset);
      await session.setLatency(latency);
      return latency;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new Refusal("invalid_parameter", error.message);
    }
  },
  listKeys,
  createKey,
  changeKey,
  rotateKey,
  listFaults: async (_request, { session }) => ({ rules: await session.faults.list(), catalogue: [...catalogue] }),
  async addFault({ body }, { session }) {
    await checkNames(session, { faults: [body] });
    return session.faults.add(body);
  },
  removeFault: async ({ path }, { session }) => checkRemoved(await session.faults.remove(path.fault), "fault rule"),
  clearFaults: async (_request, { session }) => void (await session.faults.clear()),
  listReplies: async (_request, { session }) => ({ replies: await session.replies.list() }),
  async addReply({ body }, { session }) {
    await checkNames(session, { replies: [body] });
    return session.replies.add(body);
  },
  removeReply: async ({ path }, { session }) => checkRemoved(await session.replies.remove(path.reply), "reply"),
  clearReplies: async (_request, { session }) => void (await session.replies.clear()),
  listExchanges,
  getExchange,
  clearJournal,
  exportJournal,
  watchJournal,
  listBots: async (_request, { session }) => ({
    bots: session.world.catalogue.entries.map(({ model, access, controls }) => ({
      id: model.id,
      name: model.metadata?.display_name ?? model.id,
      access,
      model: { ...model },
      ...(controls !== undefined && { controls: controls as Record<string, unknown> }), // the world has checked them
    })),
  }),
};

function checkRemoved(isRemoved: boolean, what: string): undefined {
  if (!isRemoved) throw new Refusal("not_found", `This session has no such ${what}.`);
}

/** Refuses what names a model, key or operation that is not in the session. */
async function checkNames({ world, state }: Session, part: WorldPart): Promise<void> {
  const keys = Object.fromEntries(await state.listKeys());
  const [mistake] = checkReferences({ ...world, keys }, part);
  if (mistake !== undefined) throw new Refusal("invalid_parameter", mistake.message);
}

const describeClock = (clock: VirtualClock): AdminSchemas["Clock"] => ({
  now: new Date(clock.now()).toISOString(),
  isFrozen: clock.isFrozen,
});

async function describeSession(session: Session): Promise<AdminSchemas["Session"]> {
  const { name, world, clock, state, journal, faults } = session;
  return {
    name,
    world: world.name,
    clock: describeClock(clock),
    keys: (await state.listKeys()).length,
    exchanges: await journal.size(),
    faults: (await faults.list()).length,
  };
}
