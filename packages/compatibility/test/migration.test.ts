// @module-tag socket
// The page on moving from openai: what it shows side by side does the same.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startMock } from "@model-access/mock";
import { afterAll, expect, test } from "vitest";
import { compile, makeSnippetFolder } from "./snippet-folder.ts";

const page = readFileSync(new URL("../../../docs/sdk/moving-from-openai.md", import.meta.url), "utf8");
const code = "```typescript\n([^`]*(?:`(?!``)[^`]*)*?)```";
const pairs = [
  ...page.matchAll(new RegExp(`<tr><td>(.+)</td><td>\\n\\n${code}\\n\\n</td><td>\\n\\n${code}`, "g")),
  // What stays is the same text for both.
  ...page.matchAll(new RegExp(`^(.+):\\n\\n${code}`, "gm")),
].map(([, title = "", openai = "", ours = openai]) => ({ title, openai, ours }));

/** The variables that a snippet uses. */
const surroundings = `import { InsufficientPointsError, ModelAccess, RateLimitError } from "@model-access/sdk";
import { chatResponseFormat, parseChatCompletion } from "@model-access/sdk/structured";
import OpenAI from "openai";
import { zodResponseFormat } from "openai/helpers/zod";
import { z } from "zod";

interface Surroundings<Client> {
  client: Client;
  baseURL: string;
  apiKey: string;
  console: { log(...values: unknown[]): void };
}

const model = "GPT-5.2";
const messages = [{ role: "user" as const, content: "Name one prime." }];
const Prime = z.strictObject({ prime: z.literal(2) });
void [InsufficientPointsError, RateLimitError, chatResponseFormat, parseChatCompletion, zodResponseFormat, Prime];
`;

const folder = makeSnippetFolder();
const file = join(folder, "pairs.ts");
// In a block of its own, where it may make a client too.
const functionOf = (client: string, body: string) =>
  `async ({ client, baseURL, apiKey, console }: Surroundings<${client}>) => {{\n${body}}}`;
writeFileSync(
  file,
  `${surroundings}
export const makeOpenAI = (apiKey: string, baseURL: string) => new OpenAI({ apiKey, baseURL, maxRetries: 0 });
export const makeOurs = (apiKey: string, baseURL: string) => new ModelAccess({ apiKey, baseURL, maxRetries: 0 });
export const openai = [${pairs.map((pair) => functionOf("OpenAI", pair.openai))}];
export const ours = [${pairs.map((pair) => functionOf("ModelAccess", pair.ours))}];
`.replaceAll("5_000", "500_000"), // a busy machine may take longer than the page allows
);

const mock = await startMock({ latency: "instant" });
afterAll(() => mock.close());

test("the page has its pairs, and all of them compile", async () => {
  expect(pairs).toHaveLength(15);
  expect(page.match(/^```typescript$/gm)).toHaveLength(pairs.filter(({ openai, ours }) => openai !== ours).length + 15);
  expect(await compile(folder)).toBe("");
});

test.each(pairs.map(({ title }, index) => ({ title, index })))(
  "$title: openai and this client write the same",
  async ({ title, index }) => {
    const { openai, ours, makeOpenAI, makeOurs } = await import(file);
    const apiKey = title === "Errors" ? "sk-mock-low" : "sk-mock-full";
    const { baseURL } = mock;
    const linesOf = async (run: (surroundings: object) => Promise<void>, client: object) => {
      const lines: unknown[][] = [];
      await run({ apiKey, baseURL, client, console: { log: (...values: unknown[]) => void lines.push(values) } });
      return lines;
    };

    const theirs = await linesOf(openai[index], makeOpenAI(apiKey, `${baseURL}/v1`));
    const own = await linesOf(ours[index], makeOurs(apiKey, baseURL));

    expect(theirs.length).toBeGreaterThan(0);
    expect(own).toEqual(theirs);
  },
);
