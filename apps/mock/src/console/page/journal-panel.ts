import type { Admin, ExchangeSummary, Session } from "./admin.js";
import { exchangeRow } from "./exchange-row.js";
import { createExchangeView } from "./exchange-view.js";
import { find } from "./find.js";
import { followJournal } from "./follow-journal.js";
import { createJournalFilter } from "./journal-filter.js";
import { createKeyedList } from "./keyed-list.js";
import { identityOf, isOver } from "./read-exchange.js";
import { attempt } from "./status-message.js";

const step = 100;
/** The longest page that the admin API gives. */
const longestPage = 1000;
/** Of exchanges that come one after the other while a text is looked for, the mock is asked once. */
const searchPauseMs = 500;
const announcePauseMs = 5000;
const leastAnnounceGapMs = 30_000;

/** The journal: its newest exchanges as they come, filtered, and one of them in detail. */
export function createJournalPanel(
  admin: Admin,
  { onExchange, onReturn }: { onExchange: () => void; onReturn: () => Promise<void> },
) {
  const announce = createLiveRegion();
  const filter = createJournalFilter(() => void attempt(refilter));
  const view = createExchangeView(admin);
  const showMore = find("show-more", HTMLButtonElement);
  const list = createKeyedList<ExchangeSummary>(find("exchanges", HTMLElement), {
    keyOf: identityOf,
    make: (exchange) => exchangeRow(exchange, () => view.choose(exchange.id)),
  });
  /** Newest first; one more than is shown where there are more. */
  let exchanges: ExchangeSummary[] = [];
  /** The most exchanges that are shown. */
  let limit = step;
  /** The number of exchanges in the journal at the last look, and those that came since. */
  let count: number | undefined;
  /** Counts what was asked for, as an answer to an older question may come last. */
  let loads = 0;
  let isSearchDue = false;
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
  onPress("reset-session", async () => {
    if (!confirm(`Reset the session ${admin.session}? This clears its journal, keys, points, faults and clock.`)) {
      return "Nothing was changed.";
    }
    await admin.beginSession();
    view.close();
    follow();
    await reload();
    onExchange();
    return `The session ${admin.session} was reset.`;
  });

  return { start: follow, check, showKeys: filter.showKeys, followAddress: view.followAddress };

  /** Reloads the journal where it changed without an event, and while a stream is open. */
  async function check(session: Session): Promise<void> {
    if (session.exchanges === count && !exchanges.some(({ response }) => response?.ending === "open")) return;
    const isFirst = count === undefined;
    const known = new Set(exchanges.map(identityOf));
    await reload();
    // No event told of this end: the session was restarted elsewhere, and the old one is followed.
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
    const found = await findLast(limit + 1);
    if (load !== loads) return;
    exchanges = found;
    count = session.exchanges;
    show();
  }

  /** The last so many exchanges that fit, newest first, page by page. */
  async function findLast(most: number): Promise<ExchangeSummary[]> {
    const found: ExchangeSummary[] = [];
    for (let isMore = true; isMore && found.length < most; ) {
      const page = await admin.listExchanges(filter.values(), {
        limit: Math.min(most - found.length, longestPage),
        before: found.at(-1)?.id,
      });
      found.push(...page.exchanges.reverse());
      isMore = page.hasMore;
    }
    return found;
  }

  function add(exchange: ExchangeSummary): void {
    const at = exchanges.findIndex(({ id }) => id === exchange.id);
    if (at < 0 && count !== undefined) count += 1;
    announce(exchange);
    onExchange();
    if (!filter.fits(exchange)) return;
    if (filter.hasText()) {
      if (isSearchDue) return;
      isSearchDue = true;
      setTimeout(() => {
        isSearchDue = false;
        reload().catch(() => {}); // the journal's sign says that the mock is gone
      }, searchPauseMs);
      return;
    }
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

/** Announces new exchanges to screen readers: how many, now and then, and not each one. */
function createLiveRegion(): (exchange: ExchangeSummary) => void {
  let all = 0;
  let failed = 0;
  let announcedAtMs = Number.NEGATIVE_INFINITY;

  return ({ response }) => {
    if (all === 0) setTimeout(announce, Math.max(announcePauseMs, announcedAtMs + leastAnnounceGapMs - Date.now()));
    all += 1;
    if (response === undefined || response.status >= 400 || response.ending !== "complete") failed += 1;
  };

  function announce(): void {
    const exchanges = all === 1 ? "1 new exchange" : `${all} new exchanges`;
    find("live-region", HTMLElement).textContent =
      failed === 0 ? exchanges : `${exchanges}, ${failed} without a good answer`;
    all = 0;
    failed = 0;
    announcedAtMs = Date.now();
  }
}
