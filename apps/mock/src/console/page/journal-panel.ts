import type { Admin, Exchange, Session } from "./admin.js";
import { exchangeRow } from "./exchange-row.js";
import { createExchangeView } from "./exchange-view.js";
import { find } from "./find.js";
import { followJournal } from "./follow-journal.js";
import { createHearing } from "./hearing.js";
import { createJournalFilter } from "./journal-filter.js";
import { createKeyedList } from "./keyed-list.js";
import { identityOf, isOver } from "./read-exchange.js";
import { attempt } from "./say.js";

const step = 100;
/** More than a journal holds; the admin API takes no higher number. */
const everything = 99_999;
const noFilter = { operationId: "", key: "", status: "", hasVerdict: "" };

/** The journal: its newest exchanges as they come, filtered, and one of them in detail. */
export function createJournalPanel(
  admin: Admin,
  { onExchange, onReturn }: { onExchange: () => void; onReturn: () => Promise<void> },
) {
  const hear = createHearing();
  const filter = createJournalFilter(() => void attempt(refilter));
  const view = createExchangeView(admin, { findOlder });
  const showMore = find("show-more", HTMLButtonElement);
  const list = createKeyedList<Exchange>(find("exchanges", HTMLElement), {
    keyOf: identityOf,
    make: (exchange) => exchangeRow(exchange, () => view.choose(exchange.id)),
  });
  /** Newest first; one more than is shown where there are more. */
  let exchanges: Exchange[] = [];
  /** How many are shown at most. */
  let limit = step;
  /** How many the journal held when it was looked at last, and those that came since. */
  let count: number | undefined;
  /** Counts what was asked for, as an answer to an older question may come last. */
  let loads = 0;
  const { follow } = followJournal(admin.journalEvents, { onEnd: add, onReturn: returned });

  find("download", HTMLAnchorElement).href = admin.journalFile;
  find("download", HTMLAnchorElement).download = `journal-${admin.session}.jsonl`;
  onPress("show-more", async () => {
    limit += step;
    await reload();
    if (showMore.hidden) find("journal-title", HTMLElement).focus();
    return shownNow();
  });
  onPress("clear-journal", async () => {
    await admin.clearJournal();
    view.close();
    await reload();
    return "The journal is empty.";
  });
  onPress("begin-anew", async () => {
    if (
      !confirm(`Begin the session ${admin.session} anew? Its journal, keys, points, faults and clock are forgotten.`)
    ) {
      return "Nothing was changed.";
    }
    await admin.beginSession();
    view.close();
    follow();
    await reload();
    onExchange();
    return `The session ${admin.session} begins anew.`;
  });

  return { start: follow, check, showKeys: filter.showKeys, followAddress: view.followAddress };

  /** Loads the journal anew where it has changed in a way of which no event told, and as long as a stream is open. */
  async function check(session: Session): Promise<void> {
    if (session.exchanges === count && !exchanges.some(({ response }) => response?.ending === "open")) return;
    const isFirst = count === undefined;
    const known = new Set(exchanges.map(identityOf));
    await reload();
    // An end that was not heard: the session was begun anew elsewhere, and what is followed is the old one.
    if (!isFirst && exchanges.some((exchange) => isOver(exchange) && !known.has(identityOf(exchange)))) follow();
  }

  async function refilter(): Promise<string> {
    await reload();
    return shownNow();
  }

  function shownNow(): string {
    return showMore.hidden ? `${exchanges.length} shown.` : `The last ${limit} shown.`;
  }

  async function reload(): Promise<void> {
    loads += 1;
    const load = loads;
    const session = await admin.getSession();
    // The mock does not search in texts.
    const found = await admin.listExchanges(filter.values(), filter.hasText() ? everything : limit + 1);
    if (load !== loads) return;
    exchanges = found.filter(filter.fits).reverse();
    count = session.exchanges;
    show();
  }

  /** An exchange that the table does not have. */
  async function findOlder(id: string): Promise<Exchange> {
    const found = (await admin.listExchanges(noFilter, everything)).find((exchange) => exchange.id === id);
    if (found === undefined) throw new Error(`The journal of the session ${admin.session} has no ${id}.`);
    return found;
  }

  function add(exchange: Exchange): void {
    const at = exchanges.findIndex(({ id }) => id === exchange.id);
    if (at < 0 && count !== undefined) count += 1;
    hear(exchange);
    onExchange();
    if (!filter.fits(exchange)) return;
    exchanges = at < 0 ? [exchange, ...exchanges] : exchanges.with(at, exchange);
    show();
  }

  /** The mock is there again, perhaps another one. */
  function returned(): void {
    count = undefined;
    onReturn().catch(() => {}); // it is gone again, and the sign says so
  }

  function show(): void {
    showMore.hidden = exchanges.length <= limit;
    exchanges = exchanges.slice(0, limit + 1);
    const shown = exchanges.slice(0, limit);
    list(shown);
    find("no-exchanges", HTMLElement).hidden = count !== 0;
    find("none-fits", HTMLElement).hidden = count === 0 || shown.length > 0;
    filter.addOperations(shown);
    view.show(shown);
  }
}

function onPress(id: string, action: () => Promise<string>): void {
  find(id, HTMLButtonElement).addEventListener("click", () => void attempt(action));
}
