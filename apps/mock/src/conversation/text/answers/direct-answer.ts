import type { Random } from "../../../random.js";
import type { Assignment } from "../assignment.js";
import { phraseIn } from "../forms/translation.js";
import type { Form } from "../prompt-reading.js";
import { foreignNamesIn } from "../questions/answer-foreign.js";
import { arithmeticIn } from "./arithmetic.js";
import { attachmentsIn, isOnAttachments } from "./attachments.js";
import { chanceIn } from "./chance.js";
import { choiceIn } from "./choice.js";
import { echoOf, repeatedIn } from "./echo.js";
import { solutionIn } from "./equation.js";
import { namedThingsIn } from "./named-things.js";
import { conversionIn, countingIn, primeIn } from "./numbers.js";
import { largerIn, neighbourIn } from "./order.js";
import { capitalIn, weatherIn } from "./places.js";
import { revisedIn } from "./revision.js";
import { smallTalkIn } from "./small-talk.js";
import { supportIn } from "./support.js";
import { textTaskIn } from "./text-tasks.js";
import { topicFactIn } from "./topic-facts.js";

type Answerer = (text: string, assignment: Assignment, random: Random) => string | undefined;

/** In this order: the first that has an answer gives it. */
const beforeForms: Answerer[] = [
  (text, { attachments }) => (text === "" && attachments.length === 0 ? nothingAsked : undefined),
  (text, { attachments }) =>
    attachments.length === 0 && (/^[\p{P}\p{S}\s]+$/u.test(text) || (text.length < 30 && keysAtRandom.test(text)))
      ? notUnderstood
      : undefined,
  (text, { isBare }) => phraseIn(text, isBare),
  (text) => repeatedIn(text) ?? echoOf(text),
  (text) => solutionIn(text),
  (text, { rules }, random) => choiceIn(text, rules, random),
  (text) => textTaskIn(text),
  (text, { forms, isBare, language }, random) =>
    forms.every((form) => form === "bullets")
      ? (namedThingsIn(text, random, isBare) ?? foreignNamesIn(text, language?.code ?? "", random))
      : undefined,
];

const afterForms: Answerer[] = [
  (text, { lastAnswer }) => (wantsShorter.test(text) ? shorter(lastAnswer) : undefined),
  (text, { lastAnswer }) => (wantsOrder.test(text) ? inOrder(lastAnswer) : undefined),
  (text) => (aboutAttachment.test(text) ? noAttachment : undefined),
  (text, { isBare }) => revised(text, isBare),
  (text) => conversionIn(text),
  (text) => countingIn(text),
  (text) => primeIn(text),
  (text) => largerIn(text) ?? neighbourIn(text),
  (text, { isBrief, isBare }) => sum(text, isBrief || isBare),
  (text, { isBare }, random) => chanceIn(text, random, isBare),
  (text, assignment, random) => smallTalkIn(text, assignment, random),
  (_, assignment) => capitalIn(assignment),
  (text, { language }) => (language === undefined ? (supportIn(text) ?? topicFactIn(text)) : undefined),
  (text, { language, isBrief }, random) => (language === undefined ? weatherIn(text, random, isBrief) : undefined),
];

/** The answer to a question that has a plain one, such as a greeting, a sum or “say pong”; undefined for any other. */
export function directAnswer(assignment: Assignment, random: Random): string | undefined {
  const { question, forms } = assignment;
  const text = question.slice(0, 1500).trim();
  const first = answered(beforeForms, text, assignment, random);
  if (first !== undefined) return first;
  if (isOnAttachments(assignment) && forms.every((form) => formsOfAttachments.has(form)))
    return attachmentsIn(assignment, random);
  if (forms.length > 0) return undefined;
  return answered(afterForms, text, assignment, random);
}

function answered(answerers: Answerer[], text: string, assignment: Assignment, random: Random): string | undefined {
  for (const answer of answerers) {
    const given = answer(text, assignment, random);
    if (given !== undefined) return given;
  }
  return undefined;
}

/** Forms in which an attachment is told as in none: a summary of it, a list of what it has. */
const formsOfAttachments = new Set<Form>(["summary", "comparison", "bullets", "table"]);

const wantsShorter =
  /^(?:please )?(?:make (?:it|that|this) )?(?:much |a bit )?(?:shorter|more concise|shorten (?:it|that|this))(?: please)?[.!]?$|^(?:please )?shorten (?:it|that|this)/i;

/** The first half of an answer: of its lines, or of its sentences; one sentence stays. */
function shorter(answer: string): string | undefined {
  const lines = answer.trim().split("\n");
  if (lines.length > 3)
    return lines
      .slice(0, Math.ceil(lines.length / 2))
      .join("\n")
      .trimEnd();
  const sentences = answer.match(/(?:[^.!?]|(?<=\d)\.(?=\d))+[.!?]+(?:\s+|$)/g) ?? [];
  return sentences.length > 0
    ? sentences
        .slice(0, Math.ceil(sentences.length / 2))
        .join("")
        .trimEnd()
    : undefined;
}

const wantsOrder =
  /^(?:please |now |can you )*(?:sort|order|put) (?:them|it|these|those|that|this|the (?:list|items|names))\b/i;

/** The list of the last answer from A to Z; undefined where it has none. */
function inOrder(answer: string): string | undefined {
  const items = answer.split("\n").filter((line) => /^- /.test(line));
  if (items.length < 2) return undefined;
  const key = (item: string) => item.replaceAll(/[*_`-]/g, "").trim();
  return items.sort((a, b) => key(a).localeCompare(key(b), "en")).join("\n");
}

const nothingAsked = "What would you like to talk about? Ask me anything, and I will do my best to help.";
/** Keystrokes of somebody who only tries the field. */
const keysAtRandom =
  /^[a-z ]*(?:asdf|sdfg|dfgh|fghj|ghjk|hjkl|qwer|zxcv|xcvb|(?=[b-df-hj-np-tv-xz]*[jkqxz])[b-df-hj-np-tv-xz]{5})[a-z ]*$/;
const notUnderstood = "I'm not sure what you mean by that. Could you say it in a few words?";
const aboutAttachment =
  /\bthis (?:picture|image|photo|screenshot|file|document|pdf|recording|video)\b|^transcribe (?:this|it)\b/i;
const noAttachment =
  "I can't see an attachment in your message. Please add the picture or file, and I will have a look at it.";

function revised(text: string, isBare: boolean): string | undefined {
  const made = revisedIn(text);
  if (made === undefined || isBare) return made;
  return `Here is a revised version:\n\n> ${made}`;
}

function sum(text: string, isShort: boolean): string | undefined {
  const made = arithmeticIn(text);
  return isShort ? made?.value : made?.sentence;
}
