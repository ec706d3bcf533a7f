import { readdirSync, readFileSync } from "node:fs";
import { requirements } from "@model-access/contract";
import { expect, test } from "vitest";

const folder = new URL(".", import.meta.url);
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".test.ts"));
const named = new Set(files.flatMap((name) => rowsNamedIn(readFileSync(new URL(name, folder), "utf8"))));

test("every row of the specification that the mock keeps is named by the title of a test", () => {
  const rows = requirements.filter(({ on }) => on.includes("mock"));

  const missing = rows.filter(({ id }) => !named.has(id)).map(({ id, says }) => `${id}: ${says}`);

  expect(missing).toEqual([]);
});

test("the tests name only rows that there are", () => {
  const ids = requirements.map(({ id }) => id);

  expect([...named].filter((id) => !ids.includes(id))).toEqual([]);
});

/** The rows named in texts of a file; its comments don't count. */
function rowsNamedIn(source: string): string[] {
  const texts = source.replaceAll(/^\s*(\/\/|\/?\*).*$/gm, "").match(/"[^"\n]*"|`[^`]*`/g) ?? [];
  return texts.flatMap((text) => text.match(/\bR\d+\.\d+\b/g) ?? []);
}
