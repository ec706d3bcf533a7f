import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const source = new URL("../src/", import.meta.url);

test("no script of the console makes markup from text", () => {
  const files = readdirSync(source).filter((name) => /\.tsx?$/.test(name));
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) {
    const text = readFileSync(new URL(file, source), "utf8");
    expect(text, file).not.toMatch(
      /inner_?HTML|outerHTML|insertAdjacentHTML|document\.write|setHTML|DOMParser|eval\(/i,
    );
  }
});
