import type { Random } from "../../../random.js";
import type { Assignment } from "../assignment.js";
import { aspects } from "../data/aspects.js";
import { countWords, cycleOf, proseOfWords, repeat } from "../prose.js";
import { capitalised, titled } from "../subject.js";

/** A text under headings, with a list in one section; in about as many words as are wanted. */
export function article({ subject, lengths, language }: Assignment, random: Random): string {
  const sections = lengths.sections ?? Math.max(3, Math.min(12, Math.round((lengths.words ?? 240) / 120)));
  const title = `# ${language === undefined ? titled(subject) : capitalised(subject)}`;
  const headings = cycleOf(language?.points ?? aspects.map(({ name }) => name), random);
  const heads = repeat(sections, (index) => (index % 5 === 4 ? `### ${headings()}` : `## ${headings()}`));
  const headed = countWords([title, ...heads].join(" "));
  const total = lengths.words ?? sections * 55 + headed;
  const each = Math.floor((total - headed) / sections);
  const rest = total - headed - each * sections;
  const bodies = heads.map((heading, index) => {
    const words = Math.max(1, each + (index === 0 ? rest : 0));
    return `${heading}\n\n${proseOfWords(words, { subject, language, random })}`;
  });
  return [title, ...bodies].join("\n\n");
}
