import { visible } from "./clean.js";
import type { Report } from "./report.js";

/** The report for programs. What would act on a terminal is written as JSON escapes, which read back as it was. */
export function jsonReport(report: Report): string {
  const text = JSON.stringify(report, undefined, 2);
  return `${text.split("\n").map(visible).join("\n")}\n`;
}
