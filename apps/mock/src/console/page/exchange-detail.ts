import type { RecordedResponse } from "@model-access/contract";
import type { Admin, Exchange, ExchangeSummary } from "./admin.js";
import { element } from "./element.js";
import { exchangeActions } from "./exchange-actions.js";
import { isStream, keyOf, readable, statusOf, toneOf } from "./read-exchange.js";
import { remarks } from "./remarks.js";
import { streamPieces } from "./stream-pieces.js";
import { duration, timeOfDay } from "./times.js";

/** What belongs to an exchange, and what to do when something in the detail is pressed. */
export interface DetailContext {
  /** All that belong to it, in their order. */
  attempts: ExchangeSummary[];
  /** Whether the table has it. */
  isListed: boolean;
  admin: Admin;
  choose(id: string): void;
  close(): void;
}

/** Everything about an exchange. */
export function exchangeDetail(exchange: Exchange, context: DetailContext): HTMLElement[] {
  const { attempts, isListed, admin } = context;
  const { id, operationId } = exchange;
  const title = element("h3", { id: "exchange-title", tabindex: -1 }, `${id} ${operationId ?? "no operation"}`);
  const close = element("button", { type: "button" }, "Close");
  close.addEventListener("click", context.close);
  const lines = remarks(exchange).map((remark) => element("li", {}, remark));
  return [
    element(
      "div",
      { class: "bar" },
      title,
      element("div", { class: "actions" }, ...exchangeActions(exchange, admin), close),
    ),
    ...(isListed ? [] : [element("p", { class: "note" }, "It is not in the table above.")]),
    facts(exchange),
    ...(lines.length > 0 ? [element("ul", { class: "remark-list" }, ...lines)] : []),
    ...(attempts.length > 1 ? [attemptList(exchange, context)] : []),
    element("div", { class: "sides" }, requestSide(exchange), responseSide(exchange)),
  ];
}

function facts(exchange: Exchange): HTMLElement {
  const { at, response } = exchange;
  const rows = [
    ["Time", timeOfDay(at)],
    ["Key", keyOf(exchange)],
    ["Model", exchange.notes.model],
    ["Headers after", response && duration(response.headersMs)],
    ["Over after", response && response.ending !== "open" ? duration(response.endMs) : undefined],
    ["Ending", response && endings[response.ending]],
  ].flatMap(([name, value]) => (name === undefined || value === undefined ? [] : [{ name, value }]));
  return element(
    "dl",
    { class: "facts" },
    ...rows.map(({ name, value }) => element("div", {}, element("dt", {}, name), element("dd", {}, value))),
  );
}

const endings: Record<RecordedResponse["ending"], string> = {
  complete: "whole",
  cut: "the connection closed half-way",
  reset: "the connection was reset",
  left: "the client left",
  open: "not over yet",
};

function attemptList(exchange: Exchange, { attempts, choose }: DetailContext): HTMLElement {
  const items = attempts.map((other, index) => {
    const before = attempts[index - 1];
    const waited = before === undefined ? "" : ` after ${duration(Date.parse(other.at) - endOf(before))}`;
    const isThis = other.id === exchange.id;
    const button = element(
      "button",
      { type: "button", "aria-current": isThis && "true" },
      `${other.id}: ${statusOf(other)}${waited}`,
    );
    button.addEventListener("click", () => choose(other.id));
    return element("li", {}, button);
  });
  return element(
    "div",
    { class: "attempts" },
    element("h4", {}, `${attempts.length} attempts of one request`),
    element("ol", {}, ...items),
  );
}

const endOf = ({ at, response }: ExchangeSummary) => Date.parse(at) + (response?.endMs ?? 0);

function requestSide({ request }: Exchange): HTMLElement {
  const { method, target, headers, body } = request;
  return element(
    "div",
    {},
    element("h4", {}, "Request"),
    element("p", { class: "code" }, `${method} ${target}`),
    headerList(headers, "Request headers"),
    ...bodyBlock(readable(body), "Request body"),
  );
}

function responseSide(exchange: Exchange): HTMLElement {
  const { response } = exchange;
  const title = element("h4", {}, "Response");
  if (response === undefined) return element("div", {}, title, element("p", {}, "None."));
  const [first] = response.chunks;
  return element(
    "div",
    {},
    title,
    element("p", {}, element("span", { class: `badge ${toneOf(exchange)}` }, statusOf(exchange))),
    headerList(response.headers, "Response headers"),
    ...(isStream(exchange) ? [streamPieces(response)] : bodyBlock(readable(first), "Response body")),
  );
}

function headerList(headers: [string, string][], title: string): HTMLElement {
  const rows = headers.map(([name, value]) =>
    element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, value)),
  );
  return element(
    "details",
    {},
    element("summary", {}, `${title} (${headers.length})`),
    element("table", { class: "code headers" }, element("tbody", {}, ...rows)),
  );
}

function bodyBlock(text: string, label: string): HTMLElement[] {
  return text === "" ? [] : [element("pre", { role: "region", tabindex: 0, "aria-label": label }, text)];
}
