import type { Marked, Provenance } from "./contract-document.ts";
import { type Html, html } from "./html.ts";
import type { Site } from "./site.ts";

const meanings = {
  stated: "The service's specification states this.",
  upstream: "This follows the published interface that the service is compatible with.",
  observed: "Services of this kind are publicly known to do this; the specification doesn't state it.",
  inferred: "Nobody states this; it is the most likely interpretation.",
};

/** Renders the provenance of an element, with its meaning in a tooltip that is keyboard accessible. */
export const badge = ({ "x-provenance": provenance }: Marked): Html => renderProvenance(provenance);

/** Renders the provenance of a keyword, such as `required`, if it differs from the element's. */
export const keywordBadge = ({ "x-keyword-provenance": provenances = {} }: Marked, keyword: string): Html =>
  renderProvenance(provenances[keyword]);

function renderProvenance(provenance: Provenance | undefined): Html {
  if (provenance === undefined) return html``;
  const meaning = meanings[provenance];
  return html`<span class="badge ${provenance}" tabindex="0" aria-label="${provenance}: ${meaning}" role="note">${provenance}<span class="tip" aria-hidden="true">${meaning}</span></span>`;
}

/** Lists the specification's statements about an element, each linked to its row of the requirement matrix. */
export function statements({ requirements }: Site, ids: readonly string[]): Html {
  const rows = requirements.filter(({ id }) => ids.includes(id));
  if (rows.length === 0) return html``;
  return html`<details class="statements"><summary>Statements of the specification</summary><ul>${rows.map(
    ({ id, says }) => html`<li><a href="~/requirements.html#${id}">${withoutRows(says)}</a></li>`,
  )}</ul></details>`;
}

/** Removes parentheses that name other rows: their numbers belong in the matrix only. */
const withoutRows = (says: string) => says.replaceAll(/ ?\([^()]*\bR\d+\.\d+\b[^()]*\)/g, "");

/** Returns the requirement marks of a node and of everything inline in it. */
export function listRequirements(node: unknown): string[] {
  const found = new Set<string>();
  const visit = (value: unknown) => {
    if (value === null || typeof value !== "object") return;
    for (const id of (value as Marked)["x-requirement"] ?? []) found.add(id);
    for (const [key, member] of Object.entries(value)) if (key !== "examples") visit(member);
  };
  visit(node);
  return [...found];
}
