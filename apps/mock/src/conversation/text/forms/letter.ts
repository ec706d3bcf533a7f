import { pick, type Random } from "../../../random.js";
import { firstNames } from "../../values/words.js";
import type { Assignment } from "../assignment.js";
import { proseOfWords, sentencesAbout } from "../prose.js";
import { capitalised } from "../subject.js";

export function emailFor({ subject, question, lengths, language }: Assignment, random: Random): string {
  const to = /\bto (?:my |the |our |an? )?([\p{L}]+(?: \p{Lu}\p{L}+)?)/u.exec(question)?.[1];
  const name = to !== undefined && /^\p{Lu}/u.test(to) ? to : (to ?? "everyone");
  const body = lengths.words === undefined ? undefined : proseOfWords(lengths.words, { subject, language, random });
  const source = sentencesAbout(subject, language, random);
  const text =
    body ??
    `I hope this message finds you well. I am writing about ${subject}. ${source.next()}\n\n${source.next()} Could we talk about it for fifteen minutes this week? I am free on Tuesday and Thursday after 14:00.`;
  return `**Subject:** ${capitalised(subject)}\n\nDear ${name},\n\n${text}\n\nKind regards,  \n${pick(firstNames, random)}`;
}
