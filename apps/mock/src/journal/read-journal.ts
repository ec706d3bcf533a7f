import type { ExchangeRecord } from "@model-access/contract";
import type { Session } from "../session/session.js";
import { groupAttempts } from "./attempts.js";
import { exchangeOf } from "./exchange-of.js";
import type { JournalEntry } from "./journal.js";
import { verdictsOf } from "./verdicts.js";

/** The journal of a session as records, with attempts grouped and the client judged. */
export async function readJournal({ journal, state }: Pick<Session, "journal" | "state">): Promise<ExchangeRecord[]> {
  const entries = journal.entries();
  const attempts = groupAttempts(entries);
  const keys = new Map(await state.listKeys());
  return entries.map((entry, index) => {
    const attempt = attempts.get(entry) ?? { number: 1, previous: undefined, first: entry };
    const name = entry.key === undefined ? undefined : keys.get(entry.key)?.name;
    return exchangeOf(entry, {
      keys: keys.keys(),
      notes: {
        ...(name !== undefined && { key: name }),
        attempt: attempt.number,
        ...(attempt.number > 1 && { firstAttempt: attempt.first.id }),
        faults: entry.faults,
        notices: entry.notices,
        verdicts: verdictsOf(entry, { attempt, before: entries.slice(0, index) }),
      },
    });
  });
}

/** One entry of the journal as its record. */
export async function readEntry(session: Session, entry: JournalEntry): Promise<ExchangeRecord | undefined> {
  return (await readJournal(session)).find(({ id }) => id === entry.id);
}
