import type { ExchangeSummary } from "./admin.js";
import { element } from "./element.js";
import type { Shown } from "./keyed-list.js";
import { identityOf, isOver, keyOf, statusOf, toneOf } from "./read-exchange.js";
import { remarks } from "./remarks.js";
import { duration, timeOfDay } from "./times.js";

/** A row of the journal's table. Its button, or a click anywhere in it, chooses the exchange. */
export function exchangeRow(exchange: ExchangeSummary, choose: () => void): Shown<ExchangeSummary> {
  const button = element(
    "button",
    { type: "button", class: "link", "aria-controls": "exchange", "data-identity": identityOf(exchange) },
    exchange.id,
  );
  const name = element("th", { scope: "row" }, button);
  const row = element("tr", {}, name);
  row.addEventListener("click", ({ target }) => {
    // Who marks a text in the row wants to copy it.
    if (target === button || getSelection()?.type !== "Range") choose();
  });
  let shown: ExchangeSummary | undefined;

  return {
    element: row,
    update(latest) {
      if (latest === shown) return;
      shown = latest;
      row.replaceChildren(name, ...cells(latest));
    },
  };
}

function cells(exchange: ExchangeSummary): HTMLElement[] {
  const { at, operationId, request, response, notes } = exchange;
  const what = element(
    "td",
    {},
    element("div", { class: "what" }, operationId ?? `${request.method} ${request.target.split("?")[0]}`),
  );
  const detail = [notes.model, response?.isStream ? "stream" : undefined].filter((part) => part !== undefined);
  if (detail.length > 0) what.append(element("small", {}, detail.join(", ")));
  const lines = remarks(exchange);
  if (notes.firstAttempt !== undefined) {
    lines.unshift(element("span", { class: "remark plain" }, `Attempt ${notes.attempt} of ${notes.firstAttempt}`));
  }
  return [
    element("td", { class: "code" }, timeOfDay(at)),
    what,
    element("td", {}, keyOf(exchange)),
    element("td", {}, element("span", { class: `badge ${toneOf(exchange)}` }, statusOf(exchange))),
    element("td", { class: "number" }, took(exchange)),
    element("td", {}, element("div", { class: "remarks" }, ...lines)),
  ];
}

function took(exchange: ExchangeSummary): string {
  if (exchange.response === undefined) return "–";
  return isOver(exchange) ? duration(exchange.response.endMs) : "…";
}
