import type { Marked, Provenance } from "./contract-document.ts";
import { type Html, html } from "./html.ts";
import type { Site } from "./site.ts";

const meanings = {
  stated: "The service's specification states this.",
  upstream: "This follows the published interface that the service is compatible with.",
  observed: "Services of this kind are publicly known to do this; the specification doesn't state it.",
  inferred: "Nobody states this; it is the most likely interpretation.",
};

/** Shows where an element of the contract comes from, with its meaning in a tooltip that a keyboard reaches too. */
export const badge = ({ "x-provenance": provenance }: Marked): Html => shownProvenance(provenance);

/** Shows where one keyword comes from, such as `required`, where that is not where the element does. */
export const keywordBadge = ({ "x-keyword-provenance": provenances = {} }: Marked, keyword: string): Html =>
  shownProvenance(provenances[keyword]);

function shownProvenance(provenance: Provenance | undefined): Html {
  if (provenance === undefined) return html``;
  const meaning = meanings[provenance];
  return html`<span class="badge ${provenance}" tabindex="0" aria-label="${provenance}: ${meaning}" role="note">${provenance}<span class="tip" aria-hidden="true">${meaning}</span></span>`;
}

/** Lists what the specification states here, in its words, each leading to its row of the requirement matrix. */
export function statements({ requirements }: Site, ids: readonly string[]): Html {
  const rows = requirements.filter(({ id }) => ids.includes(id));
  if (rows.length === 0) return html``;
  return html`<details class="statements"><summary>Statements of the specification</summary><ul>${rows.map(
    ({ id, says }) => html`<li><a href="~/requirements.html#${id}">${withoutRows(says)}</a></li>`,
  )}</ul></details>`;
}

/** Takes out the parentheses that name other rows: their numbers are for the matrix alone. */
const withoutRows = (says: string) => says.replaceAll(/ ?\([^()]*\bR\d+\.\d+\b[^()]*\)/g, "");

/** The marks of a node and of everything inside it that is written there. */
export function requirementsIn(node: unknown): string[] {
  const found = new Set<string>();
  const visit = (value: unknown) => {
    if (value === null || typeof value !== "object") return;
    for (const id of (value as Marked)["x-requirement"] ?? []) found.add(id);
    for (const [key, member] of Object.entries(value)) if (key !== "examples") visit(member);
  };
  visit(node);
  return [...found];
}
