import type { Exchange } from "./admin.js";
import { exchangeDetail } from "./exchange-detail.js";
import { find } from "./find.js";

/** The place where one exchange of the journal is shown in detail, and which one that is. */
export function createExchangeView() {
  const place = find("exchange", HTMLElement);
  let chosenId: string | undefined;
  /** What the place shows, to leave it alone while that is the same. */
  let shown = "";

  return { choose, show };

  /** Shows an exchange of those in the table, newest first, and takes the reader there. */
  function choose(id: string, exchanges: readonly Exchange[]): void {
    chosenId = id;
    show(exchanges);
    const title = find("exchange-title", HTMLElement);
    title.focus({ preventScroll: true });
    title.scrollIntoView({ block: "nearest" });
  }

  /** Brings the exchange up to date; it is closed where it is no longer in the table. */
  function show(exchanges: readonly Exchange[]): void {
    const chosen = exchanges.find(({ id }) => id === chosenId);
    if (chosen === undefined) {
      close();
      return;
    }
    markRow();
    const firstId = chosen.notes.firstAttempt ?? chosen.id;
    const attempts = exchanges.filter(({ id, notes }) => id === firstId || notes.firstAttempt === firstId).toReversed();
    const next = JSON.stringify([chosen, attempts.map(({ id }) => id)]);
    if (next === shown) return;
    shown = next;
    place.replaceChildren(...exchangeDetail(chosen, attempts, { choose: (id) => choose(id, exchanges), close }));
    place.hidden = false;
  }

  function close(): void {
    if (place.hidden) return;
    const button = find("exchanges", HTMLElement).querySelector<HTMLElement>('[aria-pressed="true"]');
    const hadFocus = place.contains(document.activeElement);
    place.hidden = true;
    place.replaceChildren();
    chosenId = undefined;
    shown = "";
    markRow();
    if (hadFocus) (button ?? find("journal-title", HTMLElement)).focus();
  }

  function markRow(): void {
    for (const button of find("exchanges", HTMLElement).querySelectorAll("button")) {
      const isChosen = button.textContent === chosenId;
      button.setAttribute("aria-pressed", String(isChosen));
      button.closest("tr")?.classList.toggle("chosen", isChosen);
    }
  }
}
