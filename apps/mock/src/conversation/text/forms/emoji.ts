import type { Random } from "../../../random.js";
import type { Assignment } from "../assignment.js";
import { cycleOf, repeat, sentencesAbout } from "../prose.js";

export function emojiNote(assignment: Assignment, random: Random): string {
  const marks = cycleOf(["🚀", "🌿", "✨", "📌", "🎉", "☕", "🧭", "💡"], random);
  const { question, subject, language, lengths } = assignment;
  if (/\b(?:single|one|an|only|just) emojis?\b|\bemojis? only\b/i.test(question)) return marks();
  const source = sentencesAbout(subject, language, random);
  return repeat(lengths.sentences ?? lengths.items ?? 4, () => `${marks()} ${source.next()}`).join("\n\n");
}
