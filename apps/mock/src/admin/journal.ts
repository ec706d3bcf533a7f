import { writeExchange } from "@model-access/contract";
import { type EventStream, streamOfChunks } from "../call.js";
import { listJournal, readExchange, readJournal, readSummary } from "../journal/read-journal.js";
import type { ExchangeSummary } from "../journal/summary-of.js";
import { Refusal } from "../refusal.js";
import type { Session } from "../session/session.js";
import type { AdminOperation, AdminSchemas } from "./admin-request.js";

type JournalFilter = Parameters<typeof listExchanges>[0]["query"];

const pageLength = 100;

export const listExchanges: AdminOperation<"listExchanges"> = async ({ query }, { session }) => {
  const { limit = String(pageLength), before, text } = query;
  const fits = (exchange: ExchangeSummary) => fitsQuery(exchange, query);
  return listJournal(session, { limit: Number(limit), before, text, fits });
};

export const getExchange: AdminOperation<"getExchange"> = async ({ path }, { session }) => {
  const id = path.exchange;
  const exchange = await readExchange(session, id);
  if (exchange === undefined) {
    throw new Refusal("not_found", `The journal of the session ${session.name} has no ${id.slice(0, 80)}.`);
  }
  return exchange as object as AdminSchemas["Exchange"]; // the document leaves its parts to the exchange format
};

export const clearJournal: AdminOperation<"clearJournal"> = async (_request, { session }) => {
  await session.journal.clear();
  return undefined;
};

export const exportJournal: AdminOperation<"exportJournal"> = async (_request, { session }) =>
  streamOfChunks(async function* () {
    for await (const exchange of readJournal(session)) yield writeExchange(exchange);
  });

export const watchJournal: AdminOperation<"watchJournal"> = async (_request, { session }) => entriesOf(session);

function fitsQuery({ operationId, response, notes }: ExchangeSummary, query: JournalFilter): boolean {
  const status = String(response?.status ?? "");
  return (
    (query.operationId === undefined || query.operationId === operationId) &&
    (query.key === undefined || query.key === notes.key) &&
    (query.status === undefined || query.status === status || query.status === `${status.slice(0, 1)}xx`) &&
    (query.hasVerdict === undefined || (query.hasVerdict === "true") === notes.verdicts.length > 0)
  );
}

/** More are not kept for a reader that does not keep up. */
const waitingKept = 1000;

/** The exchanges of a session as they end, until the reader leaves. */
function entriesOf(session: Session): EventStream {
  return streamOfChunks(async function* (signal) {
    const waiting: string[] = [];
    let left = 0;
    let wake = () => {};
    const notify = () => wake();
    const unsubscribe = await session.journal.subscribe((id) => {
      waiting.push(id);
      if (waiting.length > waitingKept) {
        waiting.shift();
        left += 1;
      }
      notify();
    });
    signal.addEventListener("abort", notify);
    try {
      yield ": the journal of this session, live\n\n";
      while (!signal.aborted) {
        if (left > 0) {
          yield `: ${left} exchanges are left out, as they came faster than they were read\n\n`;
          left = 0;
        }
        const id = waiting.shift();
        if (id !== undefined) {
          const exchange = await readSummary(session, id); // undefined where the journal has been emptied since
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
  });
}
