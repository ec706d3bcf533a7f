import { type Cause, causesIn } from "./causes.js";
import { escapeMarkup } from "./clean.js";
import { headline } from "./headline.js";
import { htmlPage, pagePolicy, section, table } from "./html-page.js";
import type { Report } from "./report.js";
import { areaCounts, costSentence, evidenceOf, labelOf, ruleLists, shownSentences } from "./wording.js";

const legend =
  "A failure breaks what the specification states, or what an official client needs. A warning breaks a convention of services of this kind. A note is about something that the specification leaves open to interpretation.";

/**
 * The report as one HTML file for people who don't read the console: the verdict in a sentence, the areas, then what was
 * found. It runs no script, loads nothing, and its policy lets the browser do neither.
 */
export function htmlReport(report: Report): string {
  const { baseURL, startedAt, contractVersion, exitCode } = report;
  const parts = [areaTable(report), findings(report), lists(report), timeTable(report), ruleTable(report)];
  return htmlPage(`Contract tests of ${baseURL}`, {
    meta: { 'http-equiv="Content-Security-Policy"': pagePolicy, 'name="referrer"': "no-referrer" },
    content: `<h1>Contract tests of <code>${escapeMarkup(baseURL)}</code></h1>
<p class="quiet">Contract ${escapeMarkup(contractVersion)}, <time datetime="${escapeMarkup(startedAt)}">${escapeMarkup(startedAt)}</time>. ${escapeMarkup(costSentence(report))}</p>
<p class="headline ${exitCode === 0 ? "good" : exitCode === 1 ? "bad" : "odd"}">${escapeMarkup(headline(report))}</p>
${parts.filter(Boolean).join("\n")}`,
  });
}

function areaTable({ areas }: Report): string {
  const rows = areas.map(
    (area) =>
      `<tr><th scope="row">${escapeMarkup(area.name)}</th><td class="${area.verdict}">${area.verdict}</td><td>${withOptions(area.reason ?? areaCounts(area))}</td></tr>`,
  );
  return section(
    "Areas",
    table(["Area", "Verdict", "Rules"], rows, "The verdict on an area is the outcome of its worst rule."),
  );
}

function findings(report: Report): string {
  const found = causesIn(report).map(finding);
  return found.length === 0 ? "" : section("Findings", [`<p class="quiet">${legend}</p>`, ...found].join("\n"));
}

function finding({ first: rule, others, message }: Cause): string {
  const { id, outcome, curl, sentence } = rule;
  const links = others.map((other) => linkTo(other.id)).join(", ");
  const also = others.length === 0 ? "" : `Same cause: ${links}.`;
  const evidence = evidenceOf(rule).map(([name, text]) => `<dt>${name}</dt><dd>${escapeMarkup(text)}</dd>`);
  const command = curl === undefined ? "" : `<pre><code>${escapeMarkup(curl)}</code></pre>`;
  return `<article>
<h3><span class="${outcome}">${labelOf(rule)}</span> <code>${linkTo(id)}</code></h3>
<p>${escapeMarkup(message === "" ? sentence : message)}</p>
<p class="quiet">${escapeMarkup(sentence)} ${also}</p>
<details><summary>Evidence</summary>
<dl>${evidence.join("")}</dl>${command}
</details>
</article>`;
}

function lists(report: Report): string {
  const all = ruleLists(report);
  const part = (title: string, of: typeof all) =>
    of.length === 0 ? "" : section(title, of.map(({ title, lines }) => `<p>${title}${listOf(lines)}`).join("\n"));
  const changes = all.filter(({ since }) => since !== undefined);
  const known = all.filter(({ since }) => since === undefined);
  return [part("Baseline", known), part(`Since ${changes[0]?.since}`, changes)].filter(Boolean).join("\n");
}

function ruleTable(report: Report): string {
  const rows = report.rules.map(
    ({ id, outcome, level, sentence, message = "" }) =>
      `<tr id="${anchorOf(id)}"><td><code>${escapeMarkup(id)}</code></td><td class="${outcome}">${outcome}</td><td>${level}</td><td>${escapeMarkup(sentence)} <span class="quiet">${outcome === "pass" ? "" : escapeMarkup(message)}</span></td></tr>`,
  );
  const head = `<p>${withOptions(shownSentences(report).join(" "))}</p>`;
  const all = table(["Rule", "Outcome", "Level", "Statement"], rows, "Every rule with its outcome.");
  return section("Rules", `${head}<details><summary>All ${report.rules.length} rules</summary>${all}</details>`);
}

function timeTable({ exchanges = [] }: Report): string {
  if (exchanges.length === 0) return "";
  const cell = (ms: number | undefined) => `<td>${ms === undefined ? "" : `${ms} ms`}</td>`;
  const rows = exchanges.map(
    ({ id, call, status, headersMs, firstContentMs, endMs }) =>
      `<tr><td><code>${escapeMarkup(id)}</code></td><td>${escapeMarkup(call)}</td><td>${status ?? ""}</td>${cell(headersMs)}${cell(firstContentMs)}${cell(endMs)}</tr>`,
  );
  const columns = ["Exchange", "Call", "Status", "Headers", "First content", "End"];
  const caption = "Time from the request to the headers, the first content and the end of its answer.";
  const all = table(columns, rows, caption);
  return section("Times", `<details><summary>All ${exchanges.length} exchanges</summary>${all}</details>`);
}

const anchorOf = (id: string) => `rule-${escapeMarkup(id.replaceAll("/", "-"))}`;

const linkTo = (id: string) => `<a href="#${anchorOf(id)}">${escapeMarkup(id)}</a>`;

/** Marks the options in a text, so that none is broken at its dashes. */
const withOptions = (text: string) =>
  escapeMarkup(text).replaceAll(/--[a-z][a-z-]*/g, '<code class="option">$&</code>');

const listOf = (lines: string[]) =>
  lines.length === 0 ? ".</p>" : `:</p><ul>${lines.map((line) => `<li>${escapeMarkup(line)}</li>`).join("")}</ul>`;
