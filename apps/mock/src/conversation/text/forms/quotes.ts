import { pick, type Random } from "../../../random.js";
import { firstNames } from "../../values/words.js";
import type { Assignment } from "../assignment.js";
import { cycleOf, repeat, sentencesAbout } from "../prose.js";

export function quoteFor({ subject, language, lengths }: Assignment, random: Random): string {
  const source =
    language === undefined ? { next: cycleOf(sayings, random) } : sentencesAbout(subject, language, random);
  const people = cycleOf(firstNames, random);
  return repeat(
    lengths.items ?? 1,
    () => `> ${source.next()}\n>\n> — *${people()} ${pick(["Lindqvist", "Okafor", "Moreau", "Tanaka"], random)}*`,
  ).join("\n\n");
}

/** Words that could be somebody's. */
export const sayings: readonly string[] = [
  "Patience is not waiting; it is knowing what to do in the meantime.",
  "What is done slowly is often done only once.",
  "A small light is enough to find the next step.",
  "Those who ask twice rarely get lost.",
  "Every map leaves something out, and that is where the walk begins.",
  "Simple things stay; the rest needs explaining.",
];
