import { escapeMarkup } from "../report/clean.js";
import { htmlPage, section, table } from "../report/html-page.js";
import type { Seen } from "./tally.js";
import { brokenRules } from "./terminal.js";

const refreshSeconds = 5;

/** Renders what was seen as one page, which reloads every few seconds. */
export function watchPage(seen: Seen, { upstream }: { upstream: string }): string {
  const { judged, unjudged, findings, statuses } = seen;
  const left = unjudged.sample + unjudged.backlog;
  const sentence = judged === 0 ? "No exchange has been judged yet." : brokenRules(findings.length);
  const broken = findings.map(({ outcome, rule, topic, count, call, message, exchange }) =>
    row(outcome, rule, topic, count, `${call}: ${message} (${exchange})`),
  );
  const counts = [...statuses.values()].map(({ call, status, count }) => row(call, status, count));
  const columns = ["Outcome", "Rule", "Topic", "Count", "Last seen"];
  return htmlPage(`Traffic to ${upstream}`, {
    meta: { 'http-equiv="refresh"': String(refreshSeconds) },
    content: `<h1>Traffic to <code>${escapeMarkup(upstream)}</code></h1>
<p class="headline ${findings.some(({ decides }) => decides) ? "bad" : "good"}">${sentence}</p>
<p class="quiet">${judged} ${judged === 1 ? "exchange" : "exchanges"} judged${left > 0 ? `, ${left} forwarded without a verdict` : ""}. <a href="/metrics">Metrics</a></p>
${broken.length === 0 ? "" : section("Broken rules", table(columns, broken))}
${section("Exchanges by operation and status", table(["Call", "Status", "Count"], counts))}`,
  });
}

const row = (...cells: (string | number)[]) =>
  `<tr>${cells.map((cell) => `<td>${escapeMarkup(String(cell))}</td>`).join("")}</tr>`;
