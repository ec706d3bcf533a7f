// Runs the examples outside of the workspace on the packed packages, as in their READMEs. The chat app has its own tests, in
// its folder.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type MockServer, startMock } from "@model-access/mock";
import { ModelAccess } from "@model-access/sdk";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { fastClock } from "./fast-clock.ts";
import { copyExamples, exampleNames } from "./project.ts";
import { type Run, run } from "./run.ts";

const patiently = { timeout: 280_000 };
const stackTrace = /^ {4}at /m;
const toolCall = (name: string, city: string) => ({ name, arguments: { city } });
const weatherOfOslo = { toolCalls: [toolCall("get_weather", "Oslo")] };
let folder: string;
let mock: MockServer;

beforeAll(async () => {
  folder = await copyExamples();
  mock = await startMock({
    latency: "instant",
    clock: fastClock,
    requestsPerMinute: 10_000,
    state: {
      replies: [
        ...[1, 2, 3, 4, 5].map((turn) => ({ text: "round in circles", turn, reply: weatherOfOslo })),
        { text: "tides", reply: { toolCalls: [toolCall("get_tides", "Oslo"), toolCall("get_weather", "Paris")] } },
      ],
    },
  });
});

afterAll(async () => {
  await mock?.close();
});

const createSettings = (env: NodeJS.ProcessEnv) => ({
  MODEL_ACCESS_BASE_URL: mock.baseURL,
  MODEL_ACCESS_API_KEY: "sk-mock-full",
  ...env,
});
const runExample = (name: string, args: string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Run> =>
  run(process.execPath, ["src/main.ts", ...args], { cwd: join(folder, name), env: createSettings(env) });
const read = (name: string, file: string) => readFileSync(join(folder, name, file), "utf8");

test("every example type-checks outside the workspace", async () => {
  const compiler = join(folder, "batch/node_modules/typescript/bin/tsc");

  const { code, stdout } = await run(process.execPath, [compiler, "--build", ...exampleNames], { cwd: folder });

  expect(stdout).toBe("");
  expect(code).toBe(0);
});

test.each(exampleNames)("%s starts by one command, on the packed packages", (name) => {
  const cwd = join(folder, name);
  const { private: isPrivate, scripts } = JSON.parse(read(name, "package.json"));

  expect(scripts.start).toMatch(/^node (src\/main|server\/\S+)\.ts$|&& /);
  expect(isPrivate).toBe(true);
  for (const installed of readdirSync(join(cwd, "node_modules/@model-access"))) {
    expect(realpathSync(join(cwd, "node_modules/@model-access", installed))).toContain(folder);
  }
});

const key = (name: string) => ({ MODEL_ACCESS_API_KEY: name });

test.each<[name: string, failure: string, code: number, says: string, args: string[], env?: NodeJS.ProcessEnv]>([
  ["tool-loop", "a missing key", 2, "apiKey is missing; pass", [], key("")],
  ["tool-loop", "a wrong key", 1, "check the API key", [], key("sk-wrong")],
  ["tool-loop", "a cut stream", 1, "before the end marker", [], key("sk-mock-full!clean-cut;at=3")],
  [
    "tool-loop",
    "a model that never answers",
    1,
    "The model had no answer after 5 turns",
    ["Send me round in circles."],
  ],
  ["batch", "too few points", 1, "add points", [], key("sk-mock-low")],
  ["batch", "too small a budget", 1, "was not sent: it may cost", [], { MAX_POINTS: "60" }],
  ["batch", "a budget that is no number", 2, "maxPoints is not a number", [], { MAX_POINTS: "all" }],
  ["batch", "a missing file", 2, "There is no file nothing.jsonl", ["nothing.jsonl"]],
  ["batch", "a file that has no prompts", 2, "package.json:1 is not like", ["package.json"]],
  ["video", "a video that can't be made", 1, "failed: The prompt has [fail] in it", ["[fail]"]],
  ["video", "a key without permission", 1, "answered 403", [], key("sk-mock-limited")],
  ["video", "a missing folder", 2, "Nothing can be written to nowhere", ["A boat.", "nowhere/boat.mp4"]],
  ["bot-attachment", "a missing file", 2, "nothing.csv can't be read", ["nothing.csv"]],
  ["bot-attachment", "a bot that fails", 1, "failed in the middle", ["sales.csv", "[error]"]],
  ["bot-attachment", "a busy bot", 1, "The same question may be asked again.", ["sales.csv", "[error retry]"]],
  ["chat-route", "a missing key", 2, "apiKey is missing; pass", [], key("")],
])("%s reports %s in a sentence", async (name, _failure, code, says, args, env) => {
  const ended = await runExample(name, args, env);

  expect(ended.stderr).toContain(says);
  expect(ended.stderr).not.toMatch(stackTrace);
  expect(ended.code).toBe(code);
});

test("tool-loop runs tools concurrently, and answers from their results", async () => {
  const { code, stdout, stderr } = await runExample("tool-loop");

  expect(stderr).toMatch(/^get_weather\(\{"city":"\w+"\}\): /m);
  expect(stderr).toMatch(/^get_time\(\{"city":"\w+"\}\): \d\d:\d\d:\d\d$/m);
  expect(stdout).toMatch(/^> .+ \(from `get_weather`\)$/m);
  expect(code).toBe(0);
});

test("tool-loop reports an unknown tool to the model", async () => {
  const { code, stdout, stderr } = await runExample("tool-loop", ["When are the tides?"]);

  expect(stderr).toContain(
    'get_tides({"city":"Oslo"}): AI_NoSuchToolError: Model tried to call unavailable tool \'get_tides\'',
  );
  expect(stderr).toContain('get_weather({"city":"Paris"}): rain, 9 °C');
  expect(stdout).not.toBe("");
  expect(code).toBe(0);
});

describe("batch", () => {
  // Few, because the pacer sends them one by one for a minute after the 429.
  const ids = Array.from({ length: 60 }, (_, index) => `p-${index}`);
  let own: MockServer;
  let answered: number;

  beforeAll(async () => {
    answered = 0;
    own = await startMock({
      latency: "instant",
      requestsPerMinute: 10_000,
      state: { keys: { "sk-purse": { name: "purse", points: 40 } } },
      faults: ["status-429;after=1 operation=createChatCompletion times=2"],
      onAnswer: ({ operationId, status }) => {
        if (operationId === "createChatCompletion" && status === 200) answered += 1;
      },
    });
    const lines = ids.map((id, index) => JSON.stringify({ id, prompt: `Name a prime above ${index}.` }));
    writeFileSync(join(folder, "batch/many.jsonl"), `${lines.join("\n")}\n`);
  });
  afterAll(() => own?.close());

  const runBatch = (file: string, env: NodeJS.ProcessEnv = {}) =>
    runExample("batch", [`${file}.jsonl`, `${file}-results.jsonl`], { MODEL_ACCESS_BASE_URL: own.baseURL, ...env });
  const readResults = (file: string): { id: string; text: string }[] =>
    read("batch", `${file}-results.jsonl`)
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));

  const idsOf = (file: string) =>
    readResults(file)
      .map(({ id }) => id)
      .toSorted();

  test("answers all prompts, and after a stop only the remaining ones", async () => {
    const stopped = await runBatch("many", { MODEL_ACCESS_API_KEY: "sk-purse" });
    const before = readResults("many").length;
    // As if the run had been killed while writing a line.
    appendFileSync(join(folder, "batch/many-results.jsonl"), '{"id":"p-4');
    const whole = await runBatch("many", { MAX_POINTS: "20000" });

    expect(stopped.stderr).toContain("add points to the account\n");
    expect(stopped.stderr).toContain(`${before} of 60 answered. Run this again for the rest.`);
    expect(stopped.code).toBe(1);
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(60);
    expect(whole.stderr).toMatch(/^[1-9]\d* points spent\.\n60 of 60 answered\.\n$/);
    expect(whole.code).toBe(0);
    expect(idsOf("many")).toEqual(ids.toSorted());
    expect(readResults("many").filter(({ text }) => text === "")).toEqual([]);
    expect(answered).toBe(60);
  });

  test("names a refused prompt, and answers the others", async () => {
    const lines = [
      '{"id":"good","prompt":"Name one prime."}',
      '{"id":"bad"}',
      '{"id":"fine","prompt":"And one more."}',
    ];
    writeFileSync(join(folder, "batch/some.jsonl"), lines.join("\n"));

    const { code, stderr } = await runBatch("some");

    expect(stderr).toMatch(/^bad: POST \/v1\/chat\/completions answered 400 /m);
    expect(stderr).toContain("2 of 3 answered. Run this again for the rest.");
    expect(code).toBe(1);
    expect(idsOf("some")).toEqual(["fine", "good"]);
  });
});

test("video shows progress and saves the file, and another run can resume the video", async () => {
  const first = await runExample("video", ["A paper boat.", "boat.mp4"]);
  const [, id = ""] = /VIDEO_ID=(\w+)/.exec(first.stderr) ?? [];
  const second = await runExample("video", ["", "again.mp4"], { VIDEO_ID: id });

  expect(first.stderr).toMatch(/^completed, 100 %$/m);
  expect(first).toMatchObject({ code: 0, stdout: "boat.mp4\n" });
  expect(second).toMatchObject({ code: 0, stdout: "again.mp4\n" });
  const file = readFileSync(join(folder, "video/boat.mp4"));
  expect(file.toString("latin1", 4, 8)).toBe("ftyp");
  expect(readFileSync(join(folder, "video/again.mp4")).equals(file)).toBe(true);
});

test("bot-attachment sends a file and parameters, and prints text, replacements and suggestions", async () => {
  const { code, stdout } = await runExample("bot-attachment", ["sales.csv", "Sum it up. [replace] [file]"]);
  const journal = await (await fetch(`${mock.baseURL}/_mock/api/sessions/default/journal.jsonl`)).text();
  const query = journal.split("\n").findLast((line) => line.includes("Sum it up. [replace] [file]")) ?? "";
  const [message] = JSON.parse(JSON.parse(query).request.body.text).query;

  expect(stdout).toMatch(/^Thinking…\n--- The bot starts again ---\n\S/);
  expect(stdout).toMatch(/^File: image-\w+\.png http:/m);
  expect(stdout).toMatch(/^You could say: Tell me more\.$/m);
  expect(code).toBe(0);
  expect(message).toMatchObject({
    attachments: [{ name: "sales.csv", content_type: "text/csv" }],
    parameters: { thinking_budget: 1024 },
  });
});

test("contract-ci passes on a correct deployment, and names new failures of another one", async () => {
  const broken = await startMock({ latency: "instant", faults: ["clean-cut;at=4 operation=createChatCompletion"] });
  const first = await runExample("contract-ci");
  const second = await runExample("contract-ci", [], { MODEL_ACCESS_BASE_URL: broken.baseURL });
  await broken.close();

  expect([first.code, first.stderr], first.stdout).toEqual([0, ""]);
  expect(second.code).toBe(1);
  expect(second.stdout).toContain("chat/stream");
  expect(JSON.parse(read("contract-ci", "last-report.json"))).toMatchObject({
    exitCode: 1,
    comparison: { newlyFailing: expect.arrayContaining([expect.objectContaining({ was: "pass" })]) },
  });
});

describe("chat-route", () => {
  let server: ChildProcess | undefined;
  let output = "";

  /** Starts the server, and resolves to its address. */
  async function start(env: NodeJS.ProcessEnv = {}): Promise<string> {
    output = "";
    const given = {
      cwd: join(folder, "chat-route"),
      env: { ...process.env, ...createSettings({ PORT: "0", ...env }) },
    };
    server = spawn(process.execPath, ["src/main.ts"], given);
    for (const stream of [server.stdout, server.stderr]) stream?.on("data", (text) => (output += text));
    await expect.poll(() => output, patiently).toMatch(/^Open http:\S+\n/);
    return /http:\S+/.exec(output)?.[0] ?? "";
  }

  afterEach(async () => {
    if (server === undefined || server.exitCode !== null) return;
    const ended = once(server, "exit");
    server.kill();
    await ended;
  });

  const body = { model: "any", messages: [{ role: "user" as const, content: "Name one prime." }] };
  const openStream = (url: string, request = body) =>
    new ModelAccess({ apiKey: null, baseURL: `${url}/api/models`, maxRetries: 0 }).chat.completions.stream(request);

  test("serves a page without the key, and streams its answers", async () => {
    const url = await start();

    const html = await (await fetch(url)).text();
    const script = await (await fetch(`${url}/page.js`)).text();
    const text = await openStream(url).text();

    expect(html).toContain('src="/page.js"');
    expect(script).toContain("/api/models");
    expect(html + script).not.toContain("sk-mock");
    // The page contains only the interface that it uses.
    expect(script).not.toContain("message_stop");
    expect(text).not.toBe("");
    await expect.poll(() => output, patiently).toMatch(/^complete, \d+ \+ \d+ tokens, \d+ ms, \S+$/m);
  });

  // The rate limit's delay exceeds the server's own retries.
  test.each([
    ["that a stream was cut", "sk-mock-full!clean-cut;at=3", { name: "StreamIncompleteError" }, "truncated"],
    ["of a rate limit", "sk-mock-full!status-429;after=90", { name: "RateLimitError", retryAfterMs: 90_000 }, ""],
    [
      "no more of its own key or points than that there is no chat",
      "sk-wrong",
      { status: 502, message: expect.stringContaining("The chat is not available") },
      "answered 401",
    ],
  ])("tells the page %s", async (_what, apiKey, failure, logged) => {
    const url = await start({ MODEL_ACCESS_API_KEY: apiKey });

    await expect(openStream(url).text()).rejects.toMatchObject(failure);
    await expect.poll(() => output, patiently).toContain(logged);
    expect(output).not.toContain(apiKey);
    expect(output).not.toMatch(stackTrace);
  });

  test("reports an invalid request to the page", async () => {
    const url = await start();

    // An unknown role.
    const wrong = { ...body, messages: [{ role: "nobody", content: "" }] } as unknown as typeof body;
    const failure = await openStream(url, wrong)
      .text()
      .catch((error: unknown) => error);
    const { status } = await fetch(`${url}/api/models/v1/chat/completions`, { method: "POST", body: "no JSON" });

    expect(failure).toMatchObject({ name: "InvalidParameterError", status: 400 });
    expect(status).toBe(400);
  });

  test("cancels the request to the service when the page is left", async () => {
    const url = await start({ MODEL_ACCESS_API_KEY: "sk-mock-full!stall;at=3" });

    for await (const _chunk of openStream(url)) break;

    await expect.poll(() => output, patiently).toContain("cancelled");
  });

  test("reports a port in use", async () => {
    const { port } = new URL(await start());

    const second = await runExample("chat-route", [], { PORT: port });

    expect(second.stderr).toContain(`address already in use 127.0.0.1:${port}`);
    expect(second.stderr).not.toMatch(stackTrace);
    expect(second.code).toBe(2);
  });
});
