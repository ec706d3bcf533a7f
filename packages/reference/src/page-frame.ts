import { type Html, html } from "./html.ts";
import type { Site } from "./site.ts";
import { dialectNames, dialects } from "./streams/dialects.ts";

/** A page of the reference. `~/` in its body is the reference's root. */
export interface Page {
  path: string;
  title: string;
  /** Kind of page, for the search results. */
  kind: string;
  /** The current entry of the menu. */
  section: string;
  description: string;
  /** Search words for which this page ranks first. */
  exact?: string[];
  words: string[];
  body: Html;
}

const policy = [
  ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"],
  ...["img-src 'self' data: blob:", "media-src 'self' blob:", "base-uri 'none'"],
].join("; ");

/** Renders a whole page with head, menu and search. It loads only its style and scripts. */
export function renderPage(site: Site, page: Page): string {
  const { title } = site.document.info;
  const isHome = page.path === "index.html";
  const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${isHome ? title : `${page.title} · ${title}`}</title>
<meta name="description" content="${page.description.split("\n")[0] ?? ""}">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="~/assets/reference.css">
<script src="~/assets/reference.js" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<button type="button" class="menu-button" aria-expanded="false" aria-controls="menu" hidden>Menu</button>
<a class="home" href="~/index.html">${title}</a>
<div class="search" data-root="~/" hidden><label for="search" class="hidden">Search the reference</label><input id="search" type="search" placeholder="Search ( / )" autocomplete="off" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list"><ul id="found" role="listbox" aria-label="Found" hidden></ul></div>
</header>
<div class="frame">
<nav id="menu" aria-label="Reference">${menu(site, page)}</nav>
<main id="main" tabindex="-1">
${page.body}
</main>
</div>
</body>
</html>
`;
  return markup.replaceAll('"~/', `"${page.path.includes("/") ? "../" : ""}`);
}

function menu({ document, places }: Site, page: Page): Html {
  const entry = (path: string, text: Html | string) =>
    html`<li><a href="~/${path}"${page.path === path || page.section === path ? html` aria-current="page"` : html``}>${text}</a></li>`;
  return html`<ul>${entry("index.html", "Overview")}</ul>
<h2>Operations</h2>${document.tags.map(({ name }) => {
    const its = places.filter(({ operation }) => operation.tags.includes(name));
    return html`<h3>${name}</h3><ul>${its.map(({ method, operation }) =>
      entry(
        `operations/${operation.operationId}.html`,
        html`<span>${operation.summary}</span> <span class="method ${method.toLowerCase()}">${method}</span>`,
      ),
    )}</ul>`;
  })}
<h2>Event streams</h2><ul>${entry("streams/index.html", "How to read one")}${dialects.map(({ dialect }) => entry(`streams/${dialect}.html`, dialectNames[dialect] ?? dialect))}</ul>
<h2>Data</h2><ul>${entry("schemas/index.html", "Schemas")}${entry("controls.html", "Setting controls")}${entry("schemas/ProtocolMessage.html", "Protocol messages")}${entry("requirements.html", "Requirement matrix")}</ul>`;
}
