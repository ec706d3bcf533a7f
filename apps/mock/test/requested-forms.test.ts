import { expect, test } from "vitest";
import { createClient, say as sayBy } from "./client.js";
import { fencesIn } from "./said.js";

const client = createClient();
const say = (prompt: string, fields: Parameters<typeof sayBy>[2] = {}) => sayBy(client, prompt, fields);

const wordsOf = (text: string) => text.match(/\S*[\p{L}\p{N}]\S*/gu) ?? [];
const cellsOf = (line: string) => line.replaceAll("\\|", "/").split("|").slice(1, -1);

/** The lines of the tables of a text, one table after the other. */
const tablesIn = (text: string) =>
  text
    .split("\n\n")
    .map((block) => block.split("\n"))
    .filter((lines) => lines.length > 2 && lines.every((line) => line.startsWith("| ") && line.endsWith(" |")));

test.each([5, 13, 50, 100, 350, 2000, 5000])("%d words are as many, within 10 %%", async (count) => {
  for (const prompt of [`Write ${count} words about tides`, `Write a text of ${count} words on the history of tea`]) {
    const words = wordsOf(await say(prompt)).length;

    expect(words).toBeGreaterThanOrEqual(count * 0.9);
    expect(words).toBeLessThanOrEqual(count * 1.1);
  }
});

test("sentences and paragraphs are as many as are asked for", async () => {
  expect((await say("Explain tides in three sentences")).match(/[.!?](?=\s|$)/g)).toHaveLength(3);
  expect((await say("Write four paragraphs about tides")).split("\n\n")).toHaveLength(4);
});

test("a text of a huge number of words is bounded", async () => {
  expect(wordsOf(await say("Write 9000000 words about tides")).length).toBeLessThanOrEqual(20_000);
});

test.each([
  { prompt: "Give me a bulleted list of 7 tips for better sleep", item: /^- \S/gm, count: 7 },
  { prompt: "Write three bullet points about whales", item: /^- \S/gm, count: 3 },
  { prompt: "A numbered list of 4 steps to bake bread", item: /^\d+\. \S/gm, count: 4 },
  { prompt: "Write a checklist with 6 items for moving house", item: /^- \[[ x]\] \S/gm, count: 6 },
  { prompt: "Name five European rivers", item: /^- \S/gm, count: 5 },
])("a list has as many items as are asked for: $prompt", async ({ prompt, item, count }) => {
  expect((await say(prompt)).match(item)).toHaveLength(count);
});

test.each([
  "Write a markdown table",
  "Write a markdown table of the planets",
  "Compare Paris and Rome in a table",
  "Make a table with columns Name, City and Price",
  "Erstelle eine Tabelle über Bäume",
  "用表格比较苹果和香蕉",
])("a table has a header, a rule and rows of as many cells: %s", async (prompt) => {
  const [lines] = tablesIn(await say(prompt));
  const [header = "", rule = "", ...rows] = lines ?? [];

  expect(cellsOf(rule).every((cell) => /^ ?:?-+:? ?$/.test(cell))).toBe(true);
  expect(rows.length).toBeGreaterThanOrEqual(2);
  for (const row of [rule, ...rows]) expect(cellsOf(row)).toHaveLength(cellsOf(header).length);
});

test.each([
  ["Make a table with columns Name, City and Price with 6 rows", ["Name", "City", "Price"], 6],
  ["Write a markdown table of three rivers.", undefined, 3],
  ["A table about bees with 5 columns and 4 rows", 5, 4],
] as const)("a table has the columns and rows that are asked for: %s", async (prompt, columns, rows) => {
  const [lines = []] = tablesIn(await say(prompt));
  const header = cellsOf(lines[0] ?? "").map((cell) => cell.trim());

  if (typeof columns === "number") expect(header).toHaveLength(columns);
  else if (columns !== undefined) expect(header).toEqual(columns);
  expect(lines).toHaveLength(rows + 2);
});

test("JSON has the members that are asked for, in a fence where other words may stand beside it", async () => {
  const members = { name: expect.any(String), age: expect.any(Number), city: expect.any(String) };
  const [fence] = fencesIn(await say("Give me JSON with keys name, age and city"));

  expect(JSON.parse(fence?.code ?? "")).toEqual(members);
  expect(JSON.parse(await say("Give me only JSON with keys name, age and city"))).toEqual(members);
  expect(JSON.parse(await say("Anna is 30", { system: "Reply only in JSON with keys name, age and city." }))).toEqual(
    members,
  );
});

test("a system prompt that wants nothing but JSON gets nothing but JSON", async () => {
  for (const question of ["Where is Rome?", "Tell me about bees", "List three rivers"]) {
    expect(typeof JSON.parse(await say(question, { system: "Answer only in valid JSON." }))).toBe("object");
  }
});

const titlesOnly = "You generate short chat titles of at most 5 words. Reply with the title only.";

test.each<[question: string, title: string, system?: string]>([
  ["Generate a 5-word title for this conversation: user asks how to bake sourdough bread", "Bake Sourdough Bread"],
  [
    "Summarize this chat in at most 5 words for a sidebar title:\nUser: How do I deploy a Next.js app?\nAssistant: …",
    "Deploy a Next.js App",
  ],
  ["Name this chat:\n\nUser: How do I bake sourdough bread?\nAssistant: First, …", "Bake Sourdough Bread"],
  ["How do I deploy a Next.js app to a VPS?", "Deploy a Next.js App", titlesOnly],
])("a title is a few words of what it is for: %s", async (question, title, system) => {
  expect(await say(question, system === undefined ? {} : { system })).toBe(title);
});

test.each(["Python", "TypeScript", "Rust", "SQL", "Bash", "HTML", "Java", "Go"])(
  "code comes in a fence of the language that is asked for: %s",
  async (name) => {
    const [fence] = fencesIn(await say(`Write a hello world example in ${name}`));

    expect(fence?.tag).toBe(name.toLowerCase());
  },
);

test.each([
  ["请介绍一下北京的历史", /\p{sc=Han}{8}/u],
  ["日本の桜について教えてください", /\p{sc=Hiragana}{3}/u],
  ["한국의 역사에 대해 알려 주세요", /\p{sc=Hangul}{3}/u],
  ["اكتب لي عن فوائد القراءة", /\p{sc=Arabic}{5}/u],
  ["ספר לי על ירושלים", /\p{sc=Hebrew}{4}/u],
  ["Расскажи о космосе", /\p{sc=Cyrillic}{6}/u],
])("a prompt is answered in its own script: %s", async (prompt, form) => {
  expect((await say(prompt)).replaceAll(prompt, "")).toMatch(form);
});

test("a system prompt that wants it brief gets one or two sentences", async () => {
  const text = await say("How do vaccines work?", { system: "Be brief." });

  expect(text.match(/[.!?](?=\s|$)/g)?.length).toBeLessThanOrEqual(2);
});

test("plain text has no marks of Markdown", async () => {
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    expect(await say("Explain gravity in plain text, no markdown", { seed })).not.toMatch(/\*\*|`|^[-#>]/m);
  }
});

test("a greeting is answered with one", async () => {
  for (const greeting of ["Hello", "hi there!", "Good morning"]) expect(await say(greeting)).toMatch(/^(?:Hello|Hi)\b/);
});

test("results of tools are shown: members as a list, rows as a table, text as a quote", async () => {
  const shown = async (content: string) => {
    const calls = [{ id: "call_1", type: "function", function: { name: "look_up", arguments: "{}" } }];
    const messages = [
      { role: "user", content: "The weather in Rome?" },
      { role: "assistant", content: null, tool_calls: calls },
      { role: "tool", tool_call_id: "call_1", content },
    ];
    return say("", { messages });
  };

  expect(await shown('{"temperature_c":18,"sky":"clear"}')).toMatch(
    /- \*\*Temperature c:\*\* 18\n- \*\*Sky:\*\* clear/,
  );
  expect(tablesIn(await shown('[{"day":"Mon","high":18},{"day":"Tue","high":20}]'))[0]).toHaveLength(4);
  expect(await shown("4 degrees")).toContain("> 4 degrees");
});

test("a stop sequence and a limit cut the reply, and what is left begins as the whole one does", async () => {
  const whole = await say("Write 100 words about tides");

  expect(whole.startsWith(await say("Write 100 words about tides", { max_tokens: 20 }))).toBe(true);
  const stop = wordsOf(whole)[40] ?? "";
  expect(await say("Write 100 words about tides", { stop: [stop] })).toBe(whole.slice(0, whole.indexOf(stop)));
});
