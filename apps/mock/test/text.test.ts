import { describe, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { compose } from "../src/conversation/compose.js";
import { codeLanguages } from "../src/conversation/text/code/code-languages.js";
import { languages } from "../src/conversation/text/languages.js";
import { conversation, say, seeds, turn } from "./said.js";

const wordsOf = (text: string) => text.match(/\S*[\p{L}\p{N}]\S*/gu) ?? [];
const cellsOf = (line: string) => line.replaceAll("\\|", "/").split("|").slice(1, -1);

/** The tables of a text: their lines, one after the other. */
function tablesIn(text: string): string[][] {
  const blocks = text.split("\n\n").map((block) => block.split("\n"));
  return blocks.filter(
    (lines) => lines.length > 2 && lines.every((line) => line.startsWith("| ") && line.endsWith(" |")),
  );
}

/** The fenced blocks of a text, with their languages. */
function fencesIn(text: string): { tag: string; code: string }[] {
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)\n```$/gm)].map(([, tag = "", code = ""]) => ({ tag, code }));
}

test.each([
  "Write a markdown table",
  "Write a markdown table of the planets",
  "Compare Paris and Rome in a table",
  "Make a table with columns Name, City and Price",
  "A table about bees with 6 rows",
  "Erstelle eine Tabelle über Bäume",
  "用表格比较苹果和香蕉",
])("a table has a header, a rule and rows of as many cells: %s", async (prompt) => {
  for (const seed of seeds) {
    const [lines] = tablesIn(await say(prompt, {}, seed));
    const [header = "", rule = "", ...rows] = lines ?? [];

    expect(cellsOf(rule).every((cell) => /^ ?:?-+:? ?$/.test(cell))).toBe(true);
    expect(rows.length).toBeGreaterThanOrEqual(2);
    for (const row of [rule, ...rows]) expect(cellsOf(row)).toHaveLength(cellsOf(header).length);
  }
});

test("a table has the columns and rows that are asked for", async () => {
  const [lines = []] = tablesIn(await say("Make a table with columns Name, City and Price with 6 rows"));

  expect(cellsOf(lines[0] ?? "").map((cell) => cell.trim())).toEqual(["Name", "City", "Price"]);
  expect(lines).toHaveLength(8);
});

test.each([
  { prompt: "Give me a bulleted list of 7 tips for better sleep", item: /^- \S/gm, count: 7 },
  { prompt: "Write three bullet points about whales", item: /^- \S/gm, count: 3 },
  { prompt: "A numbered list of 4 steps to bake bread", item: /^\d+\. \S/gm, count: 4 },
  { prompt: "Write a checklist with 6 items for moving house", item: /^- \[[ x]\] \S/gm, count: 6 },
  { prompt: "Name five European rivers", item: /^- \S/gm, count: 5 },
])("a list has as many items as are asked for: $prompt", async ({ prompt, item, count }) => {
  for (const seed of seeds) expect((await say(prompt, {}, seed)).match(item)).toHaveLength(count);
});

test("a nested list has items within items", async () => {
  const text = await say("Write a nested list about project planning");

  expect(text).toMatch(/^- .+\n {2}- .+/m);
  expect(text).toMatch(/^ {4}- .+/m);
});

describe("code", () => {
  test.each(codeLanguages.map(({ tag, name }) => ({ tag, name })))(
    "in $name comes in a fence of its language",
    async ({ tag, name }) => {
      for (const seed of seeds) {
        const text = await say(`Write code in ${name} that counts words`, {}, seed);
        expect(fencesIn(text).map((fence) => fence.tag)).toEqual([tag]);
        expect(text.match(/^```/gm)).toHaveLength(2);
      }
    },
  );

  test.each(
    codeLanguages.flatMap(({ tag, samples }) => Object.entries(samples).map(([task, code]) => ({ tag, task, code }))),
  )("for $task in $tag has brackets that match", ({ code }) => {
    const open: string[] = [];
    const plain = code.replaceAll(/"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g, "");
    for (const bracket of plain.match(/[()[\]{}]/g) ?? []) {
      if ("([{".includes(bracket)) open.push(bracket);
      else expect(["()", "[]", "{}"]).toContain(`${open.pop()}${bracket}`);
    }
    expect(open).toEqual([]);
  });

  test.each(Object.keys(codeLanguages.find(({ tag }) => tag === "javascript")?.samples ?? {}))(
    "for %s in JavaScript is read by JavaScript",
    (task) => {
      const code = codeLanguages.find(({ tag }) => tag === "javascript")?.samples[task] ?? "(";

      expect(() => new Function(code.replaceAll("NAME", "name"))).not.toThrow();
    },
  );

  test("in YAML is read by YAML", async () => {
    const [fence] = fencesIn(await say("Write a YAML file for a web app"));

    expect(parseYaml(fence?.code ?? "")).toHaveProperty("services");
  });
});

test.each(["Give me JSON with keys name, age and city", "Return 3 users as JSON", "JSON about bees"])(
  "JSON in a text comes in a fence and parses: %s",
  async (prompt) => {
    const [fence] = fencesIn(await say(prompt));

    expect(fence?.tag).toBe("json");
    expect(typeof JSON.parse(fence?.code ?? "")).toBe("object");
  },
);

test("JSON has the members that are asked for", async () => {
  const [fence] = fencesIn(await say("Give me JSON with keys name, age and city"));

  expect(JSON.parse(fence?.code ?? "")).toEqual({
    name: expect.any(String),
    age: expect.any(Number),
    city: expect.any(String),
  });
});

test("a system prompt that wants nothing but JSON gets nothing but JSON", async () => {
  for (const question of ["Where is Rome?", "Tell me about bees", "List three rivers"]) {
    expect(typeof JSON.parse(await say(question, { instructions: "Answer only in valid JSON." }))).toBe("object");
  }
});

test("a system prompt that wants it brief gets one or two sentences", async () => {
  for (const seed of seeds) {
    const text = await say("How do vaccines work?", { instructions: "Be brief." }, seed);
    expect(text.match(/[.!?](?=\s|$)/g)?.length).toBeLessThanOrEqual(2);
  }
});

test.each([1, 5, 13, 50, 100, 350, 800, 2000, 5000])("%d words are as many, within 10 %%", async (count) => {
  for (const prompt of [`Write ${count} words about tides`, `Write an essay of ${count} words on the history of tea`]) {
    if (count < 200 && prompt.includes("essay")) continue;
    const words = wordsOf(await say(prompt)).length;
    expect(words).toBeGreaterThanOrEqual(count * 0.9);
    expect(words).toBeLessThanOrEqual(count * 1.1);
  }
});

test("sentences and paragraphs are as many as are asked for", async () => {
  for (const seed of seeds) {
    expect((await say("Explain tides in three sentences", {}, seed)).match(/[.!?](?=\s|$)/g)).toHaveLength(3);
    expect((await say("Write four paragraphs about tides", {}, seed)).split("\n\n")).toHaveLength(4);
  }
});

test("a text of a huge number of words is bounded", async () => {
  const { text } = await compose(conversation([turn("user", "Write 9000000 words about tides")]), { seed: 1 });

  expect(text.length).toBeLessThan(40_000);
});

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
    "Describe the history of the printing press in Europe",
  ];
  for (const prompt of prompts) {
    for (let seed = 0; seed < 30; seed += 1) {
      const { text } = await compose(conversation([turn("user", prompt)]), { seed });
      expect(text.length, text.join("")).toBeGreaterThanOrEqual(60);
      expect(text.length, text.join("")).toBeLessThanOrEqual(150);
    }
  }
});

test.each(languages.map(({ code, names, hello }) => ({ code, name: names[0] ?? "", hello })))(
  "$name is written where it is asked for",
  async ({ code, name, hello }) => {
    const text = await say(`Tell me about tea in ${name}`);
    const sentences = languages.find((language) => language.code === code)?.sentences ?? [];

    expect(sentences.some((sentence) => text.includes(sentence.replace(/[.。।]$/u, "")))).toBe(true);
    expect(await say(`Translate "Hello" into ${name}`)).toContain(hello);
  },
);

test.each([
  ["请介绍一下北京的历史", /^\p{sc=Han}/u],
  ["日本の桜について教えてください", /\p{sc=Hiragana}/u],
  ["한국의 역사에 대해 알려 주세요", /\p{sc=Hangul}/u],
  ["اكتب لي عن فوائد القراءة", /^\p{sc=Arabic}/u],
  ["ספר לי על ירושלים", /^\p{sc=Hebrew}/u],
  ["Расскажи о космосе", /^\p{sc=Cyrillic}/u],
  ["Wie funktioniert ein Kühlschrank und was kostet er?", /Kühlschrank/],
])("a prompt is answered in its own language: %s", async (prompt, form) => {
  expect(await say(prompt)).toMatch(form);
});

test.each([
  ["Write a haiku about autumn", /^.+ {2}\n.+ {2}\n.+$/m],
  ["Write a poem about the sea", /\*\*The Sea\*\*\n\n.+ {2}\n/],
  ["Give me a quote about patience", /^> .+\n>\n> — \*/m],
  ["Show me the quadratic formula", /(\$\$|\\\[)\n.*\\frac[\s\S]*\n(\$\$|\\\])/],
  ["Write an article with headings about solar power", /^# Solar Power\n\n## \S/],
  ["Give me links about bees", /^- \[[^\]]+\]\(https:\/\/[\w.]*example\.\w+\/\S*\)$/m],
  ["Use emojis to describe a summer day", /\p{Extended_Pictographic}/u],
  ["Write an email to Kari about the broken heating", /^\*\*Subject:\*\* [\s\S]*\n\nDear Kari,\n/],
  ["Suggest a title for an article about bees", /^[^\n]*Bees[^\n]*$/],
  ["What is 12 * 7?", /84/],
  ["What is the capital of Italy?", /Rome/],
  ['Say "pong"', /^pong$/],
  ["Count from 1 to 5", /^1, 2, 3, 4, 5$/],
  ["Give me a recipe for pancakes", /### Ingredients\n\n- [\s\S]*### Steps\n\n1\. /],
])("%s", async (prompt, form) => {
  for (const seed of seeds) expect(await say(prompt, {}, seed)).toMatch(form);
});

test("what is given is summed up by its own sentences", async () => {
  const text =
    "The old bridge was built in 1890. It crosses the river at its narrowest point. In 1950 it was widened for cars.";

  expect(await say(`Summarize in one sentence: ${text}`)).toBe("The old bridge was built in 1890.");
});

test("every element of Markdown comes for the asking", async () => {
  const text = await say("Show me every markdown element");

  for (const form of [
    /^###### /m,
    /\*\*\w/,
    /~~\w/,
    /^- \[x\]/m,
    /^> > /m,
    /^\| :---/m,
    /\$\$/,
    /^---$/m,
    /!\[/,
    /\p{sc=Arabic}/u,
    /\p{sc=Han}/u,
  ])
    expect(text).toMatch(form);
  expect(fencesIn(text).map(({ tag }) => tag)).toEqual(["python", "json"]);
});

test("words of the prompt are what the reply is about, and a follow-up goes back to them", async () => {
  const first = [turn("user", "Tell me about volcanoes"), turn("assistant", "Volcanoes are mountains.")];
  const follow = async (text: string) =>
    (await compose(conversation([...first, turn("user", text)]), { seed: 1 })).text.join("");

  expect(await say("Tell me about volcanoes")).toContain("volcanoes");
  expect(await follow("Tell me more")).toContain("volcanoes");
  expect(await follow("Now as a table")).toContain("volcanoes, as discussed above");
  expect(await follow("What about earthquakes?")).toMatch(/volcanoes[\s\S]*earthquakes|earthquakes[\s\S]*volcanoes/);
});

test("what is not wanted is not written", async () => {
  expect(await say("Explain gravity without a table")).not.toContain("| ---");
  expect(await say("Explain gravity in plain text, no markdown")).not.toMatch(/\*\*|^[-#>]/m);
});

test("limits cut a form and leave what comes before them", async () => {
  const whole = await say("Write a Python function that sorts a list");
  const { text, finish, usage } = await compose(
    conversation([turn("user", "Write a Python function that sorts a list")], { maxTokens: 20 }),
    { seed: 1 },
  );

  expect(whole.startsWith(text.join(""))).toBe(true);
  expect([finish.reason, usage.outputTokens]).toEqual(["length", 20]);
});

test("results of tools are shown: members as a list, rows as a table", async () => {
  const results = (text: string) =>
    compose(conversation([turn("user", "The weather in Rome?"), turn("assistant", ""), turn("tool", text)]), {
      seed: 1,
    });

  expect((await results('{"temperature_c":18,"sky":"clear"}')).text.join("")).toMatch(
    /- \*\*Temperature c:\*\* 18\n- \*\*Sky:\*\* clear/,
  );
  expect(tablesIn((await results('[{"day":"Mon","high":18},{"day":"Tue","high":20}]')).text.join(""))[0]).toHaveLength(
    4,
  );
});

test("reasoning thinks about what is asked", async () => {
  const { reasoning } = await compose(
    conversation([turn("user", "Make a table of the planets")], {
      reasoning: { effort: "high", summary: undefined, budgetTokens: undefined },
    }),
    { seed: 1 },
  );

  expect(reasoning.join("")).toMatch(/planets[\s\S]*table/);
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
