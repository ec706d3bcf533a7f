import { expect, test } from "vitest";
import { computingTerms } from "../src/conversation/text/data/computing-terms.js";
import { generalTerms } from "../src/conversation/text/data/general-terms.js";
import { events, makers, reasons } from "../src/conversation/text/data/known-answers.js";
import type { frames } from "../src/conversation/text/data/question-frames.js";
import { readQuestion } from "../src/conversation/text/questions/read-question.js";
import { tokensOf } from "../src/conversation/tokens.js";
import { assignmentOf, conversation, say, seeds, turn } from "./said.js";

test.each([
  ["What is an API?", /^An \*\*API\*\* \(application programming interface\) is /],
  ["whats an api", /^An \*\*API\*\*/],
  ["Explain recursion", /^\*\*Recursion\*\* is /],
  ["Can you explain how closures work in JavaScript?", /^A \*\*closure\*\* is /],
  ["Explain it like I'm five: what is machine learning?", /^\*\*Machine learning\*\* is /],
  ["Why should I use TypeScript?", /^\*\*TypeScript\*\* is /],
  ["Why is the sky blue?", /blue light/],
  ["Tell me about Jupiter", /^\*\*Jupiter\*\* is a planet\./],
])("what is known is explained: %s", async (prompt, form) => {
  for (const seed of seeds) expect(await say(prompt, {}, seed)).toMatch(form);
});

test.each([
  ["Who wrote Hamlet?", "William Shakespeare"],
  ["who painted the Mona Lisa", "Leonardo da Vinci"],
  ["When did the Berlin Wall fall?", "9 November 1989"],
])("a question for a name or a date gets it: %s", async (prompt, answer) => {
  for (const seed of seeds) expect(await say(prompt, {}, seed)).toContain(`**${answer}**`);
});

test.each([
  ["What is a frobnicator?", /A \*\*frobnicator\*\*|a \*\*frobnicator\*\*/],
  ["How do I learn Spanish?", /learn Spanish[\s\S]*\n1\. \*\*[\s\S]*\n5\. /],
  ["How does a fridge work?", /fridge\*\*[\s\S]*\n1\. /],
  ["Why do birds sing in the morning?", /“Why do birds sing in the morning\?”[\s\S]*direct cause/],
  ["Who founded the town of Nowhere?", /who founded the town of Nowhere/],
  ["How can I improve my handwriting?", /improve your handwriting/],
  ["Should I buy an electric car?", /Speaks for it/],
  ["My printer doesn't print", /\n1\. \*\*What changed\?/],
])("what is not known is taken up in the words of the question: %s", async (prompt, form) => {
  for (const seed of seeds) expect(await say(prompt, {}, seed)).toMatch(form);
});

test("a comparison of two known terms says what each is", async () => {
  expect(await say("What's the difference between TCP and UDP?")).toMatch(/- \*\*TCP\*\* is [\s\S]*- \*\*UDP\*\* is /);
});

test("a question about a known term is answered within the sentences that are asked for", async () => {
  expect(await say("Explain photosynthesis in two sentences")).toMatch(/^\*\*Photosynthesis\*\* is [^.]+\. [^.]+\.$/);
});

test("more detail is given where it is asked for", async () => {
  const short = tokensOf(await say("Explain blockchain")).length;

  expect(tokensOf(await say("Explain blockchain in detail")).length).toBeGreaterThan(1.5 * short);
});

const termLines = [...computingTerms.trim().split("\n"), ...generalTerms.trim().split("\n")];

test.each(termLines.map((line) => [line.split("|")[0]?.split(",")[0] ?? "", line] as const))(
  "the entry of %s has its parts, and its answer 60 to 150 tokens",
  async (name, line) => {
    expect(line.split("|")).toHaveLength(5);
    expect(line).toMatch(/\|[^|]*\*\*[^|]+\*\*/);
    for (const seed of [1, 2, 3]) {
      const { length } = tokensOf(await say(`What is ${name}?`, {}, seed));
      expect(length).toBeGreaterThanOrEqual(60);
      expect(length).toBeLessThanOrEqual(150);
    }
  },
);

test("no name stands for two terms", () => {
  const names = termLines.flatMap((line) => line.split("|")[0]?.split(",") ?? []);

  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test("the entries of makers, events and reasons have their parts", () => {
  for (const [text, parts] of [
    [makers, 4],
    [events, 2],
    [reasons, 3],
  ] as const)
    for (const line of text.trim().split("\n")) expect(line.split("|"), line).toHaveLength(parts);
});

test("every frame gives 60 to 150 tokens whatever it is filled with", async () => {
  const prompts = {
    thing: "What is a very small wooden garden gnome?",
    name: "Tell me about Marie Curie",
    works: "How does a washing machine work?",
    steps: "How do I organise a birthday party for my grandmother?",
    why: "Why do people in my office drink so much coffee on Mondays?",
    who: "Who opened the door?",
    when: "When was the University of Bologna founded?",
    process: "How is cheese made?",
    whatif: "What would happen if the moon disappeared?",
    advice: "Give me advice on job interviews",
    naming: "What should I name my startup?",
    where: "Where can I buy fresh fish?",
    lookup: "Where do penguins live?",
    amount: "How many people live in Lagos?",
    decision: "Should I move?",
    claim: "Can dogs eat chocolate?",
    opinion: "What is your favourite colour?",
    plan: "What should I cook tonight?",
    choice: "Which phone should I get?",
    trouble: "I feel sad today",
    repair: "My computer won't start",
    news: "I just got a new job!",
  } satisfies Record<keyof typeof frames, string>;

  for (const [kind, prompt] of Object.entries(prompts)) {
    expect(readQuestion(prompt, assignmentOf(conversation([turn("user", prompt)])).subject).kind).toBe(kind);
    for (let seed = 0; seed < 20; seed += 1) {
      const text = await say(prompt, {}, seed);
      expect(text).not.toMatch(/[{}]/);
      expect(tokensOf(text).length, text).toBeGreaterThanOrEqual(60);
      expect(tokensOf(text).length, text).toBeLessThanOrEqual(150);
    }
  }
});
