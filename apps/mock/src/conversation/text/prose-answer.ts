import { pick, type Random } from "../../random.js";
import { countTokens } from "../tokens.js";
import type { Assignment } from "./assignment.js";
import { article } from "./forms/article.js";
import { bulletList, itemsFor, numberedList } from "./forms/list.js";
import { countWords, filled, proseOfWords, repeat, sentencesAbout } from "./prose.js";
import { answerForeignQuestion } from "./questions/answer-foreign.js";
import { answerQuestion } from "./questions/answer-question.js";
import { termOf } from "./questions/known.js";
import { capitalised } from "./subject.js";
import type { Writer } from "./write-text.js";

export function writeProse(assignment: Assignment, random: Random): string {
  const { lengths, subject, language, isBrief, isFollowUp } = assignment;
  const { words, sentences, paragraphs, characters, lines } = lengths;
  if (words !== undefined) {
    return words >= 400 && !assignment.isPlain ? article(assignment, random) : ofWords(words, assignment, random);
  }
  const source = sentencesAbout(subject, language, random);
  const gap = language?.gap ?? " ";
  if (characters !== undefined) return ofCharacters(characters, source.next, gap);
  if (lines !== undefined) return repeat(lines, source.next).join("\n");
  if (paragraphs !== undefined)
    return repeat(paragraphs, () => repeat(3 + Math.floor(random() * 2), source.next).join(gap)).join("\n\n");
  if (sentences !== undefined)
    return repeat(sentences, (index) =>
      index === 0 && !isKnown(assignment) ? opening(assignment, random) : source.next(),
    ).join(gap);
  if (language === undefined && !isFollowUp) return answerQuestion(assignment, random);
  const foreign = isBrief ? undefined : answerForeignQuestion(assignment, random);
  if (foreign !== undefined) return foreign;
  if (isBrief) return opening(assignment, random) + (language === undefined ? "" : gap + source.next());
  return lengthened(pick(language === undefined ? shapes : plainShapes, random)(assignment, random), source.next, gap);
}

/** So many words, of which the first say what they are about where there is room for that. */
function ofWords(words: number, assignment: Assignment, random: Random): string {
  const { subject, language } = assignment;
  const first =
    language === undefined && words >= 12 && words < 100 && !isKnown(assignment)
      ? opening({ ...assignment, isBrief: true }, random)
      : "";
  const left = words - countWords(first);
  if (first === "" || left < 0) return proseOfWords(words, { subject, language, random });
  return left === 0 ? first : `${first} ${proseOfWords(left, { subject, language, random })}`;
}

const isKnown = ({ subject, language }: Assignment) => language === undefined && termOf(subject) !== undefined;

/** A first sentence, which takes up what was asked. */
export function opening(assignment: Assignment, random: Random): string {
  const { question, subject, earlier, isFollowUp, language, isBrief } = assignment;
  if (language !== undefined) {
    const isQuestion = /[?？؟]\s*$/.test(question) && question.length < 120 && !isFollowUp;
    const fitting = language.openings.filter((text) => text.includes("{q}") === isQuestion);
    const first = pick(fitting, random).replace("{q}", () => question.trim());
    return filled(first, { subject, random });
  }
  if (isFollowUp && earlier === subject) return filled(pick(returns, random), { subject, random });
  if (isFollowUp && earlier !== undefined)
    return filled(
      pick(turns, random).replaceAll("{earlier}", () => earlier),
      { subject, random },
    );
  return filled(pick(isBrief ? briefOpenings : openings, random), { subject, random });
}

const openings = [
  "The best way into {s} is a small example.",
  "There is a short answer about {s}, and a longer one that is more useful.",
  "When it comes to {s}, three things matter more than the rest.",
  "Let us look at {s} step by step.",
  "Questions about {s} come up often, and for good reason.",
];

const briefOpenings = [
  "In short, the most useful thing to know about {s} is that small, early steps beat a perfect plan.",
  "For {s}, start small, check the result, and go on from there.",
  "With {s}, the simplest option that works is usually the best one.",
];

const returns = [
  "Let me add a few more points about {s}.",
  "There is more to say about {s}, so here is the next part.",
  "Going on with {s}, these points matter as well.",
];

const turns = ["The way we looked at {earlier} works for {s} too.", "Let us turn from {earlier} to {s}."];

/** The shapes of an answer that is asked for in no form: 60 to 150 tokens of Markdown. */
const shapes: Writer[] = [
  (assignment, random) => {
    const source = sentencesAbout(assignment.subject, assignment.language, random);
    const gap = assignment.language?.gap ?? " ";
    return `${opening(assignment, random)}${gap}${repeat(2, source.next).join(gap)}\n\n${emphasised(source.next())}${gap}${repeat(2, source.next).join(gap)}`;
  },
  (assignment, random) => {
    const { subject, language } = assignment;
    const source = sentencesAbout(subject, language, random);
    return `${opening(assignment, random)}\n\n${bulletList(itemsFor({ ...assignment, question: "" }, 3, random))}\n\n${source.next()}${language?.gap ?? " "}${source.next()}`;
  },
  (assignment, random) => {
    const { subject, language } = assignment;
    const source = sentencesAbout(subject, language, random);
    return `${opening(assignment, random)}${language?.gap ?? " "}${source.next()}\n\n${numberedList(itemsFor({ ...assignment, question: "" }, 3, random))}\n\n${source.next()}`;
  },
  (assignment, random) => {
    const { subject, language } = assignment;
    const source = sentencesAbout(subject, language, random);
    const gap = language?.gap ?? " ";
    return `${opening(assignment, random)}${gap}${repeat(2, source.next).join(gap)}\n\n> ${source.next()}\n\n${repeat(2, source.next).join(gap)}${language === undefined ? " Would you like an example? 🙂" : ""}`;
  },
];

/** Those that say nothing twice where there is little to say. */
const plainShapes: Writer[] = [
  ...shapes.filter((_, index) => index === 0 || index === 3),
  (assignment, random) => `${opening(assignment, random)}\n\n${bulletList(itemsFor(assignment, 4, random))}`,
];

const fewestTokens = 60;

/** Long enough that its stream can be seen. */
function lengthened(text: string, next: () => string, gap: string): string {
  let long = text;
  let separator = "\n\n";
  for (let tries = 0; tries < 12 && countTokens(long) < fewestTokens; tries += 1) {
    const sentence = next();
    if (long.includes(sentence.slice(0, -1))) continue;
    long += separator + sentence;
    separator = gap;
  }
  return long;
}

/** The first words in bold, as models set what matters. */
function emphasised(sentence: string): string {
  const [head = "", ...rest] = sentence.split(", ");
  if (rest.length > 0 && head.length < 60) return `**${head}**, ${rest.join(", ")}`;
  // A mark between a full stop and a letter would not end the emphasis.
  return sentence.replace(/^(.*?)([.!?。！？।]?)$/su, "**$1**$2");
}

function ofCharacters(most: number, next: () => string, gap: string): string {
  let text = next();
  for (let sentence = next(); text.length + gap.length + sentence.length <= most; sentence = next())
    text += gap + sentence;
  if (text.length <= most) return text;
  const cut = text.slice(0, Math.max(1, most - 1));
  const space = cut.lastIndexOf(" ");
  return `${capitalised(space > 0 ? cut.slice(0, space) : cut).replace(/[,;:.]$/, "")}.`.slice(0, most);
}
