import { expect, test } from "vitest";
import { read } from "./repository-files.ts";

const results = read("packages/bench/RESULTS.md");

const figure = String.raw`\d[\d.]*(?: of \d+)?(?: (?:KB|ms|s|µs)(?!\w))?`;

test("every row of the README's figures is in one table of the bench's results", () => {
  const tables = [...results.matchAll(/(?:^\|.*\n)+/gm)].map(([table]) => table.split("\n"));
  const [, section = ""] = /^## Figures\n(.*?)^## /ms.exec(read("README.md")) ?? [];
  const rows = [...section.matchAll(/^\| [^|-].*/gm)].map(([row]) => ({ row, claims: readClaims(row) }));

  expect(rows.flatMap(({ claims }) => claims).length).toBeGreaterThan(20);
  expect(
    rows
      .filter(({ claims }) => !tables.some((table) => claims.every((claim) => table.some((line) => isIn(line, claim)))))
      .map(({ row }) => row),
  ).toEqual([]);
});

test("the page on the contract tests' coverage quotes the bench's output", () => {
  const [tables = ""] =
    /^\| measure \| value \|\n(?:\|.*\n)+\n\| area \| faults found \|\n(?:\|.*\n)+/m.exec(results) ?? [];

  expect(tables).toContain("faults found");
  expect(read("docs/contract-tests/coverage.md")).toContain(tables.trim());
});

interface Claim {
  subject: string;
  value: string;
}

/** Returns the claims of a row about our package and each other one. */
function readClaims(row: string): Claim[] {
  const [, , ours = "", others = ""] = row.split("|");
  return [
    ...[...ours.matchAll(new RegExp(figure, "g"))].map(([value]) => ({
      subject: "@model-access|faults found|false alarms",
      value,
    })),
    ...[...others.matchAll(new RegExp(`(\\D+?) (${figure})`, "g"))].map(([, name = "", value = ""]) => ({
      subject: /`(.+?)`/.exec(name)?.[1] ?? name.replace(/^\W+/, ""),
      value,
    })),
  ];
}

function isIn(line: string, { subject, value }: Claim): boolean {
  const whole = (text: string) => new RegExp(`(?<![\\w.@/-])(?:${text})(?![\\w.])`);
  return whole(subject).test(line) && whole(value).test(line);
}
