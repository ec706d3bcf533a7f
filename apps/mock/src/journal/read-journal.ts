import { setImmediate } from "node:timers/promises";
import type { ExchangeRecord } from "@model-access/contract";
import type { Session } from "../session/session.js";
import { attemptOf } from "./attempts.js";
import { exchangeOf, sentSecrets } from "./exchange-of.js";
import type { JournalEntry, JournalReader } from "./journal.js";
import { createMask } from "./mask.js";
import { type ExchangeSummary, modelOf, summaryOf, textsOf } from "./summary-of.js";
import { createCutTexts, judgedEntries, verdictsOf } from "./verdicts.js";

/** A page of the journal: of the exchanges that fit, the last `limit` before the exchange `before`. */
export interface JournalQuery {
  limit: number;
  before?: string | undefined;
  /** Looks at what costs little first; a text is looked for in those that fit. */
  fits?: ((exchange: ExchangeSummary) => boolean) | undefined;
  /** Something that stands anywhere in the exchange, in capitals or not. */
  text?: string | undefined;
}

/** Exchanges without their bodies, oldest first, and whether there are older ones that fit. */
export interface JournalPage {
  exchanges: ExchangeSummary[];
  hasMore: boolean;
}

/** A page of the journal of a session. Others are answered while it is made. */
export async function listJournal(
  session: Pick<Session, "journal" | "state" | "world">,
  { limit, before, fits = () => true, text = "" }: JournalQuery,
): Promise<JournalPage> {
  const journal = await session.journal.read();
  const reader = await createReader(session, journal);
  const found: ExchangeSummary[] = [];
  const wanted = text.toLowerCase();
  for (let at = before === undefined ? journal.fromEnd(0) : previousOf(journal.find(before)); at !== undefined; ) {
    await setImmediate();
    const summary = reader.summary(at);
    if (fits(summary) && (wanted === "" || reader.hasText(at, summary, wanted))) {
      if (found.length === limit) return { exchanges: found.reverse(), hasMore: true };
      found.push(summary);
    }
    at = previousOf(at);
  }
  return { exchanges: found.reverse(), hasMore: false };

  function previousOf(entry: JournalEntry | undefined): JournalEntry | undefined {
    return entry && journal.before(entry, 1)[0];
  }
}

/** The exchanges of a journal one by one, whole as far as they are kept, oldest first. Those that come meanwhile are not among them. */
export async function* readJournal(
  session: Pick<Session, "journal" | "state" | "world">,
): AsyncGenerator<ExchangeRecord> {
  const journal = await session.journal.read();
  const reader = await createReader(session, journal);
  const last = journal.fromEnd(0);
  for (let at = journal.fromEnd(journal.length - 1); at !== undefined; at = journal.after(at)) {
    yield reader.record(at);
    if (at === last) return;
    await setImmediate();
  }
}

export async function readExchange(
  session: Pick<Session, "journal" | "state" | "world">,
  id: string,
): Promise<ExchangeRecord | undefined> {
  const journal = await session.journal.read();
  const entry = journal.find(id);
  return entry && (await createReader(session, journal)).record(entry);
}

export async function readSummary(
  session: Pick<Session, "journal" | "state" | "world">,
  id: string,
): Promise<ExchangeSummary | undefined> {
  const journal = await session.journal.read();
  const reader = await createReader(session, journal);
  const entry = journal.find(id);
  return entry && reader.summary(entry);
}

/** Makes what reads entries one by one; masking the keys is what takes time. */
async function createReader({ state, world }: Pick<Session, "state" | "world">, journal: JournalReader) {
  const keys = new Map(await state.listKeys());
  const mask = createMask(keys.keys());
  const cutTexts = createCutTexts();

  return {
    summary: (entry: JournalEntry) => summaryOf(entry, { clean: mask(sentSecrets(entry)), notes: notesOf(entry) }),
    record: (entry: JournalEntry) => exchangeOf(entry, { keys: [], notes: { ...notesOf(entry) }, mask }),
    hasText(entry: JournalEntry, summary: ExchangeSummary, text: string): boolean {
      const clean = mask(sentSecrets(entry));
      return textsOf(entry, summary).some((piece) => clean(piece).toLowerCase().includes(text));
    },
  };

  function notesOf(entry: JournalEntry): ExchangeSummary["notes"] {
    const attempt = attemptOf(entry, journal);
    const model = modelOf(entry);
    const name = entry.key === undefined ? undefined : keys.get(entry.key)?.name;
    return {
      ...(name !== undefined && { key: name }),
      ...(model !== undefined && { model: mask(sentSecrets(entry))(model) }),
      attempt: attempt.number,
      ...(attempt.number > 1 && { firstAttempt: attempt.first.id }),
      faults: [...entry.faults],
      notices: [...entry.notices],
      verdicts: verdictsOf(entry, {
        attempt,
        before: journal.before(entry, judgedEntries),
        cutTexts,
        outputs: world.catalogue.find(model ?? "")?.architecture?.output_modalities,
      }),
    };
  }
}
