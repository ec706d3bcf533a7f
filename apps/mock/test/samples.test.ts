import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createMock, type MockOptions, type ScriptedReply } from "../src/index.js";
import { createClient, say } from "./client.js";
import { dataFile } from "./data-files.js";

const folder = new URL("../replies/", import.meta.url);
const read = (file: string) => readFileSync(new URL(file, folder), "utf8").trimEnd();
const { replies } = JSON.parse(read("index.json")) as { replies: ScriptedReply[] };
const files = replies.flatMap(({ reply }) => reply?.textFile ?? []);

function mockOf(options: MockOptions = {}) {
  const client = createClient({ requestsPerMinute: 100_000, ...options });
  return (content: string, fields: Record<string, unknown> = {}) => say(client, content, fields);
}

const ask = mockOf();

test("the index lists each sample, and names no other file", () => {
  const inFolder = readdirSync(folder, { recursive: true }).map((name) => String(name).replaceAll("\\", "/"));

  expect([...new Set(files)].sort()).toEqual(inFolder.filter((name) => name.endsWith(".md")).sort());
});

test("no pattern of the index repeats without a limit but at the beginning of a text", () => {
  for (const { pattern = "" } of replies) {
    const rest = pattern.replace(/^\^(?:\[[^\]]*\]|\\s)\*/, "").replaceAll(/\\./g, "");

    expect(rest, pattern).not.toMatch(/[*+]|,\}/);
  }
});

test("the index is a data file, whose replies are given as they are", async () => {
  const asScripted = mockOf({ state: fileURLToPath(new URL("index.json", folder)) });

  for (const prompt of ["Show me footnotes", "Show me mathematics", "שלום לכולם"]) {
    expect(await ask(prompt)).toContain(await asScripted(prompt));
  }
});

/** A prompt for each sample of which only one is chosen. */
const prompts: Record<string, string> = {
  "arabic.md": "كيف الحال",
  "broken-markdown.md": "Show me broken markdown",
  "checklist.md": "A checklist for moving house",
  "chinese.md": "你好吗",
  "code/bash.md": "A Bash script",
  "code/cpp.md": "Sort numbers in C++",
  "code/csharp.md": "Sort numbers in C#",
  "code/css.md": "Some CSS",
  "code/diff.md": "Show me a diff",
  "code/docker.md": "Write a Dockerfile",
  "code/go.md": "Hello world in Go",
  "code/html.md": "An HTML page",
  "code/java.md": "A Java class",
  "code/javascript.md": "A JavaScript function",
  "code/kotlin.md": "Hello world in Kotlin",
  "code/long.md": "Show me long code",
  "code/php.md": "A PHP page",
  "code/python.md": "A Python script",
  "code/react.md": "A React component",
  "code/ruby.md": "A Ruby script",
  "code/rust.md": "A Rust program",
  "code/sql.md": "A SQL query",
  "code/swift.md": "A Swift program",
  "code/typescript.md": "A TypeScript interface",
  "code/yaml.md": "Some YAML",
  "csv.md": "Give me CSV",
  "diagram.md": "Draw a flowchart of a login",
  "emoji.md": "Use emojis",
  "empty.md": " ",
  "endless-word.md": "Show me an endless word",
  "every-element.md": "Show me every markdown element",
  "footnotes.md": "A text with footnotes",
  "french.md": "Pourquoi le ciel est-il bleu ?",
  "german.md": "Warum ist der Himmel blau?",
  "headings.md": "Write an article about bees",
  "hebrew.md": "ספר לי על ירושלים",
  "hindi.md": "आप कैसे हैं",
  "image.md": "Show me an image",
  "japanese.md": "日本の桜について教えてください",
  "korean.md": "한국의 역사에 대해 알려 주세요",
  "links.md": "Give me links about bees",
  "list.md": "A list of ideas",
  "long-table.md": "A long table",
  "long-text.md": "Explain it in detail",
  "math.md": "Show me the quadratic formula",
  "mixed-direction.md": "Text in two directions",
  "nested-list.md": "A nested list",
  "numbered-list.md": "Explain it step by step",
  "odd-characters.md": "Show me odd characters",
  "poem.md": "Write a poem about the sea",
  "quote.md": "Give me a quote about patience",
  "raw-html.md": "Show me raw HTML",
  "russian.md": "Расскажи о космосе",
  "spanish.md": "¿Cómo estás?",
  "thai.md": "สวัสดีครับ",
  "thanks.md": "Thank you so much!",
  "wide-table.md": "Show me a wide table",
};

test.each(replies.filter(({ reply }) => typeof reply?.textFile === "string").map(({ reply }) => `${reply?.textFile}`))(
  "a prompt gets the sample, with the question's own words in it: %s",
  async (file) => {
    const prompt = prompts[file] ?? "";
    const [before = "", after = ""] = read(file).split("$<question>");
    const text = await ask(prompt);

    expect(text.startsWith(before)).toBe(true);
    expect(text).toContain(`${prompt.trim()}${after}`);
  },
);

test("of several samples, the request and its seed choose one", async () => {
  for (const { pattern, reply } of replies.filter(({ reply }) => Array.isArray(reply?.textFile))) {
    const asked = ["A table of bees", "A regex", "Hello", "Be brief"];
    const prompt = asked.find((text) => pattern !== undefined && new RegExp(pattern, "iu").test(text)) ?? "Hm, hm";
    const seeds = Array.from({ length: 30 }, (_, seed) => seed);
    const said = await Promise.all(seeds.map((seed) => ask(prompt, { seed })));

    for (const file of [reply?.textFile ?? []].flat()) {
      const [, after = ""] = read(file).split("$<question>");
      expect(said.filter((text) => text.includes(after)).length, file).toBeGreaterThan(0);
    }
  }
});

test.each([
  "What is the sea?",
  "A Rust program",
  "Write 100 words about tides",
  "Name five rivers",
  "Return 3 users as JSON",
])("another seed or temperature of the request gives another reply, and the same one the same: %s", async (prompt) => {
  const said = await Promise.all([1, 2, 3, 4, 5, 6].map((seed) => ask(prompt, { seed })));
  const warm = await Promise.all([0.1, 0.5, 0.9, 1.2].map((temperature) => ask(prompt, { temperature })));

  expect(new Set(said).size).toBeGreaterThan(1);
  expect(new Set(warm).size).toBeGreaterThan(1);
  expect(await ask(prompt, { seed: 3 })).toBe(said[2]);
  expect(await ask(prompt)).toBe(await mockOf()(prompt));
});

test("swapped answers are seen: each says the first words of its question", async () => {
  const questions = [
    "Why is the sky blue?",
    "A table of trees",
    "Give me 5 tips for sleep",
    "Write 40 words on tea",
    "Python code",
  ];

  for (const question of questions) expect(await ask(question)).toContain(`“${question}”`);
  expect(await ask(`${"word ".repeat(30)}end`)).toContain("word…”");
  expect(await ask("# **Bold** `code` <b>\n\nand more")).toContain("“Bold code b”");
});

test("a reply of a data file can be a file, one of several texts, and say the question", async () => {
  dataFile("hours.md", "On “$<question>”, day $<day>: $5 or $$10.\n");
  const replies = [
    { pattern: "(?<day>\\w+) hours", reply: { textFile: "hours.md" } },
    { text: "coin", reply: { text: ["Heads", "Tails"] } },
    { text: "bare", reply: { text: "You said $<question>, $1." } },
  ];
  const worlds = { other: { replies: [{ reply: { textFile: ["hours.md"] } }] } };
  const asked = mockOf({ state: dataFile("replies.json", JSON.stringify({ replies, worlds })) });

  expect(await asked("Sunday hours?")).toBe("On “Sunday hours?”, day Sunday: $5 or $$10.");
  expect(await asked("bare")).toBe("You said bare, $1.");
  const coins = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((seed) => asked("coin", { seed })));
  expect(new Set(coins)).toEqual(new Set(["Heads", "Tails"]));
});

test("a text file that is missing is a mistake with its place among the others, and one outside a data file is refused", () => {
  const state = dataFile("no-text.yaml", "replies:\n  - reply:\n      textFile: none.md\nkees: {}\n");

  expect(() => createMock({ state })).toThrow(
    /no-text\.yaml:3:7 \/replies\/0\/reply\/textFile The text file .*none\.md can't be read: there is no such file.*:4:1 \/kees There is no member/s,
  );
  expect(() => createMock({ state: { replies: [{ reply: { textFile: "a.md" } }] } })).toThrow(
    "Only a data file can name a 'textFile'; give the 'text' here.",
  );
});

test("the samples are in the package", () => {
  const { files } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
    files: string[];
  };

  expect(files).toContain("replies");
  expect(existsSync(folder)).toBe(true);
});
