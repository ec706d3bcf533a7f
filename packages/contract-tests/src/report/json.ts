import type { Report } from "./report.js";

/** The report for programs. */
export function jsonReport(report: Report): string {
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
