// Over 250 lines: the writers of whole answers share their openings and shapes.
import { pick, type Random } from "../../random.js";
import { countTokens } from "../tokens.js";
import { aspects, cons, pros } from "./aspects.js";
import type { Assignment } from "./assignment.js";
import {
  bulletList,
  itemsFor,
  markdownTable,
  nestedList,
  numberedList,
  optionsIn,
  repeat,
  tableFor,
} from "./blocks.js";
import { writeCode } from "./code.js";
import { directAnswer } from "./direct-answer.js";
import { writeJson } from "./json.js";
import {
  emailFor,
  emojiNote,
  linkList,
  mathFor,
  poemFor,
  quoteFor,
  storyFor,
  summaryFor,
  titlesFor,
  translationFor,
} from "./pieces.js";
import { itineraryFor, recipeFor } from "./plans.js";
import type { Form } from "./prompt-reading.js";
import { countWords, cycleOf, filled, proseOfWords, sentencesAbout } from "./prose.js";
import { showcase } from "./showcase.js";
import { capitalised, noSubject, titled } from "./subject.js";

/**
 * Writes what a model would: the requested forms, in Markdown, about the words of the prompt. Takes time in proportion
 * to its length.
 */
export function writeText(assignment: Assignment, random: Random): string {
  const direct = directAnswer(assignment, random);
  if (direct !== undefined) return direct;
  const text = assignment.forms.length > 0 ? writeForms(assignment, random) : writeProse(assignment, random);
  return assignment.isPlain ? withoutMarks(text) : text;
}

type Writer = (assignment: Assignment, random: Random) => string;

const writers: Record<Form, Writer> = {
  showcase,
  table: tableFor,
  comparison: (assignment, random) => comparisonFor(assignment, random),
  nested: (assignment, random) => nestedList(assignment, random, /\b(?:numbered|ordered)\b/i.test(assignment.question)),
  checklist: (assignment, random) =>
    itemsFor(assignment, countOf(assignment, 5), random)
      .map((item, index) => `- [${index === 0 ? "x" : " "}] ${item}`)
      .join("\n"),
  numbers: (assignment, random) => numberedList(itemsFor(assignment, countOf(assignment, 5), random)),
  bullets: (assignment, random) => listFor(assignment, random),
  code: writeCode,
  json: writeJson,
  headings: (assignment, random) => article(assignment, random),
  recipe: recipeFor,
  itinerary: itineraryFor,
  poem: poemFor,
  title: titlesFor,
  translation: translationFor,
  summary: summaryFor,
  quote: quoteFor,
  math: mathFor,
  emoji: emojiNote,
  links: linkList,
  email: emailFor,
  story: storyFor,
};

/** Forms that are a whole answer by themselves: no word stands before or after them. */
const whole = new Set<Form>([
  "showcase",
  "code",
  "json",
  "poem",
  "title",
  "translation",
  "summary",
  "email",
  "story",
  "headings",
  "comparison",
  "math",
  "emoji",
  "recipe",
  "itinerary",
]);

function writeForms(assignment: Assignment, random: Random): string {
  const { forms, isBare, subject } = assignment;
  const blocks = forms.slice(0, 8).map((form) => writers[form](assignment, random));
  const [first] = forms;
  if (first === undefined || isBare || (forms.length === 1 && whole.has(first))) return blocks.join("\n\n");
  if (assignment.language !== undefined) return [opening(assignment, random), ...blocks].join("\n\n");
  if (whole.has(first)) return blocks.join("\n\n");
  const hasSubject = subject !== noSubject;
  const lead = hasSubject
    ? pick(leads, random).replace("{s}", () => aboutWords(assignment))
    : pick(["Here you are:", "Sure, here is an example:"], random);
  const last = pick(
    [
      "Let me know if you would like more detail on any of these.",
      "Shall I add more, or look at one of these more closely?",
      "",
    ],
    random,
  );
  return [lead, ...blocks, ...(last === "" ? [] : [last])].join("\n\n");
}

const leads = [
  "Here is an overview of {s}:",
  "Sure! This is what I have put together on {s}:",
  "Of course. Here it is, for {s}:",
];

/** The subject, with a word on what came before where the question leans on it. */
function aboutWords({ subject, isFollowUp, earlier }: Assignment): string {
  return isFollowUp && earlier === subject ? `${subject}, as discussed above` : subject;
}

function countOf({ lengths }: Assignment, otherwise: number): number {
  return lengths.items ?? lengths.lines ?? lengths.sentences ?? otherwise;
}

function listFor(assignment: Assignment, random: Random): string {
  const items = itemsFor(assignment, countOf(assignment, 5), random);
  return /\bpros and cons\b/i.test(assignment.question) ? comparisonFor(assignment, random) : bulletList(items);
}

/** Two things side by side, or what speaks for and against one. */
function comparisonFor(assignment: Assignment, random: Random): string {
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

/** A text under headings, with a list in one section; in about as many words as are wanted. */
function article({ subject, lengths, language }: Assignment, random: Random): string {
  const sections = lengths.sections ?? Math.max(3, Math.min(12, Math.round((lengths.words ?? 240) / 120)));
  const title = `# ${titled(subject)}`;
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

function writeProse(assignment: Assignment, random: Random): string {
  const { lengths, subject, language, isBrief } = assignment;
  const { words, sentences, paragraphs, characters, lines } = lengths;
  if (words !== undefined) {
    return words >= 400 && !assignment.isPlain
      ? article(assignment, random)
      : proseOfWords(words, { subject, language, random });
  }
  const source = sentencesAbout(subject, language, random);
  const gap = language?.gap ?? " ";
  if (characters !== undefined) return ofCharacters(characters, source.next, gap);
  if (lines !== undefined) return repeat(lines, source.next).join("\n");
  if (paragraphs !== undefined)
    return repeat(paragraphs, () => repeat(3 + Math.floor(random() * 2), source.next).join(gap)).join("\n\n");
  if (sentences !== undefined)
    return repeat(sentences, (index) => (index === 0 ? opening(assignment, random) : source.next())).join(gap);
  if (isBrief) return opening(assignment, random) + (language === undefined ? "" : gap + source.next());
  return lengthened(pick(language === undefined ? shapes : plainShapes, random)(assignment, random), source.next, gap);
}

/** A first sentence, which takes up what was asked. */
function opening({ subject, earlier, isFollowUp, language, isBrief }: Assignment, random: Random): string {
  if (language !== undefined) return filled(pick(language.openings, random), { subject, random });
  if (isFollowUp && earlier === subject) return filled(pick(returns, random), { subject, random });
  if (isFollowUp && earlier !== undefined)
    return filled(
      pick(turns, random).replaceAll("{earlier}", () => earlier),
      { subject, random },
    );
  return filled(pick(isBrief ? briefOpenings : openings, random), { subject, random });
}

const openings = [
  "A good way to understand {s} is to start with one small example.",
  "There is a short answer about {s}, and there is a longer one that is more useful.",
  "When it comes to {s}, three things matter more than the rest.",
  "Let us look at {s} step by step.",
  "The question about {s} comes up often, and for good reason.",
];

const briefOpenings = [
  "In short, the most useful thing to know about {s} is that small, early steps beat a perfect plan.",
  "For {s}, start small, check the result, and go on from there.",
  "With {s}, the simplest option that works is usually the best one.",
];

const returns = [
  "Coming back to {s}, there is more to say about the details.",
  "As mentioned before, {s} is best taken in small steps, so here is the next one.",
  "Going on from what I said about {s}, the following points matter as well.",
];

const turns = [
  "Much of what I said about {earlier} holds for {s} too, with one difference.",
  "Turning from {earlier} to {s}, the first thing to notice is how much they share.",
];

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

/** The text without the marks of Markdown, line by line. */
function withoutMarks(text: string): string {
  return text
    .replaceAll(/^(?:#{1,6} |> |```\w*$)/gm, "")
    .replaceAll(/\*\*([^*\n]+)\*\*/g, "$1")
    .replaceAll(/^\s*[-*] /gm, "")
    .replaceAll("`", "");
}

/** Rests an answer on what the caller's functions gave back: a table for rows, a list for members, else the text. */
export function writeFromResults(
  results: { name: string; text: string }[],
  assignment: Assignment,
  random: Random,
): string {
  const shown = results.slice(0, 20).map(({ name, text }) => shownResult(name, text));
  const source = sentencesAbout(assignment.subject, assignment.language, random);
  const lead = pick(["Here is what I found", "This is what came back", "I have looked it up"], random);
  const subject = assignment.subject === noSubject ? "" : ` for ${assignment.subject}`;
  return `${lead}${subject}:\n\n${shown.join("\n\n")}\n\n${assignment.isBrief ? "" : source.next()}`.trimEnd();
}

const longestShown = 2000;

function shownResult(name: string, text: string): string {
  const value = parsed(text);
  const from = name === "" ? "" : ` (from \`${name}\`)`;
  if (Array.isArray(value) && value.length > 0 && value.every(isObject)) {
    const columns = [...new Set(value.slice(0, 10).flatMap((row) => Object.keys(row)))].slice(0, 8);
    return markdownTable(
      columns.map(labelled),
      value.slice(0, 10).map((row) => columns.map((column) => cell(row[column]))),
    );
  }
  if (isObject(value) && Object.keys(value).length > 0) {
    return Object.entries(value)
      .slice(0, 12)
      .map(([key, one]) => `- **${labelled(key)}:** ${cell(one)}`)
      .join("\n");
  }
  const plain = text
    .slice(0, 4 * longestShown)
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, longestShown);
  return plain === "" ? `The call came back empty${from}.` : `> ${plain}${from}`;
}

function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text) || text.length > 200_000) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const labelled = (name: string) =>
  capitalised(
    name
      .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
      .replaceAll(/[_-]+/g, " ")
      .toLowerCase(),
  );
const cell = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).slice(0, 200);
