import { appendFileSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type MockServer, startMock } from "@model-access/mock";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { copyExample, examples } from "../project.ts";
import { type Run, run } from "../run.ts";

/** The programs. The chat app is built and has tests of its own, in its folder. */
const names = readdirSync(examples, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== "chat-app")
  .map(({ name }) => name);

const folders = new Map<string, string>();
let mock: MockServer;

beforeAll(async () => {
  for (const name of names) folders.set(name, await copyExample(name));
  mock = await startMock({
    latency: "instant",
    // Twenty times as fast, so that a video takes half a second.
    clock: { now: () => 20 * Date.now(), sleep: (ms) => delay(ms / 20) },
    requestsPerMinute: 10_000,
    state: {
      replies: [
        ...[1, 2, 3, 4, 5].map((turn) => ({
          text: "round in circles",
          turn,
          reply: { toolCalls: [{ name: "get_weather", arguments: { city: "Oslo" } }] },
        })),
        {
          text: "tides",
          reply: {
            toolCalls: [
              { name: "get_tides", arguments: { city: "Oslo" } },
              { name: "get_weather", arguments: { city: "Paris" } },
            ],
          },
        },
      ],
    },
  });
});

afterAll(async () => {
  await mock?.close();
});

function folderOf(name: string): string {
  return folders.get(name) ?? "";
}

function runExample(name: string, args: string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Run> {
  const settings = { MODEL_ACCESS_BASE_URL: mock.baseURL, MODEL_ACCESS_API_KEY: "sk-mock-full", ...env };
  return run(process.execPath, ["src/main.ts", ...args], { cwd: folderOf(name), env: settings });
}

test.each(names)("%s starts by one command and type-checks outside the workspace", async (name) => {
  const folder = folderOf(name);
  const { private: isPrivate, scripts } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

  const { code, stdout } = await run(process.execPath, ["node_modules/typescript/bin/tsc"], { cwd: folder });

  expect(stdout).toBe("");
  expect(code).toBe(0);
  expect(scripts.start).toMatch(/^node (src\/main|server\/\S+)\.ts$|&& /);
  expect(isPrivate).toBe(true);
  for (const name of readdirSync(join(folder, "node_modules/@model-access"))) {
    expect(realpathSync(join(folder, "node_modules/@model-access", name))).toContain(folder);
  }
});

test.each([
  ["tool-loop", "a missing key", { env: { MODEL_ACCESS_API_KEY: "" }, code: 2, says: "apiKey is missing; pass" }],
  ["tool-loop", "a wrong key", { env: { MODEL_ACCESS_API_KEY: "sk-wrong" }, code: 1, says: "check the API key" }],
  [
    "tool-loop",
    "a cut stream",
    { env: { MODEL_ACCESS_API_KEY: "sk-mock-full!clean-cut;at=3" }, code: 1, says: "before the end marker" },
  ],
  [
    "tool-loop",
    "a model that never answers",
    { args: ["Send me round in circles."], code: 1, says: "The model had no answer after 5 turns" },
  ],
  ["batch", "too few points", { env: { MODEL_ACCESS_API_KEY: "sk-mock-low" }, code: 1, says: "add points" }],
  ["batch", "too small a budget", { env: { MAX_POINTS: "60" }, code: 1, says: "was not sent: it may cost" }],
  ["batch", "a budget that is no number", { env: { MAX_POINTS: "all" }, code: 2, says: "maxPoints is not a number" }],
  ["batch", "a missing file", { args: ["nothing.jsonl"], code: 2, says: "There is no file nothing.jsonl" }],
  ["batch", "a file that has no prompts", { args: ["package.json"], code: 2, says: "package.json:1 is not like" }],
  ["video", "a video that can't be made", { args: ["[fail]"], code: 1, says: "failed: The prompt has [fail] in it" }],
  [
    "video",
    "a key without permission",
    { env: { MODEL_ACCESS_API_KEY: "sk-mock-limited" }, code: 1, says: "answered 403" },
  ],
  [
    "video",
    "a folder that is not there",
    { args: ["A boat.", "nowhere/boat.mp4"], code: 2, says: "Nothing can be written to nowhere" },
  ],
  ["bot-attachment", "a missing file", { args: ["nothing.csv"], code: 2, says: "nothing.csv can't be read" }],
  ["bot-attachment", "a bot that fails", { args: ["sales.csv", "[error]"], code: 1, says: "failed in the middle" }],
  [
    "bot-attachment",
    "a bot that is busy",
    { args: ["sales.csv", "[error retry]"], code: 1, says: "The same question may be asked again." },
  ],
  ["chat-route", "a missing key", { env: { MODEL_ACCESS_API_KEY: "" }, code: 2, says: "apiKey is missing; pass" }],
] as [string, string, { args?: string[]; env?: NodeJS.ProcessEnv; code: number; says: string }][])(
  "%s tells of %s in a sentence",
  async (name, _failure, { args, env, code, says }) => {
    const ended = await runExample(name, args, env);

    expect(ended.stderr).toContain(says);
    expect(ended.stderr).not.toMatch(/^ {4}at /m);
    expect(ended.code).toBe(code);
  },
);

test("tool-loop runs tools side by side, and answers from what they gave", async () => {
  const { code, stdout, stderr } = await runExample("tool-loop");

  expect(stderr).toMatch(/^get_weather\(\{"city":"\w+"\}\): /m);
  expect(stderr).toMatch(/^get_time\(\{"city":"\w+"\}\): \d\d:\d\d:\d\d$/m);
  expect(stdout).toMatch(/^> .+ \(from `get_weather`\)$/m);
  expect(code).toBe(0);
});

test("tool-loop lets the model read that there is no such tool", async () => {
  const { code, stdout, stderr } = await runExample("tool-loop", ["When are the tides?"]);

  expect(stderr).toContain(
    'get_tides({"city":"Oslo"}): AI_NoSuchToolError: Model tried to call unavailable tool \'get_tides\'',
  );
  expect(stderr).toContain('get_weather({"city":"Paris"}): rain, 9 °C');
  expect(stdout).not.toBe("");
  expect(code).toBe(0);
});

describe("batch", () => {
  const ids = Array.from({ length: 500 }, (_, index) => `p-${index}`);
  let own: MockServer;
  let answered: number;

  beforeAll(async () => {
    answered = 0;
    own = await startMock({
      latency: "instant",
      requestsPerMinute: 10_000,
      state: { keys: { "sk-purse": { name: "purse", points: 500 } } },
      faults: ["status-429;after=1 operation=createChatCompletion times=2"],
      onAnswer: ({ operationId, status }) => {
        if (operationId === "createChatCompletion" && status === 200) answered += 1;
      },
    });
    const lines = ids.map((id, index) => JSON.stringify({ id, prompt: `Name a prime above ${index}.` }));
    writeFileSync(join(folderOf("batch"), "many.jsonl"), `${lines.join("\n")}\n`);
  });
  afterAll(() => own?.close());

  const runBatch = (file: string, env: NodeJS.ProcessEnv = {}) =>
    runExample("batch", [`${file}.jsonl`, `${file}-results.jsonl`], { MODEL_ACCESS_BASE_URL: own.baseURL, ...env });
  const resultsOf = (file: string): { id: string; text: string }[] =>
    readFileSync(join(folderOf("batch"), `${file}-results.jsonl`), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));

  test("answers 500 prompts, and after a stop only those that are open", async () => {
    const stopped = await runBatch("many", { MODEL_ACCESS_API_KEY: "sk-purse" });
    const before = resultsOf("many").length;
    // As if it had been killed in the middle of a line.
    appendFileSync(join(folderOf("batch"), "many-results.jsonl"), '{"id":"p-4');
    const whole = await runBatch("many", { MAX_POINTS: "20000" });

    expect(stopped.stderr).toContain("add points to the account\n");
    expect(stopped.stderr).toContain(`${before} of 500 answered. Run this again for the rest.`);
    expect(stopped.code).toBe(1);
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(500);
    expect(whole.stderr).toMatch(/^[1-9]\d* points spent\.\n500 of 500 answered\.\n$/);
    expect(whole.code).toBe(0);
    expect(
      resultsOf("many")
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(ids.toSorted());
    expect(resultsOf("many").filter(({ text }) => text === "")).toEqual([]);
    expect(answered).toBe(500);
  });

  test("names a prompt that is refused, and answers the others", async () => {
    const lines = [
      '{"id":"good","prompt":"Name one prime."}',
      '{"id":"bad"}',
      '{"id":"fine","prompt":"And one more."}',
    ];
    writeFileSync(join(folderOf("batch"), "some.jsonl"), lines.join("\n"));

    const { code, stderr } = await runBatch("some");

    expect(stderr).toMatch(/^bad: POST \/v1\/chat\/completions answered 400 /m);
    expect(stderr).toContain("2 of 3 answered. Run this again for the rest.");
    expect(code).toBe(1);
    expect(
      resultsOf("some")
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(["fine", "good"]);
  });
});

test("video shows how far it is, saves the file, and another run can take the video over", async () => {
  const first = await runExample("video", ["A paper boat.", "boat.mp4"]);
  const [, id = ""] = /VIDEO_ID=(\w+)/.exec(first.stderr) ?? [];
  const second = await runExample("video", ["", "again.mp4"], { VIDEO_ID: id });

  expect(first.stderr).toMatch(/^completed, 100 %$/m);
  expect(first).toMatchObject({ code: 0, stdout: "boat.mp4\n" });
  expect(second).toMatchObject({ code: 0, stdout: "again.mp4\n" });
  const file = readFileSync(join(folderOf("video"), "boat.mp4"));
  expect(file.toString("latin1", 4, 8)).toBe("ftyp");
  expect(readFileSync(join(folderOf("video"), "again.mp4")).equals(file)).toBe(true);
});

test("bot-attachment sends file and parameters, and prints what the bot says, takes back and suggests", async () => {
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

test("contract-ci passes on a deployment that keeps the contract, and says what is new on one that does not", async () => {
  const broken = await startMock({ latency: "instant", faults: ["clean-cut;at=4 operation=createChatCompletion"] });
  const first = await runExample("contract-ci");
  const second = await runExample("contract-ci", [], { MODEL_ACCESS_BASE_URL: broken.baseURL });
  await broken.close();

  expect([first.code, first.stderr]).toEqual([0, ""]);
  expect(second.code).toBe(1);
  expect(second.stdout).toContain("chat/stream");
  expect(JSON.parse(readFileSync(join(folderOf("contract-ci"), "last-report.json"), "utf8"))).toMatchObject({
    exitCode: 1,
    comparison: { newlyFailing: expect.arrayContaining([expect.objectContaining({ was: "pass" })]) },
  });
});
