import { pick, type Random } from "../../../random.js";
import type { Assignment } from "../assignment.js";
import { capitalised } from "../subject.js";
import { type CodeLanguage, codeLanguages, codeTasks } from "./code-languages.js";

/** A program as a model sends it: in a fence, with a word before and after unless nothing else is wanted. */
export function writeCode(assignment: Assignment, random: Random): string {
  const { question, subject, isBare, language: spoken, isFollowUp, lastAnswer, previous } = assignment;
  const language =
    codeLanguageOf(question) ??
    codeLanguages.find(({ tag }) => tag === /^```(\w+)/m.exec(lastAnswer)?.[1]) ??
    pick(
      codeLanguages.filter(({ tag }) => tag === "python" || tag === "javascript"),
      random,
    );
  const [task = "default"] =
    [question, ...(isFollowUp ? previous.toReversed() : [])]
      .map((text) => codeTasks.find(([name, pattern]) => pattern.test(text) && name in language.samples))
      .find((found) => found !== undefined) ?? [];
  const name = functionName(spoken === undefined ? subject : "", language.style);
  const runner = task === "test" ? /\b(vitest|jest)\b/i.exec(question)?.[1]?.toLowerCase() : undefined;
  const sample = adapted(language.samples[task] ?? language.samples.default, { question, runner })
    .replaceAll("NAME", name)
    .replaceAll(
      "SUBJECT",
      capitalised(subject)
        .replaceAll(/[^\p{L}\p{N} ,'-]/gu, "")
        .replaceAll(/--+|'/g, ""),
    );
  const fence = `\`\`\`${language.tag}\n${sample}\n\`\`\``;
  if (isBare) return fence;
  if (spoken !== undefined) return `${spoken.lead}\n\n${fence}`;
  const about =
    task === "test" ? "the tests" : task === "hello" ? "a first program" : task === "fizzbuzz" ? "FizzBuzz" : subject;
  const opening = pick(
    [
      `Here is a version in ${language.name} for ${about}:`,
      `This ${language.name} example covers ${about}:`,
      `You could write it like this in ${language.name}:`,
    ],
    random,
  );
  const notes = isProgram(language) && !withoutNotes.has(task) ? programNotes : [lastNote];
  const after = pick(notes, random);
  return `${opening}\n\n${fence}\n\n${after}`;
}

/** The code with what the prompt names: the runner of tests, the number of rows. */
function adapted(sample: string, { question, runner }: { question: string; runner: string | undefined }): string {
  const rows = /\b(?:top|first|last|limit(?: to)?|highest|latest|best) (\d{1,4}|three|five|ten)\b/i.exec(question)?.[1];
  const count = { three: "3", five: "5", ten: "10" }[rows?.toLowerCase() ?? ""] ?? rows;
  const limited = count === undefined ? sample : sample.replace(/\bLIMIT \d+;$/, `LIMIT ${count};`);
  if (runner === undefined) return limited;
  return limited
    .replace(/^(?:import assert|const assert).*\n/m, "")
    .replace(
      /^.*["']node:test["'].*$/m,
      `import { expect, test } from "${runner === "jest" ? "@jest/globals" : runner}";`,
    )
    .replaceAll(/assert\.equal\((.+), (-?\d+)\);/g, "expect($1).toBe($2);");
}

/** Tasks whose code explains itself. */
const withoutNotes = new Set(["test", "regex", "debounce", "git", "palindrome", "factorial", "form", "todo"]);

const isProgram = ({ tag }: CodeLanguage) => !["sql", "html", "css", "yaml", "dockerfile", "tsx", "bash"].includes(tag);

const lastNote = "It is kept short on purpose. Let me know if you would like tests, types or error handling added. 🙂";

const programNotes = [
  "**How it works**\n\n- It reads its input once, from start to end.\n- It returns a new value and leaves the input as it was.\n- Edge cases such as empty input need no special treatment.",
  "A few notes:\n\n1. It has no dependencies.\n2. It runs in linear time for inputs of this size.\n3. To test it, start with an empty input, then try a large one.",
  lastNote,
];

/** The language that a prompt names first; of two at the same place, the one that the list has first. */
export function codeLanguageOf(question: string): CodeLanguage | undefined {
  let first: { language: CodeLanguage; at: number } | undefined;
  for (const language of codeLanguages) {
    const at = language.pattern.exec(question)?.index;
    if (at !== undefined && (first === undefined || at < first.at)) first = { language, at };
  }
  return first?.language;
}

const reserved = new Set(
  "class import for default delete new print if else while do try in is as let var const return switch case break function def end type struct enum main true false null none sum list map set string int".split(
    " ",
  ),
);

const empty = new Set(
  "a an the of for to in on at with and or by that which from is are how my your some any this function script program code snippet class component it".split(
    " ",
  ),
);

/** A name made of a subject's words, as the language writes names. */
function functionName(subject: string, style: CodeLanguage["style"]): string {
  const words = (
    subject
      .normalize("NFD")
      .toLowerCase()
      .match(/[a-z]+/g) ?? []
  )
    .filter((word) => !empty.has(word))
    .slice(0, 3);
  if (/ing$/.test(words[0] ?? "") && words.length > 1) words[0] = verbOf(words[0] ?? "");
  if (words.length === 0 || (words.length === 1 && reserved.has(words[0] ?? ""))) words.unshift("handle");
  if (words.length === 1 && words[0] === "handle") words.push("items");
  if (style === "snake") return words.join("_");
  const pascal = words.map(capitalised).join("");
  return style === "pascal" ? pascal : pascal.charAt(0).toLowerCase() + pascal.slice(1);
}

/** `sorting` as `sort`, `parsing` as `parse`. */
function verbOf(word: string): string {
  const stem = word.slice(0, -3);
  if (stem === "add") return stem;
  if (/([bdgmnprt])\1$/.test(stem)) return stem.slice(0, -1);
  return /(?:[aeiour][csvz]|[^aeiou]at|[bdfgkp]l|[aiu]k|ut)$/.test(stem) ? `${stem}e` : stem;
}
