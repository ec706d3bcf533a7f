import type { Random } from "../../../random.js";
import type { Assignment } from "../assignment.js";
import { cycleOf, repeat, sentencesAbout } from "../prose.js";

export function emojiNote(assignment: Assignment, random: Random): string {
  const marks = cycleOf(["🚀", "🌿", "✨", "📌", "🎉", "☕", "🧭", "💡"], random);
  const { subject, language, lengths } = assignment;
  const source = sentencesAbout(subject, language, random);
  return repeat(lengths.sentences ?? lengths.items ?? 4, () => `${marks()} ${source.next()}`).join("\n\n");
}
