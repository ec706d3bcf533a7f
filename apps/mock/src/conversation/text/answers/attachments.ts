import { pick, type Random } from "../../../random.js";
import type { Attachment } from "../../attachment.js";
import type { Assignment } from "../assignment.js";
import { cycleOf } from "../prose.js";

/** Answers on pictures and files: what a file of text holds, and of others what one would expect of their kind. */
export function attachmentsIn({ attachments }: Assignment, random: Random): string | undefined {
  const [first] = attachments;
  if (first === undefined) return undefined;
  const scene = cycleOf(scenes, random);
  if (attachments.length === 1) return `${alone(first, { scene, random })}\n\n${pick(offers[first.kind], random)}`;
  const each = attachments.slice(0, mostDescribed).map((one, index) => `${index + 1}. ${listed(one, scene)}`);
  const more = attachments.length - each.length;
  const rest = more > 0 ? `\n\nI have left out ${more} more.` : "";
  return `You have sent me ${attachments.length} attachments:\n\n${each.join("\n")}${rest}\n\nShall I compare them, or look at one more closely?`;
}

const longestQuestion = 600;

/** True where a question is about what came with it; a longer one brings its own text. */
export const isOnAttachments = ({ attachments, question }: Assignment): boolean =>
  attachments.length > 0 && question.length <= longestQuestion;

const mostDescribed = 8;

const offers: Record<Attachment["kind"], string[]> = {
  picture: ["If you tell me what you are looking for, I can describe that part more closely."],
  document: ["Which part would you like to go into?", "Shall I look for something in it?"],
  recording: ["Shall I summarise it?", "Would you like it with times?"],
  video: ["Shall I go through it scene by scene?"],
};

function alone(attachment: Attachment, { scene, random }: { scene(): string; random: Random }): string {
  const { kind, text } = attachment;
  if (kind === "picture") {
    const what = attachment.name === undefined ? "The picture shows" : `**${attachment.name}** shows`;
    return `${what} ${scene()}. The light is soft and comes from the left, and the colours are mostly **blue, grey and warm brown**. There is no text in it that I could read with certainty.`;
  }
  if (text !== undefined) return told(attachment, text);
  const what = `${called(attachment, "The file")} is ${noun(attachment)}`;
  if (kind === "recording") return `${what}. This is what is said in it:\n\n> ${pick(speeches, random)}`;
  if (kind === "video") return `${what}. It opens on ${scene()}; after that the camera moves slowly closer.`;
  return `${what}. In short:\n\n- It begins with what it is for and whom it concerns.\n- The main part says what is to be done, step by step, and by when.\n- It ends with the names to ask and a date.`;
}

function listed(attachment: Attachment, scene: () => string): string {
  const { kind, text } = attachment;
  const name = called(attachment, kind === "picture" ? "A picture" : "A file");
  if (kind === "picture") return `${name}: ${scene()}.`;
  if (text !== undefined)
    return `${name}: ${noun(attachment)} of ${countLines(text)}, which begins with “${firstWords(text)}”.`;
  return `${name}: ${noun(attachment)}.`;
}

/** Tells what a file of text holds. */
function told(attachment: Attachment, text: string): string {
  const name = called(attachment, "The file");
  const table = tableIn(attachment, text);
  if (table !== undefined) return table.replace("{name}", () => name);
  const members = membersIn(text);
  if (members !== undefined) return `${name} is ${noun(attachment)} ${members}.`;
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const quoted = lines.slice(0, 6).map((line) => `> ${line.trim().slice(0, 300)}`);
  const length = lines.length > quoted.length ? ` It has ${countLines(text)}, and begins so:` : " It says:";
  return `${name} is ${noun(attachment)}.${length}\n\n${quoted.join("\n")}`;
}

const mostRows = 5;

/** The head of a table of values; undefined for what is none, or has quotes that would have to be read. */
function tableIn({ mediaType }: Attachment, text: string): string | undefined {
  const separator = { "text/csv": /[,;]/, "text/tab-separated-values": /\t/ }[mediaType ?? ""];
  if (separator === undefined || text.includes('"')) return undefined;
  const [head, ...rows] = text
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(separator).map((cell) => cell.trim().replaceAll("|", "\\|")));
  if (head === undefined || head.length < 2 || rows.length === 0) return undefined;
  const shown = rows.slice(0, mostRows);
  const lines = [head, head.map(() => "---"), ...shown].map((cells) => `| ${cells.join(" | ")} |`);
  const numbers = head.flatMap(
    (name, at) =>
      spanOf(
        name,
        rows.map((row) => row[at] ?? ""),
      ) ?? [],
  );
  const more = rows.length > shown.length ? `\n\nThese are the first ${shown.length} rows.` : "";
  const spans = numbers.length > 0 ? `\n\n${numbers.slice(0, 4).join("\n")}` : "";
  return `{name} has ${rows.length} ${rows.length === 1 ? "row" : "rows"} and the columns ${listOf(head)}.\n\n${lines.join("\n")}${more}${spans}`;
}

/** The least, the greatest and the sum of a column of numbers. */
function spanOf(name: string, cells: string[]): string | undefined {
  if (cells.some((cell) => !/^-?\d+(?:\.\d+)?$/.test(cell))) return undefined;
  const values = cells.map(Number);
  const sum = Number(values.reduce((total, value) => total + value, 0).toFixed(6));
  return `- **${name}**: from ${Math.min(...values)} to ${Math.max(...values)}, ${sum} in all`;
}

/** The members of a JSON object, or the length of a list. */
function membersIn(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return `with a list of ${value.length} ${value.length === 1 ? "item" : "items"}`;
    if (typeof value === "object" && value !== null)
      return `with the members ${listOf(Object.keys(value).slice(0, 12))}`;
  } catch {
    return undefined; // another kind of text, or one that was cut
  }
  return undefined;
}

function listOf(names: string[]): string {
  const marked = names.map((name) => `\`${name}\``);
  return marked.length < 2 ? marked.join("") : `${marked.slice(0, -1).join(", ")} and ${marked.at(-1)}`;
}

function countLines(text: string): string {
  const lines = text.trim().split(/\r?\n/).length;
  return lines === 1 ? "one line" : `${lines} lines`;
}

const firstWords = (text: string) => text.trim().split(/\s+/).slice(0, 8).join(" ");

const called = ({ name }: Attachment, otherwise: string) => (name === undefined ? otherwise : `**${name}**`);

const nouns: Record<string, string> = {
  "application/json": "a JSON file",
  "application/pdf": "a PDF document",
  "text/csv": "a CSV file",
  "text/html": "an HTML page",
  "text/markdown": "a Markdown document",
  "text/plain": "a text file",
};

const kinds = { document: "a document", picture: "a picture", recording: "a recording", video: "a video" };

function noun({ kind, mediaType = "" }: Attachment): string {
  return Object.hasOwn(nouns, mediaType) ? `${nouns[mediaType]}` : kinds[kind];
}

const scenes = [
  "a lighthouse on a rocky shore, with a calm sea behind it and a few gulls above the roof",
  "a small workshop with a wooden bench, a lamp and tools hanging in rows on the wall",
  "a market street in the morning, with fruit in crates and people talking in front of a bakery",
  "a wooden table by a window, with an open notebook, a cup of tea and a small plant on it",
  "a bridge over a wide river at dusk, with the first lamps lit and a barge passing below",
];

const speeches = [
  "Good morning, this is the workshop. Your bicycle is ready, and you can fetch it any day until six.",
  "Hello, I'm calling about Thursday. Could we meet an hour later? Please let me know.",
];
