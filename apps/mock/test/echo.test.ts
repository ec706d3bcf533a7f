import { expect, test } from "vitest";
import { createClient } from "./client.js";
import { askStreamed, type Dialect, dialectNames, dialects, type Fields, textOf } from "./dialects.js";
import { say, seeds } from "./said.js";

const passage = `First line,  with two blanks and a tab:\there

  an indented line <b>a & b</b> &amp; "double", 'single' and \`code\`
- **bold** | a table | # no heading
Übergröße 東京 🙂 \\n {"json": [1, 2]}


the last line.`;

const long = Array.from({ length: 2000 }, (_, at) => (at % 40 === 39 ? "\n" : String.fromCodePoint(97 + (at % 26))))
  .join("")
  .trim();

test.each([
  ["several lines", passage],
  ["up to 2 000 letters", long],
  ["markup", "<b>a & b</b>"],
  ["quotes", "\"He said 'no'\""],
  ["a word that asks for something else", "Write a JSON table of three rivers in French"],
  ["a question", "What is 2 + 2?"],
])("“Reply with exactly this:” gets %s letter by letter", async (_, text) => {
  for (const seed of seeds) {
    expect(await say(`Reply with exactly this: ${text}`, {}, seed)).toBe(text);
    expect(await say(`Please repeat the following text word for word:\n\n${text}\n\n`, {}, seed)).toBe(text);
  }
});

test("blank lines at the ends are no part of an echo, an indent is", async () => {
  expect(await say("Reply with exactly this:\n \n\n  one\n\n  two\n\n  ")).toBe("  one\n\n  two");
});

test.each([
  ['Say "hello"', "hello"],
  ['Reply with exactly: "pong"', "pong"],
  ["Repeat after me: one two three", "one two three"],
  ["Reply exactly: a, b and c", "a, b and c"],
  ["Say nothing but pong", "pong"],
  ["reply with just OK", "OK"],
  ["Reply with only the word pong.", "pong"],
])("shorter words for an echo are understood: %s", async (prompt, answer) => {
  expect(await say(prompt)).toBe(answer);
});

test.each([
  "Repeat the following steps until the dough is soft",
  "Answer this: why is the sea salty?",
  "Write the following email: I am ill today",
])("another prompt is not echoed: %s", async (prompt) => {
  expect(await say(prompt)).not.toBe(prompt.replace(/^.*: ?/, ""));
});

const client = createClient();
const parts = ["Reply with exactly this:", "one <b>a & b</b>", "", "  two"];
const typed = (type: string) => parts.map((text) => ({ type, text }));
const user = (content: unknown) => [{ role: "user", content }];

test.for(dialectNames)("%s echoes a text", async (dialect) => {
  const fields = dialects[dialect].body(`Reply with exactly this: ${passage}`);

  expect(textOf(dialect, await askStreamed(client, dialect, fields))).toBe(passage);
});

test.for<[Dialect, Fields]>([
  ["createChatCompletion", { messages: user(typed("text")) }],
  ["createMessage", { messages: user(typed("text").filter(({ text }) => text !== "")) }],
  ["createResponse", { input: user(typed("input_text")) }],
])("%s echoes the parts of a text", async ([dialect, fields]) => {
  const lines = parts.slice(1).filter((text) => dialect !== "createMessage" || text !== "");

  expect(textOf(dialect, await askStreamed(client, dialect, fields))).toBe(lines.join("\n"));
});
