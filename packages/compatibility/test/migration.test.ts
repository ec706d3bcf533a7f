import { readFileSync } from "node:fs";
import { type MockServer, startMock } from "@model-access/mock";
import { ModelAccess } from "@model-access/sdk";
import OpenAI from "openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrationPairs, type Surroundings } from "./migration-pairs.ts";

let mock: MockServer;

beforeAll(async () => {
  mock = await startMock({ latency: "instant" });
});
afterAll(() => mock.close());

/** Returns the lines that a snippet writes to the console. */
async function linesOf<Client>(
  run: (surroundings: Surroundings<Client>) => Promise<void>,
  surroundings: Omit<Surroundings<Client>, "console">,
): Promise<unknown[][]> {
  const lines: unknown[][] = [];
  await run({ ...surroundings, console: { log: (...values) => void lines.push(values) } });
  return lines;
}

test.each(migrationPairs)("$title: openai and this client write the same", async (pair) => {
  const { apiKey = "sk-mock-full", openai, ours } = pair;
  const { baseURL } = mock;
  const options = { apiKey, maxRetries: 0 };

  const theirs = await linesOf(openai, {
    apiKey,
    baseURL,
    client: new OpenAI({ ...options, baseURL: `${baseURL}/v1` }),
  });
  const own = await linesOf(ours, { apiKey, baseURL, client: new ModelAccess({ ...options, baseURL }) });

  expect(theirs.length).toBeGreaterThan(0);
  expect(own).toEqual(theirs);
});

test("the page on moving quotes the pairs", () => {
  const source = readFileSync(new URL("migration-pairs.ts", import.meta.url), "utf8");
  const page = readFileSync(new URL("../../../docs/sdk/moving-from-openai.md", import.meta.url), "utf8");

  const snippets = snippetsOf(source);

  expect(snippets).toHaveLength(migrationPairs.length * 2);
  for (const snippet of snippets) expect(page).toContain(snippet);
  for (const [, block = ""] of page.matchAll(/^```typescript\n([\s\S]*?)\n```$/gm)) expect(snippets).toContain(block);
});

/** The bodies of the pairs' functions as they stand in the file, without their indentation. */
function snippetsOf(source: string): string[] {
  return [...source.matchAll(/ {4}async \w+\(.*\) \{\n([\s\S]*?)\n {4}\},\n/g)].map(([, body = ""]) =>
    body.replaceAll(/^ {6}/gm, ""),
  );
}
