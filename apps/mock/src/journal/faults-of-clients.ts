import type { Sessions } from "../session/sessions.js";
import { listJournal } from "./read-journal.js";
import type { Verdict } from "./verdicts.js";

/** Something that a client did against what it had been told, and the exchange in which it did. */
export interface ClientFault extends Omit<Verdict, "isGood"> {
  session: string;
  /** The id of the exchange in the journal of its session. */
  exchange: string;
}

export async function listFaultsOfClients(sessions: Pick<Sessions, "list">): Promise<ClientFault[]> {
  const faults: ClientFault[] = [];
  for (const session of await sessions.list()) {
    const { exchanges } = await listJournal(session, { limit: Number.POSITIVE_INFINITY });
    for (const { id, notes } of exchanges) {
      const wrong = notes.verdicts.filter(({ isGood }) => !isGood);
      faults.push(...wrong.map(({ code, says }) => ({ session: session.name, exchange: id, code, says })));
    }
  }
  return faults;
}
