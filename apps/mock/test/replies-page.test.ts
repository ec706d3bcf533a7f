import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { say } from "./said.js";

const page = readFileSync(new URL("../../../docs/mock/replies.md", import.meta.url), "utf8");
const read = (file: string) => readFileSync(new URL(`../replies/${file}`, import.meta.url), "utf8");
const samplesOf = (cell: string) => [...cell.matchAll(/`([\w/-]+\.md)`/g)].map(([, file = ""]) => file);
const rows = page
  .slice(page.indexOf("## Samples"))
  .split("\n")
  .filter((line) => /^\| `/.test(line))
  .map((line) => line.split("|").slice(1, 3))
  .map(([asked = "", given = ""]) => ({ prompts: [...asked.matchAll(/`([^`]+)`/g)], files: samplesOf(given) }));

test.each(rows.flatMap(({ prompts, files }) => prompts.map(([, prompt = ""], at) => ({ prompt, files, at, prompts }))))(
  "the page says which sample a prompt gets: $prompt",
  async ({ prompt, files, at, prompts }) => {
    const [file = ""] = files.slice(at);
    const text = await say(prompt);
    const fitting = prompts.length > 1 ? [file] : files;

    const after = fitting.map((name) => read(name).trimEnd().split("$<question>")[1] ?? "");
    expect(after.filter((end) => text.includes(end))).not.toEqual([]);
  },
);

test("the page has a row for most samples", () => {
  expect(rows.length).toBeGreaterThan(20);
});
