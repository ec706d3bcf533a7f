import type { ExternalDocs } from "./contract-document.ts";
import { type Html, html } from "./html.ts";

/** Renders a link to another site. */
export const externalLink = (docs: ExternalDocs | undefined): Html =>
  docs === undefined ? html`` : html`<p><a href="${docs.url}" rel="noreferrer">${docs.description ?? docs.url}</a></p>`;
