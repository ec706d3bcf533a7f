import { type ExchangeRecord, writeExchange } from "@model-access/contract";
import type { EventStream } from "../call.js";
import type { JournalEntry } from "../journal/journal.js";
import { readEntry, readJournal } from "../journal/read-journal.js";
import type { Session } from "../session/session.js";
import { type AdminOperation, emptyAnswer, jsonAnswer } from "./admin-request.js";

/** `listExchanges` */
export const listExchanges: AdminOperation = async ({ query }, { session }) => {
  const exchanges = await readJournal(session, {
    fits: (exchange) => fits(exchange, query),
    ...(query.limit !== undefined && { limit: Number(query.limit) }),
  });
  return jsonAnswer({ exchanges });
};

/** `clearJournal` */
export const clearJournal: AdminOperation = async (_request, { session }) => {
  session.journal.clear();
  return emptyAnswer;
};

/** `exportJournal` */
export const exportJournal: AdminOperation = async (_request, { session }) => ({
  status: 200,
  headers: { "content-type": "application/jsonl", "cache-control": "no-store" },
  body: (await readJournal(session)).map(writeExchange).join(""),
});

/** `watchJournal` */
export const watchJournal: AdminOperation = async (_request, { session }) => ({
  status: 200,
  headers: { "content-type": "text/event-stream", "cache-control": "no-store" },
  body: entriesOf(session),
});

function fits({ operationId, response, notes = {} }: ExchangeRecord, query: Record<string, string>): boolean {
  const { verdicts } = notes as { verdicts?: unknown[] };
  const status = String(response?.status ?? "");
  return (
    (query.operationId === undefined || query.operationId === operationId) &&
    (query.key === undefined || query.key === notes.key) &&
    (query.status === undefined || query.status === status || query.status === `${status.slice(0, 1)}xx`) &&
    (query.hasVerdict === undefined ||
      (query.hasVerdict === "true") === (verdicts !== undefined && verdicts.length > 0))
  );
}

/** The exchanges of a session as they end, until the reader leaves. */
function entriesOf(session: Session): EventStream {
  return async function* (signal) {
    const waiting: JournalEntry[] = [];
    let wake = () => {};
    const notify = () => wake();
    const unsubscribe = session.journal.subscribe((entry) => {
      waiting.push(entry);
      notify();
    });
    signal.addEventListener("abort", notify);
    try {
      yield ": the journal of this session, live\n\n";
      while (!signal.aborted) {
        const entry = waiting.shift();
        if (entry !== undefined) {
          const exchange = await readEntry(session, entry); // undefined where the journal has been emptied since
          if (exchange !== undefined) yield `data: ${JSON.stringify(exchange)}\n\n`;
          continue;
        }
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    } finally {
      unsubscribe();
    }
  };
}
