import type { ExchangeRecord } from "@model-access/contract";
import type { Session } from "../session/session.js";
import { groupAttempts } from "./attempts.js";
import { exchangeOf } from "./exchange-of.js";
import type { JournalEntry } from "./journal.js";
import { verdictsOf } from "./verdicts.js";

/** The journal of a session as records, with attempts grouped and the client judged: the last `limit` of those that fit. */
export async function readJournal(
  session: Pick<Session, "journal" | "state">,
  {
    fits = () => true,
    limit = Number.POSITIVE_INFINITY,
  }: { fits?: (exchange: ExchangeRecord) => boolean; limit?: number } = {},
): Promise<ExchangeRecord[]> {
  const read = await createReader(session);
  const found: ExchangeRecord[] = [];
  for (const [index, entry] of [...session.journal.entries().entries()].reverse()) {
    if (found.length === limit) break;
    const exchange = read(entry, index);
    if (fits(exchange)) found.push(exchange);
  }
  return found.reverse();
}

/** One entry of the journal as its record; undefined where the journal has it no more. */
export async function readEntry(session: Session, entry: JournalEntry): Promise<ExchangeRecord | undefined> {
  const index = session.journal.entries().indexOf(entry);
  return index < 0 ? undefined : (await createReader(session))(entry, index);
}

/** Makes what reads one entry by its place among all; masking the keys is what takes time, so that it is done for no other. */
async function createReader({ journal, state }: Pick<Session, "journal" | "state">) {
  const entries = journal.entries();
  const attempts = groupAttempts(entries);
  const keys = new Map(await state.listKeys());
  return (entry: JournalEntry, index: number): ExchangeRecord => {
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
  };
}
