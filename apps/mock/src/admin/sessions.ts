import type { Session } from "../session/session.js";
import { unknownWorld } from "../session/sessions.js";
import { type AdminOperation, type AdminSchemas, emptyAnswer, jsonAnswer } from "./admin-request.js";
import { describeClock } from "./clock.js";

/** `listSessions` */
export const listSessions: AdminOperation = async (_request, { sessions }) =>
  jsonAnswer({ sessions: await Promise.all((await sessions.list()).map(describeSession)) });

/** `listWorlds` */
export const listWorlds: AdminOperation = async (_request, { sessions }) => jsonAnswer({ worlds: sessions.worlds() });

/** `getSession` */
export const getSession: AdminOperation = async (_request, { session }) => jsonAnswer(await describeSession(session));

/** `beginSession` */
export const beginSession: AdminOperation = async ({ path, body }, { sessions }) => {
  const name = path.session ?? "";
  const { world } = body as { world?: string }; // the document says so
  const worlds = sessions.worlds();
  if (world !== undefined && !worlds.includes(world)) throw unknownWorld(world, worlds);
  await sessions.forget(name);
  return jsonAnswer(await describeSession(await sessions.of(name, world)));
};

/** `forgetSession` */
export const forgetSession: AdminOperation = async ({ path }, { sessions }) => {
  await sessions.forget(path.session ?? "");
  return emptyAnswer;
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
