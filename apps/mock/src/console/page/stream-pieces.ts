import type { RecordedResponse } from "@model-access/contract";
import { element } from "./element.js";
import { omission } from "./read-exchange.js";
import { duration } from "./times.js";

const shownPieces = 500;

/** The pieces of a stream: when each came, as marks on a line and as a table. */
export function streamPieces({ chunks, endMs }: RecordedResponse): HTMLElement {
  const rows = chunks.slice(0, shownPieces).map((chunk, index) => {
    const text = "text" in chunk ? chunk.text : `${chunk.base64} (base64)`;
    const gapMs = chunk.atMs - (chunks[index - 1]?.atMs ?? 0);
    return element(
      "tr",
      {},
      element("td", { class: "number" }, chunk.atMs.toFixed(1)),
      element("td", { class: "number" }, `+${gapMs.toFixed(1)}`),
      element("td", { class: "code wire" }, text.trimEnd()),
    );
  });
  const heads = ["At, ms", "Gap, ms", "On the wire"].map((text, index) =>
    element("th", { scope: "col", ...(index < 2 && { class: "number" }) }, text),
  );
  const caption = element("caption", {}, `${chunks.length} pieces in ${duration(endMs)}`);
  if (chunks.length > shownPieces) caption.append(`; the first ${shownPieces} are shown`);
  const omitted = chunks.at(-1)?.omittedBytes;
  if (omitted !== undefined) caption.append(` ${omission(omitted)}`);
  const table = element(
    "table",
    { class: "pieces" },
    caption,
    element("thead", {}, element("tr", {}, ...heads)),
    element("tbody", {}, ...rows),
  );
  const scroll = element("div", { class: "scroll", role: "region", tabindex: 0, "aria-label": "Pieces" }, table);
  return element("div", {}, timeline(chunks, endMs), scroll);
}

/** A line from the request to the end with a mark where pieces came; the table says the same in words. */
function timeline(chunks: RecordedResponse["chunks"], endMs: number): SVGElement {
  const width = 1000;
  const svg = graphic("svg", { viewBox: `0 0 ${width} 24`, preserveAspectRatio: "none", class: "timeline" });
  svg.setAttribute("aria-hidden", "true");
  const longestMs = Math.max(endMs, ...chunks.map(({ atMs }) => atMs), 1);
  svg.append(graphic("rect", { x: 0, y: 11, width, height: 2, class: "line" }));
  for (const x of new Set(chunks.map(({ atMs }) => Math.round((atMs / longestMs) * (width - 3))))) {
    svg.append(graphic("rect", { x, y: 3, width: 3, height: 18, class: "mark" }));
  }
  return svg;
}

function graphic(name: "svg" | "rect", attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value));
  return made;
}
