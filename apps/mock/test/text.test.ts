import { expect, test } from "vitest";
import { compose } from "../src/conversation/compose.js";
import { conversation, turn } from "./said.js";

test("a default reply is of 60 to 150 tokens, whatever is asked", async () => {
  const prompts = [
    "Tell me about tides.",
    "Why is the sky blue?",
    "Explain gravity",
    "I feel sad today",
    "x",
    "What should I cook tonight?",
    "How do vaccines work?",
    "Who built the first sundial?",
    "Describe the history of the printing press in Europe and of those who built the first machines for it",
  ];
  for (const prompt of prompts) {
    for (let seed = 0; seed < 30; seed += 1) {
      const { text } = await compose(conversation([turn("user", prompt)]), { seed });
      expect(text.length, text.join("")).toBeGreaterThanOrEqual(60);
      expect(text.length, text.join("")).toBeLessThanOrEqual(150);
    }
  }
});

test("reasoning thinks about what is asked", async () => {
  const { reasoning } = await compose(
    conversation([turn("user", "Make a table of the planets")], {
      reasoning: { effort: "high", summary: undefined, budgetTokens: undefined },
    }),
    { seed: 1 },
  );

  expect(reasoning.join("")).toContain("“Make a table of the planets”");
});

test("citations have titles on the subject and addresses kept for examples", async () => {
  const { citations, text } = await compose(
    conversation([turn("user", "Tell me about volcanoes")], { webSearch: true }),
    { seed: 1 },
  );
  const whole = text.join("");

  expect(citations.length).toBeGreaterThan(1);
  for (const { url, title, start, end } of citations) {
    expect(new URL(url).hostname).toMatch(/(^|\.)example\.(com|org|net)$/);
    expect(title).toContain("Volcanoes");
    expect(whole.slice(start, end)).toMatch(/^\S.*\S$/);
  }
});

test("East Asian text streams in small pieces", async () => {
  const { text } = await compose(conversation([turn("user", "日本の桜について教えてください")]), { seed: 1 });

  expect(Math.max(...text.map((piece) => [...piece.trim()].length))).toBeLessThanOrEqual(8);
  expect(text.length).toBeGreaterThanOrEqual(40);
});
