import type { Row } from "./measure-in-turn.ts";

/** A column of figures, by name. */
export interface Column {
  title: string;
  unit?: string;
  /** The baseline of a ratio: the first row in the same round, or a requested number. */
  ratioTo?: "first row" | number;
}

/** Renders a table: a header and its rows. */
function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(header), `|${"---|".repeat(header.length)}`, ...rows.map(line)].join("\n");
}

/** Renders rows as a table of their medians, and failures below it. */
export function figuresTable(title: string, columns: readonly Column[], rows: readonly Row[]): string {
  const cells = rows.map((row) => [row.name, ...columns.map((column) => renderCell(row, column, rows))]);
  const failures = rows.flatMap(({ name, failure }) =>
    failure ? [`- Not measured, ${name}: ${failure.replace(/\s+/g, " ")}`] : [],
  );
  return [table([title, ...columns.map((column) => column.title)], cells), ...failures].join("\n\n");
}

function renderCell({ figures, failure }: Row, { title, unit, ratioTo }: Column, [first]: readonly Row[]): string {
  const values = figures[title];
  if (failure !== undefined || values === undefined) return "–";
  if (ratioTo === undefined) return spread(values, (value) => significant(value, unit));
  const baselines = ratioTo === "first row" ? first?.figures[title] : values.map(() => ratioTo);
  const ratios = values.map((value, round) => value / (baselines?.[round] ?? Number.NaN)).filter(Number.isFinite);
  const own = ratioTo === "first row" ? significant(median(values), unit) : "";
  return ratios.length === 0 ? own : spread(ratios, (value) => value.toFixed(2), own);
}

/** Formats the median of the rounds with the lowest and the highest: `16.2 ms (12.1 ms to 49.0 ms)`; or the only value. */
function spread(values: readonly number[], show: (value: number) => string, own = ""): string {
  const [lowest, highest] = [show(Math.min(...values)), show(Math.max(...values))];
  const range = values.length > 1 && lowest !== highest ? `${lowest} to ${highest}` : "";
  const details = [range, own].filter((detail) => detail !== "");
  return [show(median(values)), details.length > 0 ? `(${details.join("; ")})` : ""].join(" ").trimEnd();
}

const largerUnits: Record<string, string> = { µs: "ms", ms: "s" };

/** Formats a value with three significant digits or all integer digits, times in a fitting unit: `9.71 µs`, `1.75 ms`. */
function significant(value: number, unit = ""): string {
  const larger = largerUnits[unit];
  if (larger !== undefined && value >= 1000) return significant(value / 1000, larger);
  const digits = Math.min(3, Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value)))));
  return `${value.toFixed(digits)} ${unit}`.trimEnd();
}

/** Returns the middle value, or the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}
