import { pick, type Random } from "../random.js";
import type { ReasoningRequest } from "./conversation.js";
import { topicOf } from "./prose.js";

const steps = [
  "First I collect what the question gives. ",
  "Then I look for what it leaves out. ",
  "One reading is more likely than the other. ",
  "I check that against a small case. ",
  "The small case agrees. ",
  "What is left is to say it plainly. ",
];

/** How many steps an effort is worth; more effort, more steps. */
const stepsByEffort: Record<string, number> = { none: 0, minimal: 1, low: 2, medium: 4, high: 8, xhigh: 12, max: 16 };

/** The text of the reasoning; empty where none was asked for. */
export function writeReasoning(request: ReasoningRequest | undefined, question: string, random: Random): string {
  const count = request === undefined ? 0 : (stepsByEffort[request.effort] ?? 4);
  if (count === 0) return "";
  const chosen = Array.from({ length: count }, () => pick(steps, random));
  return `The question is about ${topicOf(question)}. ${chosen.join("")}`.trimEnd();
}
