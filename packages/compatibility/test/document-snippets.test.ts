// @module-tag socket
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startMock } from "@model-access/mock";
import { expect, test } from "vitest";
import { compile, failuresOf, makeSnippetFolder } from "./snippet-folder.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const folder = makeSnippetFolder();

interface Snippet {
  document: string;
  source: string;
  file: string;
}

const documents = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((document) => document !== "" && existsSync(join(root, document)))
  .map((document) => ({ document, text: readFileSync(join(root, document), "utf8") }));

const snippets: Snippet[] = documents.flatMap(({ document, text }) =>
  [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, source = ""], index) => ({
    document,
    source,
    file: join(folder, `${document.replaceAll(/\W/g, "-")}-${index}.ts`),
  })),
);

/** The first line of a block that is not run here: text, commands, data, and the pairs of `migration.test.ts`. */
const notRunHere = (document: string) =>
  document === "docs/sdk/moving-from-openai.md" ? /^ *```(sh|yaml|json|typescript)?$/ : /^ *```(sh|yaml|json)?$/;

/** Snippets that are compiled only, by what tells them: a part of a program, or one that runs elsewhere. */
const compiledOnly = [
  { mark: "contractSuite(", why: "runs inside vitest; packages/contract-tests/test shows it" },
  { mark: 'baseURL: "/api/models"', why: "runs in a web page" },
  { mark: "@model-access/mock/playwright", why: "runs inside Playwright; apps/mock/test/runners shows it" },
  { mark: "@model-access/mock/setup", why: "is a setup of Playwright or Vitest; apps/mock/test/runners shows it" },
  { mark: "@model-access/sdk/points-redis", why: "needs Redis; packages/runtimes/test-system runs ten of its kind" },
  { mark: "export const", why: "only defines something" },
  { mark: "export async function", why: "only defines something" },
];

test("no document has code in a block that no test reads", () => {
  const unread = documents.flatMap(({ document, text }) =>
    text
      .split("\n")
      .filter((line) => /^ *(```|~~~)/.test(line) && line !== "```ts" && !notRunHere(document).test(line))
      .map((line) => `${document}: ${line}`),
  );

  expect(snippets.length).toBeGreaterThan(30);
  expect(unread).toEqual([]);
});

test("every TypeScript snippet of every document compiles", async () => {
  for (const { file, source } of snippets) writeFileSync(file, source);

  expect(await compile(folder)).toBe("");
});

test("every TypeScript snippet of every document runs against the mock", async () => {
  // Its clock runs twenty times as fast, so that a video takes half a second.
  const clock = { now: () => 20 * Date.now(), sleep: (ms: number) => delay(ms / 20) };
  const mock = await startMock({ latency: "instant", clock });
  const run = snippets.filter(({ source }) => !compiledOnly.some(({ mark }) => source.includes(mark)));
  for (const { source, file } of run) {
    const withMock = source
      .replaceAll(/https:\/\/api\.example(\.com)?(\/v1)?/g, mock.baseURL)
      .replaceAll("http://127.0.0.1:4010", mock.baseURL)
      .replaceAll("sk-…", "sk-mock-full");
    writeFileSync(file, withMock);
  }
  const env = { MODEL_ACCESS_BASE_URL: mock.baseURL, MODEL_ACCESS_API_KEY: "sk-mock-full" };

  const files = run.map(({ file }) => file);
  const failures = await failuresOf(files, folder, env);
  await mock.close();

  expect(run.length).toBeGreaterThan(20);
  expect(failures).toBe("");
});
