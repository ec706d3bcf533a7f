import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fillSchema } from "../src/conversation/fill-schema.js";
import { readPrompt } from "../src/conversation/values/prompt.js";
import { numbers, texts, things } from "../src/conversation/values/tables.js";
import { createLinearPattern } from "../src/patterns/linear-pattern.js";
import { writeMatch } from "../src/patterns/write-match.js";
import { createRandom } from "../src/random.js";

const table = JSON.parse(readFileSync(new URL("../replies/values.json", import.meta.url), "utf8")) as Record<
  "texts" | "numbers" | "things",
  { name?: string; in?: string }[]
>;

test("every kind of thing that the table asks of a prompt can be asked for", () => {
  const prompt = readPrompt({ prompt: "Rome", subject: "", results: [] });

  for (const { kinds } of texts) for (const kind of kinds) expect(prompt.find(kind)).toEqual(expect.any(Array));
});

test("every row of the table makes a value without a place that is left open", async () => {
  const random = createRandom("", 1);
  // What stands behind a name doesn't change its value.
  const nameOf = (pattern = "") => writeMatch(createLinearPattern(pattern.replaceAll(/\(\?!.*?\)+/g, "")), random);
  const properties = Object.fromEntries([
    ...table.texts.map(({ name }) => [nameOf(name), { type: "string" }]),
    ...table.numbers.map(({ name }) => [`${nameOf(name)} 1`, { type: "number" }]),
    ...table.things.map((row, at) => [`${nameOf(row.in)} ${at}`, { type: "object", properties: { name: {} } }]),
  ]);

  expect(texts.length + numbers.length + things.length).toBeGreaterThan(100);
  const made = JSON.stringify(await fillSchema({ type: "object", properties }, random));
  expect(made).not.toMatch(/\{[\w|-]+\}|undefined|NaN|null/);
});
