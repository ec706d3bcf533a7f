import { pick, type Random } from "../../../random.js";
import type { Assignment } from "../assignment.js";
import { cycleOf, filled, repeat } from "../prose.js";
import { noSubject, titled } from "../subject.js";
import { numberedList } from "./list.js";

/** One title, or as many as are wanted. */
export function titlesFor({ question, subject, earlier, lengths, language }: Assignment, random: Random): string {
  const about = subject === noSubject && earlier !== undefined ? earlier : subject;
  const words = lengths.words ?? 8;
  if (language !== undefined)
    return filled(pick(language.openings, random), { subject: about, random }).replace(/[.。।]$/u, "");
  const count = lengths.items ?? (/\b(?:titles|headlines|slogans|taglines)\b/i.test(question) ? 5 : 1);
  const make = cycleOf(titles, random);
  const title = () =>
    make()
      .replace("{s}", () => titled(about))
      .split(" ")
      .slice(0, Math.max(words, 2))
      .join(" ")
      .replace(/[:,–]$|:? (?:a|an|the|of|to|for|and|in)$/i, "");
  return count === 1
    ? words < 5 || /\b(?:chat|conversation)\b/i.test(question)
      ? titled(about).split(" ").slice(0, words).join(" ")
      : title()
    : numberedList(repeat(count, title));
}

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
