import type { Admin, Exchange, ExchangeSummary } from "./admin.js";
import { exchangeDetail } from "./exchange-detail.js";
import { find } from "./find.js";
import { identityOf } from "./read-exchange.js";
import { attempt } from "./status-message.js";

/**
 * The place where one exchange of the journal is shown in detail. The address names it (`#x-3`), so that it can be
 * linked to, and the browser's back button leads to the one before.
 */
export function createExchangeView(admin: Admin) {
  const place = find("exchange", HTMLElement);
  /** Those in the table, newest first. */
  let listed: readonly ExchangeSummary[] = [];
  let chosen: Exchange | undefined;
  /** The progress of the selected exchange when it was loaded. */
  let loaded = "";
  /** The state on display, so that it's redrawn only when it changes. */
  let shown = { identity: "", state: "" };

  window.addEventListener("hashchange", followAddress);
  return { choose, show, close, followAddress };

  /** Shows an exchange, and takes the reader there. */
  function choose(id: string): void {
    if (location.hash !== `#${id}`) history.pushState(null, "", `#${id}`);
    void attempt(async () => {
      loaded = progressOf(listed.find((exchange) => exchange.id === id));
      chosen = await admin.getExchange(id);
      draw();
      const title = find("exchange-title", HTMLElement);
      title.focus({ preventScroll: true });
      title.scrollIntoView({ block: "nearest" });
      return "";
    });
  }

  /** Brings the exchange up to date. It stays open while newer ones push it out of the table. */
  function show(exchanges: readonly ExchangeSummary[]): void {
    listed = exchanges;
    draw();
    const summary = exchanges.find(isChosen);
    if (summary === undefined || progressOf(summary) === loaded) return;
    loaded = progressOf(summary);
    admin.getExchange(summary.id).then(
      (exchange) => {
        if (!isChosen(exchange)) return; // another one was chosen meanwhile
        chosen = exchange;
        draw();
      },
      () => {}, // the journal's sign says that the mock is gone
    );
  }

  function close(): void {
    if (/^#x-\d+$/.test(location.hash)) history.pushState(null, "", location.pathname + location.search);
    leave();
  }

  /** Shows what the address names; another section of the page leaves open what is. */
  function followAddress(): void {
    const [, id] = /^#(x-\d+)$/.exec(location.hash) ?? [];
    if (id !== undefined && id !== chosen?.id) choose(id);
    if (location.hash === "") leave();
  }

  function draw(): void {
    markRow();
    if (chosen === undefined) return;
    const { id, notes, response } = chosen;
    const firstId = notes.firstAttempt ?? id;
    const attempts = listed
      .filter((other) => other.id === firstId || other.notes.firstAttempt === firstId)
      .toReversed();
    const isListed = listed.some(isChosen);
    const identity = identityOf(chosen);
    const state = JSON.stringify([isListed, response?.ending, response?.chunks.length, attempts.map(identityOf)]);
    const isSame = identity === shown.identity;
    if (isSame && state === shown.state) return;
    shown = { identity, state };
    const detail = exchangeDetail(chosen, { attempts, isListed, admin, choose, close });
    if (isSame) replaceContent(place, detail);
    else place.replaceChildren(...detail);
    place.hidden = false;
  }

  function leave(): void {
    if (chosen === undefined) return;
    const button = find("exchanges", HTMLElement).querySelector<HTMLElement>('[aria-pressed="true"]');
    const hadFocus = place.contains(document.activeElement);
    place.hidden = true;
    place.replaceChildren();
    chosen = undefined;
    shown = { identity: "", state: "" };
    markRow();
    if (hadFocus) (button ?? find("journal-title", HTMLElement)).focus();
  }

  function isChosen(exchange: Pick<ExchangeSummary, "id" | "at">): boolean {
    return chosen !== undefined && identityOf(exchange) === identityOf(chosen);
  }

  function markRow(): void {
    const identity = chosen && identityOf(chosen);
    for (const button of find("exchanges", HTMLElement).querySelectorAll("button")) {
      const isPressed = button.dataset.identity === identity;
      button.setAttribute("aria-pressed", String(isPressed));
      button.closest("tr")?.classList.toggle("chosen", isPressed);
    }
  }
}

/** Returns the progress of an exchange; it is loaded again when this changes. */
function progressOf(summary: ExchangeSummary | undefined): string {
  const { response, notes } = summary ?? {};
  return JSON.stringify([response?.ending, response?.pieces, notes]);
}

const stateful = "details, pre, .scroll, summary, h3, .actions button";

/**
 * Puts new content in place of older content of the same kind: what is open, scrolled or has the focus stays so.
 */
function replaceContent(place: HTMLElement, content: HTMLElement[]): void {
  const before = [...place.querySelectorAll<HTMLElement>(stateful)].map((old) => ({
    isOpen: old instanceof HTMLDetailsElement && old.open,
    scrollTop: old.scrollTop,
    hasFocus: old === document.activeElement,
  }));
  place.replaceChildren(...content);
  for (const [index, made] of place.querySelectorAll<HTMLElement>(stateful).entries()) {
    const old = before[index];
    if (old === undefined) return;
    if (made instanceof HTMLDetailsElement) made.open = old.isOpen;
    made.scrollTop = old.scrollTop;
    if (old.hasFocus) made.focus({ preventScroll: true });
  }
}
