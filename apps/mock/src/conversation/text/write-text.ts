import { pick, type Random } from "../../random.js";
import { isOnAttachments } from "./answers/attachments.js";
import { directAnswer } from "./answers/direct-answer.js";
import { exactEchoOf } from "./answers/echo.js";
import type { Assignment } from "./assignment.js";
import { codeRemarksFor } from "./code/review-code.js";
import { writeCode } from "./code/write-code.js";
import { article } from "./forms/article.js";
import { comparisonFor } from "./forms/comparison.js";
import { diagramFor } from "./forms/diagram.js";
import { itineraryFor } from "./forms/itinerary.js";
import { csvFor, writeJson } from "./forms/json.js";
import { letterFor } from "./forms/letter.js";
import { linkList } from "./forms/links.js";
import { countOf, itemsFor, listFor, nestedList, numberedList } from "./forms/list.js";
import { mathFor } from "./forms/math.js";
import { poemFor } from "./forms/poem.js";
import { postFor } from "./forms/post.js";
import { quoteFor } from "./forms/quotes.js";
import { recipeFor } from "./forms/recipe.js";
import { showcase } from "./forms/showcase.js";
import { storyFor } from "./forms/story.js";
import { summaryFor } from "./forms/summary.js";
import { tableFor } from "./forms/table.js";
import { titlesFor } from "./forms/titles.js";
import { translationFor } from "./forms/translation.js";
import type { Form } from "./prompt-reading.js";
import { cycleOf, repeat, sentencesAbout } from "./prose.js";
import { writeProse } from "./prose-answer.js";
import { noSubject } from "./subject.js";

/**
 * Writes what a model would: the requested forms, in Markdown, about the words of the prompt. Takes time in proportion
 * to its length.
 */
export function writeText(assignment: Assignment, random: Random): string {
  const echo = exactEchoOf(assignment.question);
  if (echo !== undefined) return echo;
  const ofText =
    !isOnAttachments(assignment) &&
    assignment.forms.some((form) => form === "summary" || form === "translation" || form === "json");
  const direct = (ofText ? undefined : codeRemarksFor(assignment.question, random)) ?? directAnswer(assignment, random);
  if (direct !== undefined) return direct;
  const text = assignment.forms.length > 0 ? writeForms(assignment, random) : writeProse(assignment, random);
  return assignment.isPlain ? withoutMarks(text) : text;
}

export type Writer = (assignment: Assignment, random: Random) => string;

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
  email: letterFor,
  diagram: diagramFor,
  post: postFor,
  csv: csvFor,
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
  "diagram",
  "post",
  "csv",
]);

function writeForms(assignment: Assignment, random: Random): string {
  const { forms, isBare, subject } = assignment;
  const blocks = forms.slice(0, 8).map((form) => writers[form](assignment, random));
  const [first] = forms;
  if (first === undefined || isBare || (forms.length === 1 && whole.has(first))) return blocks.join("\n\n");
  if (assignment.language !== undefined) return [assignment.language.lead, ...blocks].join("\n\n");
  if (whole.has(first)) return blocks.join("\n\n");
  const hasSubject = subject !== noSubject;
  const restated = restatedIn(assignment.question);
  const lead =
    restated !== undefined
      ? `Here ${restated}:`
      : hasSubject
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

/** Repeats what was asked for, in its own words: `are 3 ideas for a party`, `is a table of rivers`. */
function restatedIn(question: string): string | undefined {
  const [, request] =
    /^(?:please |can you |could you )*(?:give|list|name|write|show|suggest|tell|share|create|make|generate|draw)(?: me| us)? ((?:\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|some|a few) [\p{L}\p{N} '’-]{3,60})[.?!]*$/iu.exec(
      question.trim(),
    ) ?? [];
  const asked = request?.replace(/ and (?:say|tell|explain|give|why)\b.*$/i, "");
  if (asked === undefined || / (?:that|which|with|using|as|without|in) /i.test(asked)) return undefined;
  return /^(?:an?|one|1) (?!few)/i.test(asked) ? `is ${asked}` : `are ${asked}`;
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

function emojiNote(assignment: Assignment, random: Random): string {
  const marks = cycleOf(["🚀", "🌿", "✨", "📌", "🎉", "☕", "🧭", "💡"], random);
  const { question, subject, language, lengths } = assignment;
  if (/\b(?:single|one|an|only|just) emojis?\b|\bemojis? only\b/i.test(question)) return marks();
  const source = sentencesAbout(subject, language, random);
  return repeat(lengths.sentences ?? lengths.items ?? 4, () => `${marks()} ${source.next()}`).join("\n\n");
}

/** The text without the marks of Markdown, line by line. */
function withoutMarks(text: string): string {
  return text
    .replaceAll(/^(?:#{1,6} |> |```\w*$)/gm, "")
    .replaceAll(/\*\*([^*\n]+)\*\*/g, "$1")
    .replaceAll(/^\s*[-*] /gm, "")
    .replaceAll("`", "");
}
