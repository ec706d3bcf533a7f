import type { Random } from "../../../random.js";
import type { Assignment } from "../assignment.js";
import { jsonFor } from "./json.js";

/** Rows of comma-separated values in a fence, with a line of names. */
export function csvFor(assignment: Assignment, random: Random): string {
  const value = jsonFor({ ...assignment, question: `${assignment.question} as a list` }, random);
  const rows = (Array.isArray(value) ? value : [value]) as Record<string, unknown>[]; // jsonFor makes objects
  const names = Object.keys(rows[0] ?? {});
  const lines = [names, ...rows.map((row) => names.map((name) => cellOf(row[name])))].map((cells) => cells.join(","));
  const text = lines.join("\n");
  return assignment.isBare ? text : `\`\`\`csv\n${text}\n\`\`\``;
}

function cellOf(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value ?? "");
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
