import type { Random } from "../../../random.js";
import type { Assignment } from "../assignment.js";
import { cycleOf, repeat } from "../prose.js";
import { capitalised, noSubject, subjectOf, titled } from "../subject.js";
import { numberedList } from "./list.js";

/** One title, or as many as are wanted; for a chat the words that it begins with. */
export function titlesFor(assignment: Assignment, random: Random): string {
  const { question, subject, earlier, lengths, language, forms } = assignment;
  const content = contentOf(question);
  const own = subject === noSubject && earlier !== undefined ? earlier : subject;
  const about = content === undefined ? own : subjectOf(content);
  const isMany = /\b(?:titles|headlines|slogans|taglines|ideas|options|suggestions)\b/i.test(question);
  const isOfChat = /\b(?:chat|conversation|thread|side ?bar)\b/i.test(question) || !/\btitles?\b|line/i.test(question);
  if (language !== undefined && (forms[0] === "title" || !isOfChat)) return foreignTitles(about, assignment, random);
  if (isOfChat && !isMany) return shortTitle(about, lengths.words ?? 6);
  const words = lengths.words ?? 8;
  const count = isMany ? (lengths.items ?? 5) : 1;
  const make = cycleOf(titles, random);
  const title = () =>
    withoutEnd(
      make()
        .replace("{s}", () => titled(about))
        .split(" ")
        .slice(0, Math.max(words, 2))
        .join(" "),
    );
  if (count > 1) return numberedList(repeat(count, title));
  return words < 6 ? shortTitle(about, words) : title();
}

/** Titles in another language: the subject, and what is said of it. */
function foreignTitles(about: string, { language, lengths }: Assignment, random: Random): string {
  const points = cycleOf(language?.points ?? [], random);
  const colon = language?.gap === "" ? "：" : language?.code === "fr" ? " : " : ": ";
  const made = repeat(lengths.items ?? 1, () => `${capitalised(about)}${colon}${points()}`);
  return made.length > 1 ? numberedList(made) : made.join("");
}

/** The text that the title is for, where the prompt brings it: its first line, or what the user says in it. */
function contentOf(question: string): string | undefined {
  const given = /[:\n]\s{0,9}(\S[\s\S]{7,})$/.exec(question)?.[1];
  if (given === undefined) return undefined;
  const said = /^\W*(?:user|human|me|question|prompt|message)\W*:\s*(\S.*)$/im.exec(given)?.[1];
  const [line = ""] = (said ?? given).split("\n");
  return line
    .replace(/^(?:the )?user (?:asks|wants(?: to know)?|says|is asking)(?: about)? /i, "")
    .replaceAll(/^["“'`]|["”'`]$/g, "");
}

/** The words that matter most, as the side bar of a chat shows them. */
function shortTitle(subject: string, words: number): string {
  const plain = subject
    .replace(/^how (?:to|i) |^(?:the question |whether |why |how )/i, "")
    .replaceAll(/[“”]/g, "")
    .replace(/^(?:an?|the|my) /i, "");
  const short = titled(plain).split(" ").slice(0, Math.max(1, words)).join(" ");
  return withoutEnd(short) || "New Chat";
}

const withoutEnd = (title: string) => title.replace(/[:,–]$|:? (?:an?|the|of|to|for|and|in|on|with|by)$/i, "");

const titles = [
  "{s}: A Practical Guide",
  "Understanding {s}",
  "{s} in Plain Words",
  "What Nobody Tells You About {s}",
  "A Fresh Look at {s}",
  "{s}, Step by Step",
  "The Quiet Art of {s}",
  "{s}: First Principles",
];
