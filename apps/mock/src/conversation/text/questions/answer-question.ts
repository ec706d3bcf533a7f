import { pick, type Random } from "../../../random.js";
import { countTokens } from "../../tokens.js";
import type { Assignment } from "../assignment.js";
import { type Frame, frames } from "../data/question-frames.js";
import { topics } from "../../values/topics.js";
import { bulletList, numberedList } from "../forms/list.js";
import { capitalised, noSubject } from "../subject.js";
import { eventIn, makerIn, reasonIn, type Term, termOf } from "./known.js";
import { type Question, readQuestion } from "./read-question.js";

/** Answers an open question in English as models do: a first sentence that answers, points, an example, a last line. */
export function answerQuestion({ question: text, subject, isBrief }: Assignment, random: Random): string {
  const question = readQuestion(text, subject);
  const { kind, topic, asked } = question;
  const reason = reasonIn(asked);
  if (reason !== undefined) return isBrief ? reason.reason : `${reason.reason}\n\n${reason.more} ${pick(ends, random)}`;
  const fact = makerIn(asked) ?? (kind === "when" ? eventIn(asked) : undefined);
  if (fact !== undefined) return fact;
  const term = termAsked(question, subject);
  if (term !== undefined) {
    if (isBrief) return term.definition;
    return detailed.test(text) ? inDetail(term, random) : explained(term, random);
  }
  const thing = kind === "thing" || kind === "name" ? describedThing(topic) : undefined;
  if (thing !== undefined) return `${thing}\n\n${tableOffer}`;
  return isBrief ? inShort(question, random) : framed(question, random);
}

function termAsked({ kind, topic, asked }: Question, subject: string): Term | undefined {
  if (kind === "thing" || kind === "name" || kind === "works") return termOf(topic) ?? termOf(subject);
  if (kind === "why" || kind === "process") return termOf(topic);
  return kind === "amount" ? termOf(asked.replace(/^what(?:'s| is) /i, "").replace(/[?.!]+$/, "")) : undefined;
}

function explained({ definition, working, example, note, isComputing }: Term, random: Random): string {
  const closing = pick(isComputing ? [...ends, "Would you like to see it in code?"] : ends, random);
  const parts = pick(
    [
      [`${definition} ${working}`, `**Example:** ${example}`, `${note} ${closing}`],
      [
        definition,
        bulletList([`**How it works:** ${working}`, `**Example:** ${example}`, `**Worth knowing:** ${note}`]),
        closing,
      ],
      [`${definition} ${working}`, `> **For example:** ${example}`, `${note} ${closing}`],
    ],
    random,
  );
  const text = parts.join("\n\n");
  return countTokens(text) < fewestTokens
    ? `${text.slice(0, -closing.length)}${pick(checks, random)} ${closing}`
    : text;
}

/** So many that its stream can be seen. */
const fewestTokens = 60;

const checks = [
  "A good test is to explain it to somebody in two sentences: where you get stuck is where to read on.",
  "It is easiest to remember together with the example, so try to find a second one of your own.",
];

const detailed =
  /\b(?:in (?:more |great |full )?(?:detail|depth)|detailed|in-depth|thorough(?:ly)?|comprehensive(?:ly)?|long)\b/i;

function inDetail({ definition, working, example, note }: Term, random: Random): string {
  const fill = (text: string) => text.replaceAll("{it}", "it").replaceAll("{is}", "is");
  return [
    definition,
    `### How it works\n\n${working}`,
    `### Example\n\n${example}`,
    `### Worth knowing\n\n${note}`,
    `### Questions to go on with\n\n${bulletList(frames.thing.items.map(fill))}`,
    `${fill(pick(frames.thing.remarks, random))} ${pick(ends, random)}`,
  ].join("\n\n");
}

/** A planet, a river, a country and the like, with what the tables say of it. */
function describedThing(topic: string): string | undefined {
  for (const { columns, rows } of topics) {
    const [kind = "", ...others] = columns.map((column) => column.replace(/ \(.*\)$/, ""));
    const row = rows.find(([called = ""]) => called.toLowerCase() === topic.toLowerCase());
    if (
      row === undefined ||
      !/^(?:Planet|River|Mountain|Ocean|Language|Fruit|Vegetable|Animal|Sport|Instrument|Element|Country|City)$/.test(
        kind,
      )
    )
      continue;
    const [called, ...cells] = row;
    const units = columns.slice(1).map((column) => / \((.*)\)$/.exec(column)?.[1] ?? "");
    const what = kind === "Language" ? "programming language" : kind.toLowerCase();
    const facts = others.map((other, at) => `**${other}:** ${cells[at] ?? ""} ${units[at] ?? ""}`.trimEnd());
    return `**${called}** is ${/^[aeiou]/.test(what) ? "an" : "a"} ${what}. In short:\n\n${bulletList(facts)}`;
  }
  return undefined;
}

const tableOffer =
  "I can put it into a table with others of its kind, or say more about one of these points. What would you like?";

const ends = [
  "Shall I go into more detail?",
  "Would you like another example?",
  "Let me know if you would like to go deeper into one of these points.",
];

function framed(question: Question, random: Random): string {
  const { openings, items, isNumbered = false, remarks, closings }: Frame = frames[question.kind];
  const fill = (text: string) => fillFrame(text, question);
  const list = isNumbered ? numberedList : bulletList;
  return [
    fill(pick(openings, random)),
    list(items.map(fill)),
    `${fill(pick(remarks, random))} ${fill(pick(closings, random))}`,
    ...(professional.test(question.asked)
      ? ["Where health, law or a lot of money is concerned, please ask a professional as well."]
      : []),
  ].join("\n\n");
}

function inShort(question: Question, random: Random): string {
  const { remarks }: Frame = frames[question.kind];
  return fillFrame(pick(remarks, random), question);
}

const professional =
  /\b(?:medicine|medication|doctor|symptoms?|pregnan\w*|dose|legal|lawyer|contract|tax(?:es)?|invest(?:ing|ment)?|mortgage|loan|diagnos\w+|safe to (?:eat|take|drink))\b/i;

function fillFrame(text: string, { kind, topic, article, isPlural, asked }: Question): string {
  const isShown = topic !== noSubject && topic.split(" ").length <= 8;
  const isThing = kind === "thing" || kind === "name" || kind === "works";
  const shown = !isShown ? (kind === "steps" ? "do that" : "it") : isThing ? `${article}**${topic}**` : topic;
  return text
    .replaceAll("{is}", isPlural && isShown ? "are" : "is")
    .replaceAll("{works}", isPlural && isShown ? "work" : "works")
    .replaceAll("{it}", isPlural && isShown ? "they" : "it")
    .replaceAll(/(?<=\b(?:to|across|explain|recognise) )they\b/g, "them")
    .replaceAll("{S}", () => (shown.startsWith("**") ? `**${capitalised(topic)}**` : capitalised(shown)))
    .replaceAll("{s}", () => shown)
    .replaceAll("{q}", () => capitalised(asked).slice(0, 200));
}
