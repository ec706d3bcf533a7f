import type { Random } from "../../../random.js";
import type { Assignment } from "../assignment.js";
import { aspects } from "../data/aspects.js";
import { itemKinds, steps } from "../data/list-items.js";
import { topicOf } from "../../values/topics.js";
import { cycleOf, filled, repeat, sentencesAbout, shuffled } from "../prose.js";
import { comparisonFor } from "./comparison.js";

export function listFor(assignment: Assignment, random: Random): string {
  const { question, subject } = assignment;
  const all = /\ball (?:the )?\p{L}|^(?:please )?(?:list|name) the \p{L}+(?: (?:in|of|from)\b.*)?[.?!]*$/iu.test(
    question,
  )
    ? topicOf(subject)?.rows.length
    : undefined;
  const items = itemsFor(assignment, countOf(assignment, all ?? 5), random);
  return /\bpros and cons\b/i.test(question) ? comparisonFor(assignment, random) : bulletList(items);
}

export function countOf({ lengths }: Assignment, otherwise: number): number {
  return lengths.items ?? lengths.lines ?? lengths.sentences ?? otherwise;
}

/** The items of a list: known things, or what there is to say, each with a bold lead. */
export function itemsFor(assignment: Assignment, count: number, random: Random): string[] {
  const { question, subject, language, forms } = assignment;
  if (language !== undefined) {
    const points = cycleOf(language.points, random);
    const sentences = sentencesAbout(subject, language, random);
    return repeat(count, () => `**${points()}**${language.gap === "" ? "：" : ": "}${sentences.next()}`);
  }
  const topic = topicOf(subject) ?? topicOf(question);
  if (topic !== undefined && topic.rows.length >= Math.min(count, 3)) {
    const rows = count * 2 >= topic.rows.length ? topic.rows : shuffled(topic.rows, random);
    const [, second = "", third] = topic.columns;
    const note = (column: string, value: string) => {
      const [, what = "", unit = ""] = /^([^(]+?)(?: \((.*)\))?$/.exec(column) ?? [];
      return /^\d/.test(value) ? `${what.toLowerCase()} ${value}${unit === "" ? "" : ` ${unit}`}` : value;
    };
    return repeat(count, (index) => {
      const [name = "", one = "", two = ""] = rows[index % rows.length] ?? [];
      const notes = [note(second, one), ...(third === undefined ? [] : [note(third, two)])];
      return `**${name}** – ${notes.join(", ")}`;
    });
  }
  if (/\b(questions?|faqs?)\b/i.test(question)) return repeat(count, cycleOf(questionsAbout(subject), random));
  if (/\b(?:shopping|grocery|ingredients?|packing)\b/i.test(question)) {
    const goods = /packing/i.test(question) ? packing : groceries;
    return repeat(count, cycleOf(goods, random));
  }
  if (/\bnames\b/i.test(question)) return repeat(count, cycleOf(projectNames, random));
  const kind = itemKinds.find(({ pattern }) => pattern.test(question));
  const isPlan =
    kind === undefined &&
    (forms.includes("numbers") || forms.includes("checklist") || /\b(?:how to|steps?)\b/i.test(question));
  if (kind !== undefined || isPlan) {
    const all = kind?.items ?? steps;
    // Steps keep their order.
    const next = isPlan && count <= all.length ? (index: number) => all[index] ?? "" : cycleOf(all, random);
    return repeat(count, (index) => filled(next(index), { subject, random }));
  }
  const order = cycleOf(aspects, random);
  return repeat(count, () => {
    const { name, text } = order();
    return `**${name}:** ${filled(text, { subject, random })}`;
  });
}

const questionsAbout = (subject: string) => [
  `What surprised people most about ${subject}?`,
  `How has ${subject} changed over the last ten years?`,
  `Which part of ${subject} is easiest to learn?`,
  `Who decides what happens with ${subject}?`,
  `What would a beginner get wrong about ${subject}?`,
  `How could one measure progress with ${subject}?`,
  `What does ${subject} cost in practice?`,
  `Where can one see a good example of ${subject}?`,
];

const groceries = [
  "2 lemons",
  "500 g tomatoes",
  "1 loaf of bread",
  "Olive oil",
  "A bunch of basil",
  "250 g rice",
  "6 eggs",
  "1 l milk",
  "Garlic",
  "Butter",
];

const packing = [
  "Rain jacket",
  "Comfortable shoes",
  "Water bottle",
  "Charger",
  "Passport",
  "Toothbrush",
  "A good book",
  "Sun cream",
  "Warm socks",
  "First-aid kit",
];

const projectNames = [
  "Northlight",
  "Quiet Harbour",
  "Paperbird",
  "Fieldnote",
  "Lanternfish",
  "Open Orchard",
  "Driftline",
  "Copperleaf",
  "Second Window",
  "Bluebridge",
  "Tideway",
  "Meadowmark",
];

export function bulletList(items: string[]): string {
  return items.map((item) => `- ${item}`).join("\n");
}

export function numberedList(items: string[]): string {
  return items.map((item, index) => `${index + 1}. ${item}`).join("\n");
}

/** Two levels; the inner one is indented by as much as Markdown wants under either kind of list. */
export function nestedList(assignment: Assignment, random: Random, isNumbered: boolean): string {
  const count = assignment.lengths.items ?? 3;
  const { subject, language } = assignment;
  const source = sentencesAbout(subject, language, random);
  const leads = cycleOf(language?.points ?? aspects.map(({ name }) => name), random);
  return repeat(count, (index) => {
    const mark = isNumbered ? `${index + 1}.` : "-";
    const indent = " ".repeat(isNumbered ? 3 : 2);
    return [
      `${mark} **${leads()}**`,
      `${indent}- ${source.next()}`,
      `${indent}- ${source.next()}`,
      ...(index === 0 ? [`${indent}  - ${source.next()}`] : []),
    ].join("\n");
  }).join("\n");
}
