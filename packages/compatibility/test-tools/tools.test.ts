import { operations } from "@model-access/contract";
import { expect, test } from "vitest";
import { generators } from "../src/generators.ts";
import { readers } from "../src/readers.ts";
import { insertTable, renderTable } from "../src/table.ts";
import type { Tool } from "../src/tool.ts";
import { tryTool } from "../src/try-tool.ts";

const findTool = (name: string) => [...generators, ...readers].find((tool) => tool.name === name) as Tool; // every tool named here exists

test("hey-api generates a client that compiles", async () => {
  expect(await tryTool(findTool("hey-api"), "openapi.json")).toMatchObject({ verdict: "works" });
});

test("kubb generates zod schemas of recursive schemas", async () => {
  expect(await tryTool(findTool("kubb"), "openapi.json")).toMatchObject({ verdict: "works" });
});

test("swagger-parser finds the published bundle valid", async () => {
  expect(await tryTool(findTool("swagger-parser"), "openapi.json")).toEqual({ verdict: "works" });
});

test("orval generates zod schemas that accept the contract's examples", async () => {
  const outcome = await tryTool(findTool("orval (zod)"), "openapi.json");
  expect(outcome).toMatchObject({ verdict: "works" });
  const { CreateMessageBody: schema } = await import(outcome.entry ?? "");
  const examples = Object.values(operations.createMessage.body?.mediaTypes["application/json"]?.examples ?? {});

  expect(examples.length).toBeGreaterThan(5);
  for (const { value } of examples) expect(schema.safeParse(value).error).toBeUndefined();
  expect(schema.safeParse({ ...(examples[0]?.value as object), temperature: 2 }).success).toBe(false);
});

test("output that can't be compiled is reported with the compiler's error", async () => {
  const broken: Tool = {
    name: "broken",
    package: "zod",
    makes: "nothing that compiles",
    run: async () => ({ said: "", entry: "missing.ts" }),
  };

  const outcome = await tryTool(broken, "openapi.json");

  expect(outcome.verdict).toBe("fails");
  expect(outcome.reason).toContain("error TS6053");
});

test("a tool's note replaces its output in the table", () => {
  const tool: Tool = {
    name: "t",
    package: "zod",
    makes: "x",
    run: async () => ({ said: "" }),
    notes: { "openapi.3.2.json": "old" },
  };
  const outcomes = {
    "openapi.json": { verdict: "warns", reason: "a|b" } as const,
    "openapi.3.2.json": { verdict: "fails", reason: "boom" } as const,
  };

  const table = renderTable([{ tool, outcomes }]);

  expect(table.split("\n").at(-1)).toMatch(/^\| t [\d.]+ \| x \| warns: a\\\|b \| fails: old \|$/);
  expect(() => insertTable("# No place", table)).toThrow("has no place for the table");
});
