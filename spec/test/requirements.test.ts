import { expect, test } from "vitest";
import { built, resolve, walkNodes } from "./source-files.ts";

interface Row {
  id: string;
  says: string;
  on: string[];
  contract: string[];
  unchecked?: string;
  elsewhere?: string;
}

const rows: Row[] = built("requirements.json");

test("the specification has 75 statements with unique ids", () => {
  expect(rows.length).toBe(75);
  expect(new Set(rows.map((row) => row.id)).size).toBe(75);
});

test("every statement for the contract has places in the published bundle", () => {
  const document = built("openapi.json");

  for (const row of rows.filter(({ on }) => on.includes("contract"))) {
    expect(row.contract.length, `${row.id} ${row.says}`).toBeGreaterThan(0);
    for (const pointer of row.contract)
      expect(resolve(document, { $ref: pointer }), `${row.id} ${pointer}`).toBeDefined();
  }
});

test("a statement outside the contract names its place", () => {
  for (const row of rows.filter(({ contract }) => contract.length === 0)) expect(row.elsewhere, row.id).toMatch(/\w/);
});

test("a statement that can't be checked from outside has the reason", () => {
  for (const row of rows.filter(({ on }) => !on.includes("check"))) expect(row.unchecked, row.id).toMatch(/\w/);
});

test("the contract names only statements of the specification", () => {
  const known = new Set(rows.map((row) => row.id));
  const named = [...walkNodes(built("openapi.json"))].flatMap(({ node }) => node["x-requirement"] ?? []);

  expect([...new Set(named)].filter((id) => !known.has(id))).toEqual([]);
});
