/** Returns each table of a page as its header and the first cells of its rows. */
export function readTables(markdown: string): [header: string, rows: string[]][] {
  return [...markdown.matchAll(/(?:^\|.*\n)+/gm)].map(([table]) => {
    const [header = "", , ...rows] = table.trimEnd().split("\n");
    return [header.slice(2, -2), rows.map((row) => row.split("|")[1]?.trim() ?? "")];
  });
}
