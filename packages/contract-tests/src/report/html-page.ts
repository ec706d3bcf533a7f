import { createHash } from "node:crypto";
import { escapeMarkup } from "./clean.js";

/** The look of the HTML report, by the reader's light or dark setting; colours keep a contrast of 4.5 to 1 or more. */
const style = `
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #fff; --soft: #f3f4f6; --line: #c9ced6; --quiet: #4d5661; --bad: #a40e26; --odd: #7a4b00; --good: #0f6326; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8eaed; --paper: #14171b; --soft: #20252b; --line: #454d57; --quiet: #a9b2bd; --bad: #ff9492; --odd: #f0b72f; --good: #6fdd8b; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 60rem; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; margin: 0 0 .5rem; } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; } h3 { font-size: 1rem; margin: 0; }
.headline { font-size: 1.15rem; padding: .75rem 1rem; background: var(--soft); border-left: .3rem solid var(--good); }
.headline.bad { border-color: var(--bad); } .headline.odd { border-color: var(--odd); }
.quiet { color: var(--quiet); }
table { width: 100%; border-collapse: collapse; } caption { text-align: left; color: var(--quiet); padding-bottom: .25rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); }
th, td:not(:last-child) { overflow-wrap: normal; } td code { overflow-wrap: anywhere; }
.fail, .error { color: var(--bad); font-weight: 600; } .warn, .note, .inconclusive { color: var(--odd); font-weight: 600; } .pass { color: var(--good); font-weight: 600; } .skip, .blocked { color: var(--quiet); }
article { border: 1px solid var(--line); border-radius: .4rem; padding: .75rem 1rem; margin: .75rem 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: .5rem 0 0; } dt { color: var(--quiet); } dd { margin: 0; }
.option { white-space: nowrap; }
code, pre { font: .9em/1.45 ui-monospace, monospace; } pre { white-space: pre-wrap; background: var(--soft); padding: .6rem; margin: .5rem 0 0; }
summary { cursor: pointer; } summary:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
@media print { details::details-content { content-visibility: visible; block-size: auto; } }
`;

/** The policy of a page: it runs no script and loads nothing. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; base-uri 'none'; form-action 'none'`;

/** One HTML page in the look of these tests: the title and the texts of `meta` are escaped, the content is not. */
export const htmlPage = (title: string, { meta, content }: { meta: Record<string, string>; content: string }) =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${Object.entries(meta)
  .map(([name, text]) => `<meta ${name} content="${text}">`)
  .join("\n")}
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;

export const section = (title: string, content: string) =>
  `<section>\n<h2>${escapeMarkup(title)}</h2>\n${content}\n</section>`;

/** A table of rows that are markup; without a caption, its heading says what it shows. */
export const table = (columns: string[], rows: string[], caption = "") =>
  `<table>${caption === "" ? "" : `<caption>${caption}</caption>`}<thead><tr>${columns.map((name) => `<th scope="col">${name}</th>`).join("")}</tr></thead>\n<tbody>${rows.join("\n")}</tbody></table>`;
