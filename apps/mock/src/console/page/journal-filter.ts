import type { ExchangeSummary, JournalFilter, Key } from "./admin.js";
import { showChoices } from "./choices.js";
import { element } from "./element.js";
import { find, findField } from "./find.js";

const pauseMs = 200;

/** Creates the filter of the journal; calls back once the reader pauses. */
export function createJournalFilter(onChange: () => void) {
  const form = find("filter", HTMLFormElement);
  let due: ReturnType<typeof setTimeout> | undefined;

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => {
    clearTimeout(due);
    due = setTimeout(onChange, pauseMs);
  });

  return { values, fits, hasText: () => textToFind() !== "", addOperations, showKeys };

  /** Returns the values that the mock filters by. */
  function values(): JournalFilter {
    return {
      operationId: field("operationId"),
      key: field("key"),
      status: field("status"),
      hasVerdict: field("hasVerdict"),
      text: textToFind(),
    };
  }

  /** True where an exchange passes the filter, its text aside: only the mock can search that. */
  function fits(exchange: ExchangeSummary): boolean {
    const { operationId, response, notes } = exchange;
    const { operationId: operation, key, status, hasVerdict } = values();
    const own = String(response?.status ?? "");
    return (
      (operation === "" || operation === operationId) &&
      (key === "" || key === notes.key) &&
      (status === "" || status === own || status === `${own.slice(0, 1)}xx`) &&
      (hasVerdict === "" || (hasVerdict === "true") === notes.verdicts.length > 0)
    );
  }

  function addOperations(exchanges: readonly ExchangeSummary[]): void {
    const select = findField(form, "operationId", HTMLSelectElement);
    const known = [...select.options].map(({ value }) => value);
    for (const { operationId } of exchanges) {
      if (operationId === undefined || known.includes(operationId)) continue;
      known.push(operationId);
      select.append(element("option", {}, operationId));
    }
  }

  function showKeys(keys: readonly Key[]): void {
    const names = [...new Set(keys.map(({ name }) => name))]; // a rotated key has the name of the old one
    showChoices(
      findField(form, "key", HTMLSelectElement),
      names.map((name) => ({ value: name, text: name })),
    );
  }

  function textToFind(): string {
    return field("text").trim();
  }

  function field(name: string): string {
    return String(new FormData(form).get(name) ?? "");
  }
}
