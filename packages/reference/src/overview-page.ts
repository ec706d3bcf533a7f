import { listRequirements, statements } from "./badge.ts";
import { externalLink } from "./external-link.ts";
import { html } from "./html.ts";
import type { Page } from "./page-frame.ts";
import type { Site } from "./site.ts";

/** Renders the first page: the service, and its general rules. */
export function overviewPage(site: Site): Page {
  const { info, tags, servers } = site.document;
  const body = html`<h1>${info.title}</h1><p class="lead">${info.summary}</p>
<div class="prose">${site.markdown.blocks(info.description)}
<h2 id="addresses">Addresses</h2><ul>${servers.map(({ url, description }) => html`<li><code>${url}</code> ${site.markdown.line(description)}</li>`)}</ul></div>
<h2 id="operations">Operations</h2><dl class="operations">${tags.map(({ name, description, externalDocs }) => {
    const its = site.places.filter(({ operation }) => operation.tags.includes(name));
    return html`<dt>${name}</dt><dd>${site.markdown.blocks(description)}${externalLink(externalDocs)}<ul>${its.map(
      ({ method, path, operation }) =>
        html`<li><a href="~/operations/${operation.operationId}.html">${operation.summary}</a> <code>${method} ${path}</code></li>`,
    )}</ul></dd>`;
  })}</dl>
${statements(site, listRequirements(info))}`;
  return {
    path: "index.html",
    title: "Overview",
    kind: "Guide",
    section: "index.html",
    description: info.summary,
    words: ["authentication", "errors", "points", "limits", "rate limit", "streaming"],
    body,
  };
}
