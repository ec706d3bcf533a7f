import type { Admin, Exchange, JournalFilter, Session } from "./admin.js";
import { element } from "./element.js";
import { exchangeRow } from "./exchange-row.js";
import { createExchangeView } from "./exchange-view.js";
import { find, findField } from "./find.js";
import { createHearing } from "./hearing.js";
import { createKeyedList } from "./keyed-list.js";
import { isOver } from "./read-exchange.js";
import { attempt } from "./say.js";

const shownExchanges = 100;

/** The journal: its newest exchanges as they come, filtered, and one of them in detail. */
export function createJournalPanel(admin: Admin, { onExchange }: { onExchange: () => void }) {
  const filter = find("filter", HTMLFormElement);
  const live = find("live", HTMLElement);
  const hear = createHearing();
  const view = createExchangeView();
  const list = createKeyedList<Exchange>(find("exchanges", HTMLElement), {
    keyOf,
    make: (exchange) => exchangeRow(exchange, () => view.choose(exchange.id, exchanges)),
  });
  /** Newest first. */
  let exchanges: Exchange[] = [];
  /** How many the journal held when it was looked at last, and those that came since. */
  let count: number | undefined;
  let source: EventSource | undefined;

  filter.addEventListener(
    "change",
    () =>
      void attempt(async () => {
        await reload();
        return `${exchanges.length} shown.`;
      }),
  );
  filter.addEventListener("submit", (event) => event.preventDefault());
  find("download", HTMLAnchorElement).href = admin.journalFile;
  find("download", HTMLAnchorElement).download = `journal-${admin.session}.jsonl`;
  onPress("clear-journal", async () => {
    await admin.clearJournal();
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
    follow();
    await reload();
    onExchange();
    return `The session ${admin.session} begins anew.`;
  });

  return { start: follow, check };

  /** Loads the journal anew where it has changed in a way of which no event told. */
  async function check(session: Session): Promise<void> {
    if (session.exchanges === count) return;
    const isFirst = count === undefined;
    const known = new Set(exchanges.map(keyOf));
    await reload();
    // An end that was not heard: the session was begun anew elsewhere, and what is followed is the old one.
    if (!isFirst && exchanges.some((exchange) => isOver(exchange) && !known.has(keyOf(exchange)))) follow();
  }

  async function reload(): Promise<void> {
    const session = await admin.getSession();
    exchanges = (await admin.listExchanges(filterValues(), shownExchanges)).reverse();
    count = session.exchanges;
    show();
  }

  function follow(): void {
    source?.close();
    source = new EventSource(admin.journalEvents);
    source.onopen = () => setLive(true);
    source.onerror = () => setLive(false);
    source.onmessage = ({ data }: MessageEvent<string>) => add(JSON.parse(data) as Exchange);
  }

  function add(exchange: Exchange): void {
    const at = exchanges.findIndex(({ id }) => id === exchange.id);
    if (at < 0 && count !== undefined) count += 1;
    hear(exchange);
    onExchange();
    if (!fits(exchange, filterValues())) return;
    exchanges = at < 0 ? [exchange, ...exchanges].slice(0, shownExchanges) : exchanges.with(at, exchange);
    show();
  }

  function show(): void {
    list(exchanges);
    find("no-exchanges", HTMLElement).hidden = count !== 0;
    find("none-fits", HTMLElement).hidden = count === 0 || exchanges.length > 0;
    addOperations(filter, exchanges);
    view.show(exchanges);
  }

  function setLive(isLive: boolean): void {
    live.textContent = isLive ? "Live" : "Reconnecting";
    live.classList.toggle("on", isLive);
  }

  function filterValues(): JournalFilter {
    const values = new FormData(filter);
    const text = (name: string) => String(values.get(name) ?? "");
    return { operationId: text("operationId"), status: text("status"), hasVerdict: text("hasVerdict") };
  }
}

/** Ids begin anew with the session, times go on. */
const keyOf = ({ id, at }: Exchange) => `${id} ${at}`;

/** The mock filters what is loaded; this is the same for what comes by event. */
function fits({ operationId, response, notes }: Exchange, filter: JournalFilter): boolean {
  const status = String(response?.status ?? "");
  return (
    (filter.operationId === "" || filter.operationId === operationId) &&
    (filter.status === "" || filter.status === status || filter.status === `${status.slice(0, 1)}xx`) &&
    (filter.hasVerdict === "" || (filter.hasVerdict === "true") === notes.verdicts.length > 0)
  );
}

function addOperations(filter: HTMLFormElement, exchanges: Exchange[]): void {
  const select = findField(filter, "operationId", HTMLSelectElement);
  const known = [...select.options].map(({ value }) => value);
  for (const { operationId } of exchanges) {
    if (operationId === undefined || known.includes(operationId)) continue;
    known.push(operationId);
    select.append(element("option", {}, operationId));
  }
}

function onPress(id: string, action: () => Promise<string>): void {
  find(id, HTMLButtonElement).addEventListener("click", () => void attempt(action));
}
