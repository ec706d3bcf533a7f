import { type Bundle, bundles, type Tool } from "./tool.ts";
import type { Outcome } from "./try-tool.ts";
import { readVersion } from "./version.ts";

/** Renders the table for the contract's README, one row per tool. */
export function renderTable(rows: { tool: Tool; outcomes: Record<Bundle, Outcome> }[]): string {
  const lines = rows.map(({ tool, outcomes }) => {
    const cells = bundles.map((bundle) => renderCell(outcomes[bundle], tool.notes?.[bundle]));
    return `| ${tool.name} ${readVersion(tool.package)} | ${tool.makes} | ${cells.join(" | ")} |`;
  });
  return ["| tool | makes | 3.1.1 | 3.2 |", "|---|---|---|---|", ...lines].join("\n");
}

function renderCell({ verdict, reason = "" }: Outcome, note: string | undefined): string {
  if (verdict === "works") return "works";
  return `${verdict}: ${(note ?? reason).replaceAll("|", "\\|")}`;
}

const start = "<!-- tools: written by packages/compatibility -->";
const end = "<!-- end of tools -->";

/** Puts the table between the README's marks. Throws if they are missing. */
export function insertTable(readme: string, table: string): string {
  const from = readme.indexOf(start);
  const to = readme.indexOf(end);
  if (from < 0 || to < from) throw new Error(`The README has no place for the table: put ${start} and ${end} into it.`);
  return `${readme.slice(0, from + start.length)}\n\n${table}\n\n${readme.slice(to)}`;
}
