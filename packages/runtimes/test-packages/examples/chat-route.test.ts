import { type ChildProcess, spawn } from "node:child_process";
import { type MockServer, startMock } from "@model-access/mock";
import { ModelAccess } from "@model-access/sdk";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { copyExample } from "../project.ts";
import { run } from "../run.ts";

let folder: string;
let mock: MockServer;
let child: ChildProcess | undefined;
let output = "";

beforeAll(async () => {
  folder = await copyExample("chat-route");
  mock = await startMock({ latency: "instant" });
});

afterAll(async () => {
  await mock?.close();
});

const patiently = { timeout: 280_000 };

const settings = (env: NodeJS.ProcessEnv) => ({
  MODEL_ACCESS_BASE_URL: mock.baseURL,
  MODEL_ACCESS_API_KEY: "sk-mock-full",
  PORT: "0",
  ...env,
});

/** Starts the server, and gives its address once it listens. */
async function start(env: NodeJS.ProcessEnv = {}): Promise<string> {
  output = "";
  child = spawn(process.execPath, ["src/main.ts"], {
    cwd: folder,
    env: { ...process.env, ...settings(env) },
  });
  child.stdout?.on("data", (text) => (output += text));
  child.stderr?.on("data", (text) => (output += text));
  await expect.poll(() => output, patiently).toMatch(/^Open http:\S+\n/);
  return /http:\S+/.exec(output)?.[0] ?? "";
}

afterEach(async () => {
  if (child === undefined || child.exitCode !== null) return;
  const ended = new Promise((resolve) => child?.once("exit", resolve));
  child.kill();
  await ended;
});

const body = { model: "any", messages: [{ role: "user" as const, content: "Name one prime." }] };
const pageOf = (url: string) => new ModelAccess({ apiKey: null, baseURL: `${url}/api/models`, maxRetries: 0 });
const failureOf = (url: string) =>
  pageOf(url)
    .chat.completions.stream(body)
    .text()
    .catch((error: unknown) => error);

test("serves a page that has no key, and streams what it asks", async () => {
  const url = await start();

  const html = await (await fetch(url)).text();
  const script = await (await fetch(`${url}/page.js`)).text();
  const text = await pageOf(url).chat.completions.stream(body).text();

  expect(html).toContain('src="/page.js"');
  expect(script).toContain("/api/models");
  expect(html + script).not.toContain("sk-mock");
  // The page has the interface that it uses and no other.
  expect(script).not.toContain("message_stop");
  expect(text).not.toBe("");
  await expect.poll(() => output, patiently).toMatch(/^complete, \d+ \+ \d+ tokens, \d+ ms, \S+$/m);
});

test("shows the page that a stream was cut", async () => {
  const url = await start({ MODEL_ACCESS_API_KEY: "sk-mock-full!clean-cut;at=3" });

  const failure = await failureOf(url);

  expect(failure).toMatchObject({ name: "StreamIncompleteError" });
  await expect.poll(() => output, patiently).toContain("truncated");
});

test("tells the page what was wrong in its request", async () => {
  const url = await start();

  // A role that there is not.
  const wrong = { ...body, messages: [{ role: "nobody", content: "" }] } as unknown as typeof body;
  const failure = await pageOf(url)
    .chat.completions.stream(wrong)
    .text()
    .catch((error: unknown) => error);
  const { status } = await fetch(`${url}/api/models/v1/chat/completions`, { method: "POST", body: "no JSON" });

  expect(failure).toMatchObject({ name: "InvalidParameterError", status: 400 });
  expect(status).toBe(400);
});

test("tells the page of a rate limit with the time to wait", async () => {
  // Longer than the server waits itself.
  const url = await start({ MODEL_ACCESS_API_KEY: "sk-mock-full!status-429;after=90" });

  const failure = await failureOf(url);

  expect(failure).toMatchObject({ name: "RateLimitError", retryAfterMs: 90_000 });
});

test("keeps what is wrong with its own key or points to itself", async () => {
  const url = await start({ MODEL_ACCESS_API_KEY: "sk-wrong" });

  const failure = await failureOf(url);

  expect(failure).toMatchObject({ status: 502, message: expect.stringContaining("The chat is not available") });
  await expect.poll(() => output, patiently).toContain("answered 401");
  expect(output).not.toContain("sk-wrong");
  expect(output).not.toMatch(/^ {4}at /m);
});

test("cancels the request to the service when the page is left", async () => {
  const url = await start({ MODEL_ACCESS_API_KEY: "sk-mock-full!stall;at=3" });

  for await (const _chunk of pageOf(url).chat.completions.stream(body)) break;

  await expect.poll(() => output, patiently).toContain("cancelled");
});

test("says so where its port is taken", async () => {
  const { port } = new URL(await start());

  const second = await run(process.execPath, ["src/main.ts"], {
    cwd: folder,
    env: settings({ PORT: port }),
  });

  expect(second.stderr).toContain(`address already in use 127.0.0.1:${port}`);
  expect(second.stderr).not.toMatch(/^ {4}at /m);
  expect(second.code).toBe(2);
});
