// @module-tag socket
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startMock } from "@model-access/mock";
import { afterAll, expect, test } from "vitest";
import { compile, makeSnippetFolder, run, runPrograms } from "./snippet-folder.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const folder = makeSnippetFolder();
// Its clock runs twenty times as fast: a video takes half a second.
const clock = {
  now: () => 20 * Date.now(),
  setTimer(delayMs: number, callback: () => void) {
    const timer = setTimeout(callback, delayMs / 20);
    return () => clearTimeout(timer);
  },
};
const mock = await startMock({ latency: "instant", clock });
afterAll(() => mock.close());
const apiKey = "sk-mock-full";

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
  // The mock's sample replies are not documents.
  .filter((document) => document !== "" && !document.startsWith("apps/mock/replies/"))
  .filter((document) => existsSync(join(root, document)))
  .map((document) => ({ document, text: readFileSync(join(root, document), "utf8") }));

const snippets: Snippet[] = documents.flatMap(({ document, text }) =>
  [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, source = ""], index) => ({
    document,
    source,
    file: join(folder, `${document.replaceAll(/\W/g, "-")}-${index}.ts`),
  })),
);

/** The first lines of blocks that are not programs (text, commands, data), and of the pairs below. */
const skippedStarts = (document: string) =>
  document === "docs/sdk/other-clients.md" ? /^ *```(sh|yaml|json|typescript)?$/ : /^ *```(sh|yaml|json)?$/;

/** Patterns of snippets that are only compiled: parts of programs, or programs that run elsewhere. */
const compiledOnly = [
  { mark: "contractSuite(", why: "runs inside vitest; packages/contract-tests/test shows it" },
  { mark: 'baseURL: "/api/models"', why: "runs in a web page" },
  { mark: "@model-access/mock/playwright", why: "runs inside Playwright; apps/mock/test/runners shows it" },
  { mark: "@model-access/mock/setup", why: "is a setup of Playwright or Vitest; apps/mock/test/runners shows it" },
  { mark: "@model-access/sdk/points-redis", why: "needs Redis; packages/runtimes/test-system runs ten of its kind" },
  { mark: 'from "undici"', why: "needs a proxy; packages/sdk/test/behind-a-proxy.test.ts runs it" },
  { mark: '"msw/node"', why: "takes the calls of the programs after it, until it is collected; a test below runs it" },
  { mark: "export const", why: "only defines something" },
  { mark: "export async function", why: "only defines something" },
];

test("tests read every code block of every document", () => {
  const unread = documents.flatMap(({ document, text }) =>
    text
      .split("\n")
      .filter((line) => /^ *(```|~~~)/.test(line) && line !== "```ts" && !skippedStarts(document).test(line))
      .map((line) => `${document}: ${line}`),
  );

  expect(snippets.length).toBeGreaterThan(30);
  expect(unread).toEqual([]);
});

// The page on other clients: code that it shows side by side does the same.
const page = readFileSync(join(root, "docs/sdk/other-clients.md"), "utf8");
const code = "```typescript\n([^`]*(?:`(?!``)[^`]*)*?)```";
const pairs = [
  ...page.matchAll(new RegExp(`<tr><td>(.+)</td><td>\\n\\n${code}\\n\\n</td><td>\\n\\n${code}`, "g")),
  // Unchanged lines are the same text for both.
  ...page.matchAll(new RegExp(`^(.+):\\n\\n${code}`, "gm")),
].map(([, title = "", openai = "", ours = openai]) => ({ title, openai, ours }));

/** Declares the variables that a snippet uses. */
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

const pairsFile = join(folder, "pairs.ts");
// In its own block, where it may create a client too.
const wrapFunction = (client: string, body: string) =>
  `async ({ client, baseURL, apiKey, console }: Surroundings<${client}>) => {{\n${body}}}`;
writeFileSync(
  pairsFile,
  `${surroundings}
export const makeOpenAI = (apiKey: string, baseURL: string) => new OpenAI({ apiKey, baseURL, maxRetries: 0 });
export const makeOurs = (apiKey: string, baseURL: string) => new ModelAccess({ apiKey, baseURL, maxRetries: 0 });
export const openai = [${pairs.map((pair) => wrapFunction("OpenAI", pair.openai))}];
export const ours = [${pairs.map((pair) => wrapFunction("ModelAccess", pair.ours))}];
`.replaceAll("5_000", "500_000"), // a busy machine may exceed the page's deadline
);

test("every TypeScript snippet of every document compiles", async () => {
  for (const { file, source } of snippets) writeFileSync(file, source);

  expect(await compile(folder)).toBe("");
});

/** The first calls that the console and the welcome message show. */
const consolePage = new URL("generated/snippets.js", import.meta.resolve("@model-access/mock"));
const firstCalls = (await import(consolePage.href)) as {
  snippets(settings: Record<string, string>): { client: string; code: string }[];
};

test("every TypeScript snippet of every document, and every first call of the console, runs against the mock", async () => {
  const whole = snippets.filter(({ source }) => !compiledOnly.some(({ mark }) => source.includes(mark)));
  for (const { source, file } of whole) {
    const withMock = source
      .replaceAll(/https:\/\/api\.example(\.com)?(\/v1)?/g, mock.baseURL)
      .replaceAll("http://127.0.0.1:4010", mock.baseURL)
      .replaceAll("sk-…", apiKey);
    writeFileSync(file, withMock);
  }
  const settings = { baseURL: mock.baseURL, apiKey, model: "GPT-5.2", messagesModel: "Claude-Sonnet-4.5" };
  const [curl, ...calls] = firstCalls.snippets(settings);
  const programs = calls.map(({ client, code }) => {
    const file = join(folder, `${client.replaceAll(/\W/g, "-")}.mjs`);
    writeFileSync(file, code);
    return file;
  });
  const env = { MODEL_ACCESS_BASE_URL: mock.baseURL, MODEL_ACCESS_API_KEY: apiKey };

  const files = [...whole.map(({ file }) => file), ...programs];
  const { failures, printed } = await runPrograms(files, { cwd: folder, env });
  const { stdout } = await run("sh", ["-c", curl?.code ?? ""], { cwd: folder });

  expect(whole.length).toBeGreaterThan(20);
  expect(failures).toBe("");
  expect(programs.length).toBeGreaterThan(3);
  const said = programs.map((file) => printed.split(`=== ${file}\n`)[1]?.split("=== ")[0]);
  for (const text of [stdout, ...said]) expect(text).toContain("You wrote “Hello”.");
});

test("the page on other clients has its pairs", () => {
  expect(pairs).toHaveLength(15);
  expect(page.match(/^```typescript$/gm)).toHaveLength(pairs.filter(({ openai, ours }) => openai !== ours).length + 15);
});

test.each(pairs.map(({ title }, index) => ({ title, index })))(
  "$title: openai and this client write the same",
  async ({ title, index }) => {
    const { openai, ours, makeOpenAI, makeOurs } = await import(pairsFile);
    const key = title === "Errors" ? "sk-mock-low" : apiKey;
    const { baseURL } = mock;
    const linesOf = async (run: (surroundings: object) => Promise<void>, client: object) => {
      const lines: unknown[][] = [];
      await run({ apiKey: key, baseURL, client, console: { log: (...values: unknown[]) => void lines.push(values) } });
      return lines;
    };

    const theirs = await linesOf(openai[index], makeOpenAI(key, `${baseURL}/v1`));
    const own = await linesOf(ours[index], makeOurs(key, baseURL));

    expect(theirs.length).toBeGreaterThan(0);
    expect(own).toEqual(theirs);
  },
);

test("the page's MSW handler answers an unmodified client, whole and streamed", async () => {
  const [, snippet = ""] =
    /^```ts\n((?:(?!^```).)*"msw\/node".*?)^```$/ms.exec(readFileSync(join(root, "docs/mock/tests.md"), "utf8")) ?? [];
  const file = join(folder, "msw-handler.ts");
  writeFileSync(file, `${snippet}\nexport { server };\n`);
  const { server } = (await import(file)) as { server: { close(): void } };
  const ask = (stream: boolean) =>
    fetch("https://api.example/v1/chat/completions", {
      method: "POST",
      headers: { authorization: "Bearer sk-mock-full", "content-type": "application/json" },
      body: JSON.stringify({ model: "GPT-5.2", messages: [{ role: "user", content: "Hello" }], stream }),
    });

  const plain = (await (await ask(false)).json()) as { choices: { message: { content: string } }[] };
  const streamed = await (await ask(true)).text();
  server.close();

  expect(plain.choices[0]?.message.content).toMatch(/\w/);
  expect(streamed).toMatch(/data: \[DONE\]\n\n$/);
});
