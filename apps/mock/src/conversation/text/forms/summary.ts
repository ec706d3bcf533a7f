import type { Random } from "../../../random.js";
import type { Assignment } from "../assignment.js";
import { proseOfWords, repeat, sentencesAbout } from "../prose.js";
import { answerQuestion } from "../questions/answer-question.js";
import { termOf } from "../questions/known.js";
import { bulletList } from "./list.js";

/** The first sentences of the text that is to be summed up, or of what was said before. */
export function summaryFor(assignment: Assignment, random: Random): string {
  const { question, lastAnswer, subject, language, lengths, forms, isBrief, isBare } = assignment;
  const given = /[:\n]\s{0,9}(\S.{40,})$/s.exec(question)?.[1] ?? (question.length > 400 ? question : lastAnswer);
  const sentences = (
    given
      .slice(0, 20_000)
      .replaceAll(/```[\s\S]*?(?:```|$)|^[|#>].*$/gm, " ")
      .match(/(?:[^.!?。！？\n]|(?<=\d)\.(?=\d)){12,400}[.!?。！？]/g) ?? []
  ).map((sentence) =>
    sentence
      .replace(/^\s*(?:[-*]|\d+\.)\s+/, "")
      .replaceAll("**", "")
      .trim(),
  );
  const wanted = lengths.sentences ?? lengths.items ?? (isBrief ? 1 : 3);
  const made = sentencesAbout(subject, language, random);
  const step = Math.max(1, Math.floor(sentences.length / wanted));
  const chosen = sentences.filter((_, index) => index % step === 0).slice(0, wanted);
  if (lengths.words !== undefined) return proseOfWords(lengths.words, { subject, language, random });
  const isGiven = chosen.length > 0 || termOf(subject) !== undefined;
  if (!isGiven && language === undefined && forms.length === 1 && Object.keys(lengths).length === 0)
    return answerQuestion(assignment, random);
  const parts = chosen.length > 0 ? chosen : repeat(wanted, made.next);
  const isList = forms.includes("bullets") || /key (?:points|takeaways)|tl;?dr/i.test(question);
  if (isList) return `**Key points**\n\n${bulletList(parts)}`;
  const text = parts.join(language?.gap ?? " ");
  return isBare || isBrief || language !== undefined || lengths.sentences !== undefined
    ? text
    : `**In short:** ${text}`;
}
