import type { Comparison, Verdict } from "./compare-clients.ts";
import type { Mode } from "./dialect.ts";

interface Row {
  fault: string;
  mode: Mode;
  /** Outcome for each client. */
  cells: string[];
}

/** The comparison as Markdown: the faults that the clients take differently row by row, the others in a sentence. */
export function comparisonMarkdown(
  comparisons: readonly Comparison[],
  { date, versions }: { date: string; versions: readonly string[] },
): string {
  const clients = [...new Set(comparisons.map(({ client }) => client))];
  const rows = rowsOf(comparisons, clients);
  const differing = rows.filter(({ cells }) => new Set(cells).size > 1);
  const alike = rows.filter((row) => !differing.includes(row));
  return `# Faults, client by client

Written by \`pnpm --filter @model-access/compatibility compare-clients\` on ${date}, against \`@model-access/mock\`: ${versions.join(", ")}.

No call is tried again. Deadlines are set to a second where the client has them. What \`streamText\` of \`ai\` tells its callbacks alone counts as thrown. \`whole\`: the reply as it is without the fault. \`typed error\`: of a class of the client's own. \`untyped error\`: another one, such as a bare SyntaxError. \`silent\`: no error, and the reply is empty or cut off. \`hangs\`: neither a reply nor an error within six seconds. Where the interfaces of a client differ, each is named.

${tally(comparisons, clients)}

| fault | reply | ${clients.join(" | ")} |
|---|---|${clients.map(() => "---|").join("")}
${differing.map(({ fault, mode, cells }) => `| \`${fault}\` | ${mode} | ${cells.join(" | ")} |`).join("\n")}

All clients alike:

${[...new Set(alike.map(({ cells }) => cells[0]))].map((cell) => `- ${cell}: ${faultsOf(alike.filter(({ cells }) => cells[0] === cell))}`).join("\n")}
`;
}

function faultsOf(rows: readonly Row[]): string {
  const faults = new Set(rows.map(({ fault }) => fault));
  return [...faults]
    .map((fault) => {
      const modes = rows.filter((row) => row.fault === fault).map(({ mode }) => mode);
      return `\`${fault}\` (${modes.join(", ")})`;
    })
    .join(", ");
}

function rowsOf(comparisons: readonly Comparison[], clients: readonly string[]): Row[] {
  const rows = new Map<string, Row>();
  for (const { fault, mode } of comparisons) {
    const same = comparisons.filter((comparison) => comparison.fault === fault && comparison.mode === mode);
    const cells = clients.map((client) => cellOf(same.filter((comparison) => comparison.client === client)));
    rows.set(`${mode} ${fault}`, { fault, mode, cells });
  }
  return [...rows.values()].sort((a, b) => a.mode.localeCompare(b.mode));
}

const verdicts: readonly Verdict[] = ["whole", "typed error", "untyped error", "silent", "hangs"];

function tally(comparisons: readonly Comparison[], clients: readonly string[]): string {
  const count = (client: string, verdict: Verdict) =>
    comparisons.filter((comparison) => comparison.client === client && comparison.verdict === verdict).length;
  return `| client | ${verdicts.join(" | ")} |
|---|${verdicts.map(() => "---|").join("")}
${clients.map((client) => `| ${client} | ${verdicts.map((verdict) => count(client, verdict)).join(" | ")} |`).join("\n")}`;
}

function cellOf(comparisons: readonly Comparison[]): string {
  const said = new Set(comparisons.map(({ verdict }) => verdict));
  if (said.size <= 1) return [...said].join("");
  return [...said]
    .map((verdict) => {
      const where = comparisons.filter((comparison) => comparison.verdict === verdict).map(({ dialect }) => dialect);
      return `${verdict} (${where.join(", ")})`;
    })
    .join(", ");
}
