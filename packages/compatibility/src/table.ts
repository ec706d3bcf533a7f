import { type Bundle, bundles, type Tool } from "./tool.ts";
import type { Outcome } from "./try-tool.ts";
import { versionOf } from "./version.ts";

/** The table for the contract's README, one row for each tool. */
export function tableOf(rows: { tool: Tool; outcomes: Record<Bundle, Outcome> }[]): string {
  const lines = rows.map(({ tool, outcomes }) => {
    const cells = bundles.map((bundle) => cellOf(outcomes[bundle], tool.notes?.[bundle]));
    return `| ${tool.name} ${versionOf(tool.package)} | ${tool.makes} | ${cells.join(" | ")} |`;
  });
  return ["| tool | makes | 3.1.1 | 3.2 |", "|---|---|---|---|", ...lines].join("\n");
}

function cellOf({ verdict, reason = "" }: Outcome, note: string | undefined): string {
  if (verdict === "works") return "works";
  return `${verdict}: ${(note ?? reason).replaceAll("|", "\\|")}`;
}

const start = "<!-- tools: written by packages/compatibility -->";
const end = "<!-- end of tools -->";

/** The README with the table between its marks. Throws where the marks are missing. */
export function withTable(readme: string, table: string): string {
  const from = readme.indexOf(start);
  const to = readme.indexOf(end);
  if (from < 0 || to < from) throw new Error(`The README has no place for the table: put ${start} and ${end} into it.`);
  return `${readme.slice(0, from + start.length)}\n\n${table}\n\n${readme.slice(to)}`;
}
