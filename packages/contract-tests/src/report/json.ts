import { visible } from "./clean.js";
import type { Report } from "./report.js";

/** The report for programs. */
export function jsonReport(report: Report): string {
  return jsonText(report);
}

/** A value as JSON with a line break at its end. What would act on a terminal is written as escapes, which read back as it was. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, undefined, 2);
  return `${text.split("\n").map(visible).join("\n")}\n`;
}
