import type { ExternalDocs } from "./contract-document.ts";
import { type Html, html } from "./html.ts";

/** Leads to what others publish. It is followed on a click alone. */
export const externalLink = (docs: ExternalDocs | undefined): Html =>
  docs === undefined ? html`` : html`<p><a href="${docs.url}" rel="noreferrer">${docs.description ?? docs.url}</a></p>`;
