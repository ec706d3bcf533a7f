import { createHash } from "node:crypto";
import { type Cause, causesIn } from "./causes.js";
import { escapeMarkup } from "./escape-markup.js";
import { headline } from "./headline.js";
import { htmlStyle } from "./html-style.js";
import type { Report } from "./report.js";
import {
  areaCounts,
  baselineLists,
  changeLines,
  changeLists,
  costSentence,
  evidenceOf,
  labels,
  shownSentences,
} from "./wording.js";

const legend =
  "A failure breaks what the specification states, or what an official client needs. A warning breaks a convention of services of this kind. A note is about something that the specification leaves open to interpretation.";

/**
 * The report as one HTML file for people who don't read the console: the verdict in a sentence, the areas, then what was
 * found. It runs no script, loads nothing, and its policy lets the browser do neither.
 */
export function htmlReport(report: Report): string {
  const { baseURL, startedAt, contractVersion, exitCode } = report;
  const styleHash = createHash("sha256").update(htmlStyle).digest("base64");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeMarkup(`Contract tests of ${baseURL}`)}</title>
<style>${htmlStyle}</style>
</head>
<body>
<main>
<h1>Contract tests of <code>${escapeMarkup(baseURL)}</code></h1>
<p class="quiet">Contract ${escapeMarkup(contractVersion)}, <time datetime="${escapeMarkup(startedAt)}">${escapeMarkup(startedAt)}</time>. ${escapeMarkup(costSentence(report))}</p>
<p class="headline ${exitCode === 0 ? "good" : exitCode === 1 ? "bad" : "odd"}">${escapeMarkup(headline(report))}</p>
${[areaTable(report), findings(report), baseline(report), changes(report), timeTable(report), ruleTable(report)].filter(Boolean).join("\n")}
</main>
</body>
</html>
`;
}

function areaTable({ areas }: Report): string {
  const rows = areas.map(
    (area) =>
      `<tr><th scope="row">${escapeMarkup(area.name)}</th><td class="${area.verdict}">${area.verdict}</td><td>${withOptions(area.reason ?? areaCounts(area))}</td></tr>`,
  );
  return section(
    "Areas",
    table("The verdict on an area is the outcome of its worst rule.", ["Area", "Verdict", "Rules"], rows),
  );
}

function findings(report: Report): string {
  const found = causesIn(report).map(finding);
  return found.length === 0 ? "" : section("Findings", [`<p class="quiet">${legend}</p>`, ...found].join("\n"));
}

function finding({ first: rule, others, message }: Cause): string {
  const { id, outcome, curl, known, sentence } = rule;
  const links = others.map((other) => linkTo(other.id)).join(", ");
  const also = others.length === 0 ? "" : `Same cause: ${links}.`;
  const evidence = evidenceOf(rule).map(([name, text]) => `<dt>${name}</dt><dd>${escapeMarkup(text)}</dd>`);
  const command = curl === undefined ? "" : `<pre><code>${escapeMarkup(curl)}</code></pre>`;
  return `<article>
<h3><span class="${outcome}">${labels[outcome]}${known === undefined ? "" : " (known)"}</span> <code>${linkTo(id)}</code></h3>
<p>${escapeMarkup(message === "" ? sentence : message)}</p>
<p class="quiet">${escapeMarkup(sentence)} ${also}</p>
<details><summary>Evidence</summary>
<dl>${evidence.join("")}</dl>${command}
</details>
</article>`;
}

function baseline(report: Report): string {
  const lists = baselineLists(report).map(([title, ids]) => `<p>${title}:</p>${list(ids)}`);
  return lists.length === 0 ? "" : section("Baseline", lists.join("\n"));
}

function changes({ comparison }: Report): string {
  if (comparison === undefined) return "";
  const lists = changeLists(comparison).map(([title, each]) => `<p>${title}:</p>${list(changeLines(each))}`);
  return section(`Since ${comparison.since}`, lists.length === 0 ? "<p>Nothing has changed.</p>" : lists.join("\n"));
}

function ruleTable(report: Report): string {
  const rows = report.rules.map(
    ({ id, outcome, level, sentence, message = "" }) =>
      `<tr id="${anchorOf(id)}"><td><code>${escapeMarkup(id)}</code></td><td class="${outcome}">${outcome}</td><td>${level}</td><td>${escapeMarkup(sentence)} <span class="quiet">${outcome === "pass" ? "" : escapeMarkup(message)}</span></td></tr>`,
  );
  const head = `<p>${withOptions(shownSentences(report).join(" "))}</p>`;
  const all = table("Every rule with its outcome.", ["Rule", "Outcome", "Level", "Statement"], rows);
  return section("Rules", `${head}<details><summary>All ${report.rules.length} rules</summary>${all}</details>`);
}

/** The times of the answers, exchange by exchange. */
function timeTable({ exchanges = [] }: Report): string {
  if (exchanges.length === 0) return "";
  const cell = (ms: number | undefined) => `<td>${ms === undefined ? "" : `${ms} ms`}</td>`;
  const rows = exchanges.map(
    ({ id, call, status, headersMs, firstContentMs, endMs }) =>
      `<tr><td><code>${escapeMarkup(id)}</code></td><td>${escapeMarkup(call)}</td><td>${status ?? ""}</td>${cell(headersMs)}${cell(firstContentMs)}${cell(endMs)}</tr>`,
  );
  const columns = ["Exchange", "Call", "Status", "Headers", "First content", "End"];
  const all = table(
    "Time from the request to the headers, the first content and the end of its answer.",
    columns,
    rows,
  );
  return section("Times", `<details><summary>All ${exchanges.length} exchanges</summary>${all}</details>`);
}

const anchorOf = (id: string) => `rule-${escapeMarkup(id.replaceAll("/", "-"))}`;

const linkTo = (id: string) => `<a href="#${anchorOf(id)}">${escapeMarkup(id)}</a>`;

/** Marks the options in a text, so that none is broken at its dashes. */
const withOptions = (text: string) =>
  escapeMarkup(text).replaceAll(/--[a-z][a-z-]*/g, '<code class="option">$&</code>');

const section = (title: string, content: string) =>
  `<section>\n<h2>${escapeMarkup(title)}</h2>\n${content}\n</section>`;

const table = (caption: string, columns: string[], rows: string[]) =>
  `<table><caption>${caption}</caption><thead><tr>${columns.map((name) => `<th scope="col">${name}</th>`).join("")}</tr></thead>\n<tbody>${rows.join("\n")}</tbody></table>`;

const list = (texts: string[]) => `<ul>${texts.map((text) => `<li>${escapeMarkup(text)}</li>`).join("")}</ul>`;
