import { expect, test } from "vitest";
import { compose } from "../src/conversation/compose.js";
import { conversation, fencesIn, turn } from "./said.js";

/** The answer to the last of some questions; each one before has been answered. */
async function sayLast(...questions: string[]): Promise<string> {
  const turns = [];
  for (const question of questions) {
    turns.push(turn("user", question));
    const { text } = await compose(conversation([...turns]), { seed: 1 });
    turns.push(turn("assistant", text.join("")));
  }
  return turns.at(-1)?.text ?? "";
}

test("more of a list is a list of that kind and number", async () => {
  const text = await sayLast("Give me 3 names for a coffee shop", "5 more");

  expect(text).toContain("5 more names for a coffee shop");
  expect(text.match(/^- /gm)).toHaveLength(5);
});

test.each([
  ["Tell me a joke", "Another one", /[?!.💸🐛😴🍻🌳]/u],
  ["Erzähl mir einen Witz", "Noch einen", /Programmierer/],
  ["Raconte-moi une blague", "Encore une", /développeurs/],
])("another one is of the same kind: %s", async (first, second, form) => {
  expect(await sayLast(first)).toMatch(form);
  expect(await sayLast(first, second)).toMatch(form);
});

test("a list is sorted", async () => {
  const text = await sayLast("List the planets", "Sort them alphabetically");

  expect(text.match(/(?<=^- \*\*)\w+/gm)).toEqual("Earth Jupiter Mars Mercury Neptune Saturn Uranus Venus".split(" "));
});

test("code is worked on in its language", async () => {
  const first = "Write a function to add two numbers in JavaScript";

  expect(fencesIn(await sayLast(first, "Now in Python"))).toMatchObject([{ tag: "python", code: /def add/ }].map(like));
  expect(fencesIn(await sayLast(first, "Add comments"))).toMatchObject([{ tag: "javascript" }]);
  expect(fencesIn(await sayLast(first, "Now in Python", "Write a test for it"))).toMatchObject(
    [{ tag: "python", code: /unittest/ }].map(like),
  );
});

const like = ({ tag, code }: { tag: string; code: RegExp }) => ({ tag, code: expect.stringMatching(code) });

test("a translation keeps the form of the text", async () => {
  const text = await sayLast("Make a table of the planets with 3 rows", "Translate that into German");

  expect(text.match(/^\|/gm)).toHaveLength(5);
  expect(text).toContain("4,879");
  expect(text).not.toMatch(/Planet|overview/);
});

test.each(["Thanks, that helps!", "Perfect, thank you", "Great, that's helpful", "Thank you so much!"])(
  "thanks are not a question: %s",
  async (thanks) => {
    expect(await sayLast("What is Kubernetes?", thanks)).toMatch(/welcome|Glad/);
  },
);

test.each(["Plan a birthday party", "Fix my bicycle", "Integrate a payment provider"])(
  "what is to be done gets steps: %s",
  async (prompt) => {
    const text = await sayLast(prompt);

    expect(text).toContain(prompt.charAt(0).toLowerCase() + prompt.slice(1).replace("my", "your"));
    expect(text).toMatch(/^1\. /m);
  },
);

test.each(["asdf", "asdfgh jkl", "asdkjh qwe"])("keys at random are asked about: %s", async (prompt) => {
  expect(await sayLast(prompt)).toMatch(/not sure what you mean/);
});
