/** A table: a header and its rows. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(header), `|${"---|".repeat(header.length)}`, ...rows.map(line)].join("\n");
}

/** The median of the rounds with the lowest and the highest: `16 ms (12 to 49)`. */
export function spread(values: readonly number[], { digits, unit = "" }: { digits: number; unit?: string }): string {
  const [middle, lowest, highest] = [median(values), Math.min(...values), Math.max(...values)];
  return `${middle.toFixed(digits)}${unit && ` ${unit}`} (${lowest.toFixed(digits)} to ${highest.toFixed(digits)})`;
}

/** The ratio to the baseline of the same round, and the median itself: `2.3 (2.0 to 2.6; 36 µs)`. */
export function ratio(
  values: readonly number[],
  baseline: readonly number[],
  { digits, show }: { digits: number; show: (middle: number) => string },
): string {
  const ratios = spread(divideByRound(values, baseline), { digits });
  return ratios.replace(/\)$/, `; ${show(median(values))})`);
}

/** Each value as a ratio to that of the same round. */
function divideByRound(values: readonly number[], baseline: readonly number[]): number[] {
  return values.map((value, round) => value / (baseline[round] ?? Number.NaN));
}

/** The middle value; of an even number of values the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}
