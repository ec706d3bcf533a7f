import type { Attachment } from "../attachment.js";
import { type Question, quoteOf } from "./question.js";
import { quoted, showValue, valueIn } from "./write-from-results.js";

const longestQuestion = 600;
const mostDescribed = 8;

/**
 * Says which pictures and files came with a question: by name and kind, and text files by their content. Undefined where
 * none came, or with a question so long that it brings its own text.
 */
export function tellAttachments({ attachments, text }: Question): string | undefined {
  const [first] = attachments;
  if (first === undefined || text.length > longestQuestion) return undefined;
  const lead = text.trim() === "" ? "" : `On “${quoteOf(text)}”: `;
  if (attachments.length === 1) return `${lead}${told(first)}`;
  const each = attachments.slice(0, mostDescribed).map((one, index) => `${index + 1}. ${listed(one)}`);
  const more = attachments.length - each.length;
  const rest = more > 0 ? `\n\nI have left out ${more} more.` : "";
  return `${lead}there are ${attachments.length} attachments:\n\n${each.join("\n")}${rest}`;
}

function told(attachment: Attachment): string {
  const { text } = attachment;
  const lead = `${called(attachment)} is ${noun(attachment)}`;
  if (text === undefined) return `${lead}.`;
  return `${lead} of ${countLines(text)}:\n\n${showValue(rowsIn(attachment, text) ?? valueIn(text)) ?? quoted(text)}`;
}

function listed(attachment: Attachment): string {
  const { text } = attachment;
  if (text === undefined) return `${called(attachment)}: ${noun(attachment)}.`;
  const start = text.trim().split(/\s+/).slice(0, 8).join(" ");
  return `${called(attachment)}: ${noun(attachment)} of ${countLines(text)}, which begins with “${start}”.`;
}

const separators: Record<string, RegExp> = { "text/csv": /[,;]/, "text/tab-separated-values": /\t/ };

/** The rows of a table of values; undefined for what is none, or has quotes that would have to be read. */
function rowsIn({ mediaType = "" }: Attachment, text: string): Record<string, string>[] | undefined {
  const separator = separators[mediaType];
  if (separator === undefined || text.includes('"')) return undefined;
  const lines = text.trim().split(/\r?\n/);
  const [head = [], ...rows] = lines.map((line) => line.split(separator).map((cell) => cell.trim()));
  if (head.length < 2 || rows.length === 0) return undefined;
  return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ""])));
}

function countLines(text: string): string {
  const lines = text.trim().split(/\r?\n/).length;
  return lines === 1 ? "one line" : `${lines} lines`;
}

const called = ({ name, kind }: Attachment) =>
  name === undefined ? (kind === "picture" ? "The picture" : "The file") : `**${name}**`;

const nouns: Record<string, string> = {
  "application/json": "a JSON file",
  "application/pdf": "a PDF document",
  "text/csv": "a CSV file",
  "text/html": "an HTML page",
  "text/markdown": "a Markdown document",
  "text/plain": "a text file",
};

const kinds = { document: "a document", picture: "a picture", recording: "a recording", video: "a video" };

const noun = ({ kind, mediaType = "" }: Attachment) =>
  Object.hasOwn(nouns, mediaType) ? `${nouns[mediaType]}` : kinds[kind];
