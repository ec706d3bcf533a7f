/** A table in Markdown. Bars in a cell are escaped, so that it stays one cell. */
export function markdownTable(columns: string[], rows: string[][]): string {
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => cell.replaceAll(/\s*\n\s*/g, " ").replaceAll("|", "\\|")).join(" | ")} |`;
  const cells = rows.map((row) => line(columns.map((_, at) => row[at] ?? "")));
  return [line(columns), line(columns.map(() => "---")), ...cells].join("\n");
}
