import type { Random } from "../../../random.js";
import type { Assignment } from "../assignment.js";
import { cons, pros } from "../data/aspects.js";
import { cycleOf, repeat, sentencesAbout } from "../prose.js";
import { bulletList } from "./list.js";
import { optionsIn, tableFor } from "./table.js";

/** Two things side by side, or what speaks for and against one. */
export function comparisonFor(assignment: Assignment, random: Random): string {
  const { question, subject } = assignment;
  const options = optionsIn(question);
  if (options.length > 1) {
    const sentences = sentencesAbout(subject, undefined, random);
    const table = tableFor(assignment, random);
    return [
      `Both have their place. In short, **${options[0]}** is the safer start, while **${options[1]}** pays off when needs grow.`,
      table,
      `${sentences.next()} If you tell me what matters most to you, I can make a clearer recommendation.`,
    ].join("\n\n");
  }
  const side = (sentences: readonly string[]) =>
    bulletList(repeat(Math.min(assignment.lengths.items ?? 3, 5), cycleOf(sentences, random)));
  return `### Pros\n\n${side(pros)}\n\n### Cons\n\n${side(cons)}`;
}
