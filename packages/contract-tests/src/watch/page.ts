import { createHash } from "node:crypto";
import { escapeMarkup } from "../report/escape-markup.js";
import { htmlStyle } from "../report/html-style.js";
import type { Grouped, Seen } from "./tally.js";
import { brokenRules } from "./terminal.js";

const refreshSeconds = 5;

/** The policy of the page: it runs no script and loads nothing. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(htmlStyle).digest("base64")}'; base-uri 'none'; form-action 'none'`;

/** Renders what was seen as one page, which reloads every few seconds. */
export function watchPage(seen: Seen, { upstream }: { upstream: string }): string {
  const { judged, unjudged, findings, statuses } = seen;
  const left = unjudged.sample + unjudged.backlog;
  const title = `Traffic to ${upstream}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${refreshSeconds}">
<title>${escapeMarkup(title)}</title>
<style>${htmlStyle}</style>
</head>
<body>
<main>
<h1>Traffic to <code>${escapeMarkup(upstream)}</code></h1>
<p class="headline ${findings.some(({ decides }) => decides) ? "bad" : "good"}">${sentenceOn(seen)}</p>
<p class="quiet">${judged} ${judged === 1 ? "exchange" : "exchanges"} judged${left > 0 ? `, ${left} forwarded without a verdict` : ""}. <a href="/metrics">Metrics</a></p>
${findings.length === 0 ? "" : findingTable(findings)}
${table(
  "Exchanges by operation and status",
  ["Call", "Status", "Count"],
  [...statuses.values()].map(({ call, status, count }) => [call, status, String(count)]),
)}
</main>
</body>
</html>
`;
}

function sentenceOn({ judged, findings }: Seen): string {
  return judged === 0 ? "No exchange has been judged yet." : brokenRules(findings.length);
}

function findingTable(findings: Grouped[]): string {
  const rows = findings.map(({ outcome, rule, topic, count, call, message, exchange }) => [
    outcome,
    rule,
    topic,
    String(count),
    `${call}: ${message} (${exchange})`,
  ]);
  return table("Broken rules", ["Outcome", "Rule", "Topic", "Count", "Last seen"], rows);
}

function table(caption: string, columns: string[], rows: string[][]): string {
  const head = columns.map((name) => `<th scope="col">${escapeMarkup(name)}</th>`).join("");
  const body = rows
    .map((cells) => `<tr>${cells.map((cell) => `<td>${escapeMarkup(cell)}</td>`).join("")}</tr>`)
    .join("\n");
  return `<section>\n<h2>${escapeMarkup(caption)}</h2>\n<table><thead><tr>${head}</tr></thead>\n<tbody>${body}</tbody></table>\n</section>`;
}
