import { pick, type Random } from "../../../random.js";
import { firstNames } from "../../values/words.js";
import type { Assignment } from "../assignment.js";
import { letterForms, letterPurposes } from "../data/letters.js";
import { proseOfWords } from "../prose.js";
import { capitalised, noSubject } from "../subject.js";

/** An email or letter with subject, greeting and signature, for the purpose that the prompt names. */
export function letterFor({ question, subject, lengths, language }: Assignment, random: Random): string {
  const form = letterForms[language?.code ?? "en"];
  const signature = pick(firstNames, random);
  if (language !== undefined && form !== undefined) {
    const clause = /\bdass (.{3,120}?)[.!]?$/iu.exec(question)?.[1];
    const body =
      clause !== undefined && language.code === "de" ? `ich möchte Ihnen mitteilen, dass ${clause}.` : form.body;
    return `**${form.subject}**\n\n${form.greeting}\n\n${body}\n\n${form.closing}  \n${signature}`;
  }
  const { title, text } = contentFor(question, subject);
  const body =
    lengths.words === undefined
      ? text
      : proseOfWords(lengths.words, { subject: title.toLowerCase(), language, random });
  return `**Subject:** ${title}\n\nDear ${recipientIn(question, random)},\n\n${body}\n\nKind regards,  \n${signature}`;
}

function contentFor(question: string, subject: string): { title: string; text: string } {
  const purpose = letterPurposes.find(({ pattern }) => pattern.test(question));
  if (purpose === undefined) {
    const about = subject === noSubject || /\be-?mail|letter\b/i.test(subject) ? "our next steps" : subject;
    return {
      title: capitalised(about),
      text: `I hope this message finds you well. I am writing about ${about}, and I would like to hear what you think.\n\nCould we talk about it for fifteen minutes this week? I am free on Tuesday and Thursday after 14:00.`,
    };
  }
  const object =
    purpose.pattern
      .exec(question)
      ?.groups?.object?.replace(/[.!?]+$/, "")
      .trim() ?? "";
  const fit = object === "" ? purpose.otherwise : object.replace(/^(?:an?|my|our) (?=\p{L})/iu, "the ");
  return { title: capitalised(purpose.title.replace("{x}", fit)), text: purpose.text.replaceAll("{x}", fit) };
}

const groups = /^(?:team|colleagues|everyone|all|customers?|clients?|hiring team|support)$/i;

/** The name that the prompt gives, a group as it is called, and somebody's name for a role such as a manager. */
function recipientIn(question: string, random: Random): string {
  if (/\bcover letter\b|\bjob application\b|\bapply\b/i.test(question)) return "hiring team";
  const named = /\b(?:e-?mail|letter|message|write|reply) to (?:my |the |our |an? )?(\p{L}+(?: \p{Lu}\p{L}+)?)/u.exec(
    question,
  )?.[1];
  if (named !== undefined && /^\p{Lu}/u.test(named)) return named;
  return named !== undefined && groups.test(named) ? named.toLowerCase() : pick(firstNames, random);
}
