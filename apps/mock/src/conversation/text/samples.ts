import { pick, type Random } from "../../random.js";
import { readReplyFile } from "../../replies-folder.js";
import type { ReasoningRequest } from "../conversation.js";
import { fillGroups } from "../fill-groups.js";
import type { ScriptedReply } from "../scripted-reply.js";
import { type Question, quoteOf } from "./question.js";

interface Sample {
  pattern: RegExp | undefined;
  files: string[];
}

/** Read when the first one is needed, so that the mock starts sooner. */
let samples: Sample[] | undefined;

/** The sample for a question: the first of the index whose pattern matches; of several files the chance chooses one. */
export function writeSample({ text, rules }: Question, random: Random): string {
  const fitting = findSample(beginningAndEnd(text));
  const isBrief = fitting.pattern === undefined && asksForBrevity.test(rules);
  const sample = readReplyFile(pick(isBrief ? findSample("briefly").files : fitting.files, random));
  const said = fillGroups(sample, text, undefined);
  return isOfSeveralBlocks.test(sample) ? `${said}\n\n${pick(readLines("closings.txt"), random)}` : said;
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

/**
 * A test sees that these patterns repeat nothing without a limit but at the beginning of a text, so that the platform's
 * engine is linear too: to compile them for that of users' patterns would take 140 ms of the first reply.
 */
function readSamples(): Sample[] {
  const { replies } = JSON.parse(readReplyFile("index.json")) as { replies: ScriptedReply[] }; // a test reads it as a data file
  return replies.map(({ pattern, reply }) => ({
    pattern: pattern === undefined ? undefined : new RegExp(pattern, "iu"),
    files: [reply?.textFile ?? []].flat(),
  }));
}

const stepsByEffort: Record<string, number> = { none: 0, minimal: 1, low: 2, medium: 4, high: 8, xhigh: 12, max: 16 };

/** The text of the reasoning on a question; empty where none was asked for. */
export function writeReasoning(request: ReasoningRequest | undefined, question: string, random: Random): string {
  const count = request === undefined ? 0 : (stepsByEffort[request.effort] ?? 4);
  if (count === 0) return "";
  const steps = readLines("reasoning.txt");
  const first = Math.floor(random() * steps.length);
  const chosen = Array.from({ length: count }, (_, at) => steps[(first + at) % steps.length]);
  return [`The question is “${quoteOf(question)}”.`, ...chosen].join(" ");
}

export const readLines = (file: "closings.txt" | "sentences.txt" | "reasoning.txt") => readReplyFile(file).split("\n");
