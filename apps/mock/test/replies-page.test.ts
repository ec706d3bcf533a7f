import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { codeLanguages } from "../src/conversation/text/code/code-languages.js";
import { languages } from "../src/conversation/text/languages.js";
import { capitalised } from "../src/conversation/text/subject.js";
import { say } from "./said.js";

const page = readFileSync(new URL("../../../docs/mock/replies.md", import.meta.url), "utf8");
/** A prompt, and the reply as an indented block. */
const examples = [...page.matchAll(/^### (.+)\n\n((?: {4}.*\n|\n)+)/gm)].map(([, prompt = "", block = ""]) => ({
  prompt,
  reply: block.trimEnd().replaceAll(/^ {4}/gm, ""),
}));

test.each(examples)("the page shows what the mock says: $prompt", async ({ prompt, reply }) => {
  expect(await say(prompt)).toBe(reply);
});

test("the page has examples and names every language", () => {
  const names = [
    ...codeLanguages.map(({ name }) => name),
    ...languages.map(({ names: [name = ""] }) => capitalised(name)),
  ];

  expect(examples.length).toBeGreaterThan(10);
  expect(names.filter((name) => !page.includes(name))).toEqual([]);
});
