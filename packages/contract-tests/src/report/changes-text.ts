import { headline } from "./headline.js";
import { code, plain } from "./markdown.js";
import type { Report } from "./report.js";
import { changeLists } from "./wording.js";

/** The text of an issue on what has changed since the last report, in Markdown; undefined where nothing that was judged has. */
export function changesText(report: Report): string | undefined {
  const { comparison, baseURL, rules, startedAt } = report;
  if (comparison === undefined) return undefined;
  const { newlyFailing, newlyPassing } = comparison;
  if (newlyFailing.length + newlyPassing.length === 0) return undefined;
  const messageOf = (id: string) => rules.find((rule) => rule.id === id)?.message;
  const lists = changeLists({ ...comparison, noLongerRun: [] }).map(([title, changes]) => {
    const lines = changes.map(({ id, was, is }) => {
      const message = is === "pass" ? undefined : messageOf(id);
      return `- ${code(id)} (${was}, now ${is})${message === undefined ? "" : `: ${code(message)}`}`;
    });
    return [`**${title}:**`, "", ...lines].join("\n");
  });
  const about = `Contract tests of ${code(baseURL)}, ${startedAt}, compared with ${code(comparison.since)}.`;
  return `${[about, plain(headline(report)), ...lists].join("\n\n")}\n`;
}
