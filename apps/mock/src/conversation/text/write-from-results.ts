import { pick, type Random } from "../../random.js";
import type { Assignment } from "./assignment.js";
import { markdownTable } from "./forms/table.js";
import { sentencesAbout } from "./prose.js";
import { capitalised, noSubject } from "./subject.js";

/** Rests an answer on what the caller's functions gave back: a table for rows, a list for members, else the text. */
export function writeFromResults(
  results: { name: string; text: string }[],
  assignment: Assignment,
  random: Random,
): string {
  const shown = results.slice(0, 20).map(({ name, text }) => shownResult(name, text));
  const source = sentencesAbout(assignment.subject, assignment.language, random);
  const lead = pick(["Here is what I found", "This is what came back", "I have looked it up"], random);
  const subject = assignment.subject === noSubject ? "" : ` for ${assignment.subject}`;
  return `${lead}${subject}:\n\n${shown.join("\n\n")}\n\n${assignment.isBrief ? "" : source.next()}`.trimEnd();
}

const longestShown = 2000;

function shownResult(name: string, text: string): string {
  const value = parsed(text);
  const from = name === "" ? "" : ` (from \`${name}\`)`;
  if (Array.isArray(value) && value.length > 0 && value.every(isObject)) {
    const columns = [...new Set(value.slice(0, 10).flatMap((row) => Object.keys(row)))].slice(0, 8);
    return markdownTable(
      columns.map(labelled),
      value.slice(0, 10).map((row) => columns.map((column) => cell(row[column]))),
    );
  }
  if (isObject(value) && Object.keys(value).length > 0) {
    return Object.entries(value)
      .slice(0, 12)
      .map(([key, one]) => `- **${labelled(key)}:** ${cell(one)}`)
      .join("\n");
  }
  const plain = text
    .slice(0, 4 * longestShown)
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, longestShown);
  return plain === "" ? `The call came back empty${from}.` : `> ${plain}${from}`;
}

function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text) || text.length > 200_000) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const labelled = (name: string) =>
  capitalised(
    name
      .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
      .replaceAll(/[_-]+/g, " ")
      .toLowerCase(),
  );

const cell = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).slice(0, 200);
