import type { Random } from "../../../random.js";
import type { Assignment } from "../assignment.js";
import { cons, pros } from "../data/aspects.js";
import { cycleOf, repeat, sentencesAbout } from "../prose.js";
import { termOf } from "../questions/known.js";
import { bulletList } from "./list.js";
import { optionsIn, tableFor } from "./table.js";

const boldIn = (text: string) => /\*\*(.+?)\*\*/.exec(text)?.[1];

/** Two things side by side, or what speaks for and against one. */
export function comparisonFor(assignment: Assignment, random: Random): string {
  const { question, subject } = assignment;
  const named = optionsIn(question);
  const terms = named.flatMap((option) => termOf(option) ?? []);
  const areKnown = terms.length === named.length;
  // As the definition writes it: `let`, but `React`.
  const options = areKnown ? terms.map(({ definition }, at) => boldIn(definition) ?? named[at] ?? "") : named;
  if (options.length > 1 && areKnown) {
    return [
      `In short, ${options.map((option) => `**${option}**`).join(" and ")} differ in what they are for:`,
      bulletList(terms.map(({ definition, working }) => `${definition} ${working}`)),
      bulletList(terms.map(({ note }, at) => `**${options[at]} – worth knowing:** ${note}`)),
    ].join("\n\n");
  }
  if (options.length > 1) {
    const sentences = sentencesAbout(subject, undefined, random);
    const table = tableFor(assignment, random);
    return [
      `${options.map((option) => `**${option}**`).join(" and ")} ${options.length > 2 ? "all" : "both"} have their place. Here they are side by side:`,
      table,
      `${sentences.next()} If you tell me what matters most to you, I can make a clearer recommendation.`,
    ].join("\n\n");
  }
  const side = (sentences: readonly string[]) =>
    bulletList(repeat(Math.min(assignment.lengths.items ?? 3, 5), cycleOf(sentences, random)));
  return `### Pros\n\n${side(pros)}\n\n### Cons\n\n${side(cons)}`;
}
