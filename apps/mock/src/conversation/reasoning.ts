import type { Random } from "../random.js";
import type { ReasoningRequest } from "./conversation.js";
import type { Assignment } from "./text/assignment.js";
import type { Form } from "./text/prompt-reading.js";
import { cycleOf } from "./text/prose.js";

const steps = [
  "What is given is the question itself, so I should not assume more than it says. ",
  "One reading of {s} is more likely than the others, and I will go with that. ",
  "I check the idea against a small case, and it holds. ",
  "There is an exception that I should mention briefly, but it does not change the answer. ",
  "Before I go on, I compare {s} with a case that I know well. ",
  "The order of the points matters: what is certain comes first. ",
  "I could go into more detail on {s}, but that would make the answer harder to read. ",
  "A concrete example will help more than a definition. ",
  "Nothing here contradicts what was said before. ",
  "Let me make sure that I answer what was asked about {s}, and not something close to it. ",
  "That leaves the wording, which should be plain. ",
  "I look at {s} from the other side as well, to see whether I missed something. ",
];

const plans: Partial<Record<Form, string>> = {
  table: "A table is wanted, so I need columns that tell the rows apart. ",
  bullets: "A list is wanted: short items, each with its own point. ",
  numbers: "The steps should be numbered and follow each other. ",
  nested: "The list has two levels, so I group the points first. ",
  code: "Code is wanted. It should be short, run as it is, and handle empty input. ",
  json: "The answer has to be valid JSON, so I settle the members first. ",
  poem: "A poem needs a rhythm before it needs words. ",
  translation: "I look for the natural phrase, not the literal one. ",
  summary: "I pick out the main points and leave the rest. ",
  headings: "I outline the sections before I write them. ",
  math: "I write the formula down first and then say what it means. ",
};

/** The number of reasoning steps for each effort. */
const stepsByEffort: Record<string, number> = { none: 0, minimal: 1, low: 2, medium: 4, high: 8, xhigh: 12, max: 16 };

/** The text of the reasoning, on what is asked; empty where none was asked for. */
export function writeReasoning(request: ReasoningRequest | undefined, assignment: Assignment, random: Random): string {
  const count = request === undefined ? 0 : (stepsByEffort[request.effort] ?? 4);
  if (count === 0) return "";
  const { subject, forms, lengths, isFollowUp, earlier } = assignment;
  const next = cycleOf(steps, random);
  const chosen = Array.from({ length: count }, () => next().replace("{s}", () => subject));
  const back = isFollowUp && earlier !== undefined ? `It goes back to ${earlier}. ` : "";
  const plan = forms.map((form) => plans[form] ?? "").join("");
  const length = lengths.words === undefined ? "" : `It should have ${lengths.words} words. `;
  return `The question is about ${subject}. ${back}${plan}${length}${chosen.join("")}`.trimEnd();
}
