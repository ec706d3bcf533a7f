import { readFileSync } from "node:fs";
import { createLinearPattern, type LinearPattern } from "../../patterns/linear-pattern.js";
import { pick, type Random } from "../../random.js";
import { fillGroups } from "../fill-groups.js";
import type { ScriptedReply } from "../scripted-reply.js";
import { inlineTextFiles } from "../text-files.js";
import type { Question } from "./question.js";

/** Replies of the mock's own, in the format of a data file's: `replies/index.json` lists them. */
const folder = new URL("../../../replies/", import.meta.url);

interface Sample {
  pattern: LinearPattern | undefined;
  texts: string[];
}

/** Read when the first one is needed, so that the mock starts sooner. */
let samples: Sample[] | undefined;

/** The sample for a question: the first of the index whose pattern matches; of several texts the chance chooses one. */
export function writeSample({ text, rules }: Question, random: Random): string {
  const read = beginningAndEnd(text);
  const fitting = findSample(read);
  const { pattern, texts } =
    fitting.pattern === undefined && asksForBrevity.test(rules) ? findSample("briefly") : fitting;
  const chosen = pick(texts, random);
  const said = fillGroups(chosen, text, pattern?.match(read));
  return isOfSeveralBlocks.test(chosen) ? `${said}\n\n${pick(readLines("closings.txt"), random)}` : said;
}

const asksForBrevity = /\b(?:brief(?:ly)?|concise(?:ly)?|short|one (?:sentence|line))\b/i;

/** An English text of several blocks can be followed by one more sentence, so that another seed shows. */
const isOfSeveralBlocks = /^[\x20-\x7e“”…]+\n\n/;

const longestStart = 1000;
const longestEnd = 300;

const beginningAndEnd = (text: string) =>
  text.length > longestStart + longestEnd ? `${text.slice(0, longestStart)}\n${text.slice(-longestEnd)}` : text;

function findSample(text: string): Sample {
  samples ??= readSamples();
  const found = samples.find(({ pattern }) => pattern?.test(text) ?? true);
  if (found === undefined) throw new Error("replies/index.json has to end with a reply without a pattern.");
  return found;
}

function readSamples(): Sample[] {
  const { replies } = JSON.parse(read("index.json")) as { replies: ScriptedReply[] }; // a test reads it as a data file
  return replies.map((given) => {
    const { pattern, reply } = inlineTextFiles(given, read);
    return {
      pattern: pattern === undefined ? undefined : createLinearPattern(pattern, { ignoresCase: true }),
      texts: [reply?.text ?? []].flat(),
    };
  });
}

const texts = new Map<string, string>();

function read(file: string): string {
  const text = texts.get(file) ?? readFileSync(new URL(file, folder), "utf8");
  texts.set(file, text);
  return text;
}

/** The lines of a file of sentences. */
export function readLines(file: "closings.txt" | "sentences.txt" | "reasoning.txt"): string[] {
  return read(file).trim().split("\n");
}
