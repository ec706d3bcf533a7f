import type { Session } from "../session/session.js";
import { unknownWorld } from "../session/sessions.js";
import type { AdminOperation, AdminSchemas } from "./admin-request.js";
import { describeClock } from "./clock.js";

export const listSessions: AdminOperation<"listSessions"> = async (_request, { sessions }) => ({
  sessions: await Promise.all((await sessions.list()).map(describeSession)),
});

export const listWorlds: AdminOperation<"listWorlds"> = async (_request, { sessions }) => ({
  worlds: sessions.worlds(),
});

export const getSession: AdminOperation<"getSession"> = async (_request, { session }) => describeSession(session);

export const beginSession: AdminOperation<"beginSession"> = async ({ path, body }, { sessions }) => {
  const name = path.session;
  const { world } = body;
  const worlds = sessions.worlds();
  if (world !== undefined && !worlds.includes(world)) throw unknownWorld(world, worlds);
  await sessions.forget(name);
  return describeSession(await sessions.of(name, world));
};

export const forgetSession: AdminOperation<"forgetSession"> = async ({ path }, { sessions }) => {
  await sessions.forget(path.session);
  return undefined;
};

async function describeSession({
  name,
  world,
  clock,
  state,
  journal,
  faults,
}: Session): Promise<AdminSchemas["Session"]> {
  return {
    name,
    world: world.name,
    clock: describeClock(clock),
    keys: (await state.listKeys()).length,
    exchanges: await journal.size(),
    faults: (await faults.list()).length,
  };
}
