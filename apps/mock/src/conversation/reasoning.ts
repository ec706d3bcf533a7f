import type { Random } from "../random.js";
import type { ReasoningRequest } from "./conversation.js";
import { quoteOf } from "./text/question.js";
import { readLines } from "./text/samples.js";

const stepsByEffort: Record<string, number> = { none: 0, minimal: 1, low: 2, medium: 4, high: 8, xhigh: 12, max: 16 };

export function writeReasoning(request: ReasoningRequest | undefined, question: string, random: Random): string {
  const count = request === undefined ? 0 : (stepsByEffort[request.effort] ?? 4);
  if (count === 0) return "";
  const steps = readLines("reasoning.txt");
  const first = Math.floor(random() * steps.length);
  const chosen = Array.from({ length: count }, (_, at) => steps[(first + at) % steps.length]);
  return [`The question is “${quoteOf(question)}”.`, ...chosen].join(" ");
}
