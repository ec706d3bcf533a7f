import { visible } from "../report/clean.js";
import { labels } from "../report/wording.js";
import type { Grouped, Seen } from "./tally.js";

/** The line that a rule gets when it is first found broken. */
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
    ...(unjudged.backlog > 0 ? [`${unjudged.backlog} passed on unjudged, because the judge could not keep up`] : []),
  ];
  const count = [`${judged} exchanges judged, ${total} of them refused`, ...left].join("; ");
  return [...lines, ...(lines.length > 0 ? [""] : []), `${count}. ${closing(findings)}`, ""].join("\n");
}

const closing = (findings: Grouped[]) =>
  findings.length === 0
    ? "No rule was found broken."
    : `${findings.length} ${findings.length === 1 ? "rule was" : "rules were"} found broken.`;
