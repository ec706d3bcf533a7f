import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { root } from "../scripts/changesets.mjs";

const read = (file: string) => readFileSync(`${root}${file}`, "utf8");
const results = read("bench/RESULTS.md");

test("every figure of the README stands in the results of the bench", () => {
  const [, figures = ""] = /^## Figures\n(.*?)^## /ms.exec(read("README.md")) ?? [];
  const cells = figures
    .split("\n")
    .filter((line) => /^\| [^|-]/.test(line))
    .flatMap((line) => line.split("|").slice(2))
    .flatMap((cell) => cell.match(/\d[\d.]*(?: of \d+)?(?: (?:KB|ms|s|µs)(?!\w))?/g) ?? []);

  expect(cells.length).toBeGreaterThan(15);
  expect(cells.filter((figure) => !results.includes(figure))).toEqual([]);
});

test("the README of the contract tests quotes what their script printed for the bench", () => {
  const [table = ""] = /^\| measure \| value \|\n(?:\|.*\n)+/m.exec(results) ?? [];

  expect(table).toContain("faults found");
  expect(read("packages/contract-tests/README.md")).toContain(table.trim());
});
