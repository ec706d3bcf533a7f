import { visible } from "../report/clean.js";
import { labels } from "../report/wording.js";
import type { Grouped, Seen } from "./tally.js";

export function newFindingLine({ outcome, rule, call, message }: Grouped): string {
  return `${labels[outcome].padEnd(5)} ${rule}  ${visible(`${call}: ${message}`)}\n`;
}

/** Says at the end of a watch which rules were broken how often, then how much was seen. */
export function closingLines({ findings, judged, unjudged, statuses }: Seen): string {
  const lines = findings.map(
    ({ outcome, rule, count, message }) =>
      `${labels[outcome].padEnd(5)} ${String(count).padStart(6)}  ${rule}  ${visible(message)}`,
  );
  const refused = [...statuses.values()].filter(({ status }) => Number(status) >= 400);
  const total = refused.reduce((sum, { count }) => sum + count, 0);
  const left = [
    ...(unjudged.sample > 0 ? [`${unjudged.sample} left out by --sample`] : []),
    ...(unjudged.backlog > 0 ? [`${unjudged.backlog} forwarded without a verdict because judging fell behind`] : []),
  ];
  const exchanges = `${judged} ${judged === 1 ? "exchange" : "exchanges"}`;
  const count = [`Judged ${exchanges}, ${total} with an error status`, ...left].join("; ");
  return [...lines, ...(lines.length > 0 ? [""] : []), `${count}. ${brokenRules(findings.length)}`, ""].join("\n");
}

/** Says how many rules are broken, on the terminal and on the page. */
export const brokenRules = (count: number) =>
  count === 0 ? "No rule is broken." : `${count} ${count === 1 ? "rule is" : "rules are"} broken.`;
