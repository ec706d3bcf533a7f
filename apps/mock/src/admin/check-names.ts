import { Refusal } from "../refusal.js";
import type { Session } from "../session/session.js";
import { checkReferences } from "../world/check-references.js";
import type { WorldPart } from "../world/world-file.js";

/** Refuses what names a model, key or operation that is not in the session. */
export async function checkNames({ world, state }: Session, part: WorldPart): Promise<void> {
  const keys = Object.fromEntries(await state.listKeys());
  const [mistake] = checkReferences({ ...world, keys }, part);
  if (mistake !== undefined) throw new Refusal("invalid_parameter", mistake.message);
}
