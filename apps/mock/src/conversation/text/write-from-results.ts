import { isObject, parseJson } from "../json.js";
import { capitalised, quoteOf } from "./question.js";
import { markdownTable } from "./table.js";

/** Rests an answer on what the caller's functions gave back: a table for rows, a list for members, else the text. */
export function writeFromResults(results: { name: string; text: string }[], question: string): string {
  const shown = results.slice(0, mostShown).map(({ name, text }) => shownResult(name, text));
  return [`This came back for “${quoteOf(question)}”:`, ...shown].join("\n\n");
}

const mostShown = 20;
const longestShown = 2000;
const longestRead = 200_000;

function shownResult(name: string, text: string): string {
  const from = name === "" ? "" : ` (from \`${name}\`)`;
  const shown = showValue(valueIn(text));
  return shown ?? (text.trim() === "" ? `The call came back empty${from}.` : `${quoted(text)}${from}`);
}

/** The value of a text of JSON that is an object or a list. */
export const valueIn = (text: string) =>
  /^\s*[[{]/.test(text) && text.length <= longestRead ? parseJson(text) : undefined;

/** Rows as a table, members as a list; undefined for other values. */
export function showValue(value: unknown): string | undefined {
  if (isRows(value)) return tableOf(value);
  if (!isObject(value) || Object.keys(value).length === 0) return undefined;
  const members = Object.entries(value).slice(0, 12);
  const plain = members
    .filter(([, one]) => !isRows(one))
    .map(([key, one]) => `- **${labelled(key)}:**${isObject(one) ? nested(one) : ` ${cell(one)}`}`);
  const tables = members.flatMap(([key, one]) => (isRows(one) ? [`**${labelled(key)}**\n\n${tableOf(one)}`] : []));
  return [...(plain.length > 0 ? [plain.join("\n")] : []), ...tables].join("\n\n");
}

/** A text in one line, as a quotation. */
export function quoted(text: string): string {
  const line = text.slice(0, 4 * longestShown).replaceAll(/\s+/g, " ");
  return `> ${line.trim().slice(0, longestShown)}`;
}

function tableOf(rows: Record<string, unknown>[]): string {
  const columns = [...new Set(rows.slice(0, 10).flatMap((row) => Object.keys(row)))].slice(0, 8);
  return markdownTable(
    columns.map(labelled),
    rows.slice(0, 10).map((row) => columns.map((column) => cell(row[column]))),
  );
}

/** The members of an inner object as a list under its name. */
const nested = (value: Record<string, unknown>) =>
  Object.entries(value)
    .slice(0, 12)
    .map(([key, one]) => `\n  - **${labelled(key)}:** ${cell(one)}`)
    .join("");

const isRows = (value: unknown): value is Record<string, unknown>[] =>
  Array.isArray(value) && value.length > 0 && value.every(isObject);

const labelled = (name: string) =>
  capitalised(
    name
      .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
      .replaceAll(/[_-]+/g, " ")
      .toLowerCase(),
  );

/** A value in a line: lists with commas, `true` and `false` as people say them. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value) && value.every((one) => typeof one !== "object")) return value.join(", ").slice(0, 200);
  return (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).slice(0, 200);
}
