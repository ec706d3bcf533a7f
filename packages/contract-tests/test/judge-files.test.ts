// @module-tag socket
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ExchangeRecord, exchangeFormat, requirements, writeExchange } from "@model-access/contract";
import { startMock } from "@model-access/mock";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { changesText } from "../src/report/changes-text.js";
import { compareReports } from "../src/report/compare-reports.js";
import { trafficReport } from "../src/traffic/traffic-report.js";
import { callCommand } from "./call-command.ts";
import { sampleReport } from "./sample-report.ts";

const command = join(import.meta.dirname, "../dist/command.js");
const folder = mkdtempSync(join(tmpdir(), "contract-judge-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("judges JSON Lines and HAR without a key, and writes every form", () => {
  const [lines, har, json, sarif] = ["a.jsonl", "b.har", "r.json", "r.sarif"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  writeFileSync(
    lines,
    [exchange({}), exchange({ status: 429, type: "text/html", text: "<h1>Busy</h1>" })].map(writeExchange).join(""),
  );
  writeFileSync(har, JSON.stringify({ log: { version: "1.2", entries: [harEntry()] } }));

  const args = [command, "judge", lines, har, "--json", json, "--sarif", sarif];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", env: {} });

  const report = JSON.parse(readFileSync(json, "utf8"));
  expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
  expect(report).toMatchObject({ calls: 3, exitCode: 1, billedCalls: 0 });
  expect(report.rules.find(({ id }: { id: string }) => id === "service/refusals/retry-after")).toMatchObject({
    outcome: "fail",
    judged: 1,
    broken: 1,
    exchange: "x-429",
  });
  expect(stdout).toContain("in 2 of 2 exchanges judged");
  expect(JSON.parse(readFileSync(sarif, "utf8")).version).toBe("2.1.0");
});

test("says of traffic how many exchanges there are, and nothing of what they cost", async () => {
  const file = join(folder, "cost.jsonl");
  writeFileSync(file, writeExchange(exchange({})));

  const { stdout } = await judge([file]);

  const rows = requirements.filter(({ on }) => on.includes("check")).length;
  expect(stdout).toContain("\n1 recorded exchange, from the first to the last 0.0 s.\n");
  expect(stdout).toMatch(new RegExp(`\n\\d+ of ${rows} requirements of the specification checked\\.`));
  expect(stdout).not.toContain("billed");
});

test("tells an area without exchanges from one whose exchanges have nothing to judge", () => {
  const { areas, rules } = trafficReport([exchange({}), exchange({ target: "/v1/videos", status: 400 })], {
    source: "test",
  });

  const reasonOf = (name: string) => areas.find((area) => area.name === name)?.reason;
  expect(reasonOf("videos")).toBe("No exchange has a video to judge.");
  expect(reasonOf("bots")).toBe("No exchange of this kind was recorded.");
  expect(rules.find(({ id }) => id === "chat/stream/bytes")?.message).toBe("No exchange has what this rule checks.");
});

test.each([
  ["a file without an exchange", "", [], "a.jsonl: it has no exchanges."],
  ["exchanges of another API", "/other", [], "a.jsonl: none of its exchanges is an answered call of the API."],
  [
    "an area that no exchange is about",
    undefined,
    ["--only", "videos"],
    "Could not judge videos: No exchange of this kind was",
  ],
])("exits 3 for %s, with the reason", async (_what, target, args, reason) => {
  const file = join(mkdtempSync(join(folder, "none-")), "a.jsonl");
  writeFileSync(file, target === "" ? "" : writeExchange(exchange(target === undefined ? {} : { target })));

  const { code, stdout } = await judge([file, ...args]);

  expect(code).toBe(3);
  expect(stdout).toContain(reason);
});

test("judges what is whole of a file whose last line is cut off, and says so", async () => {
  const file = join(folder, "cut.jsonl");
  writeFileSync(file, writeExchange(exchange({})).repeat(2) + writeExchange(exchange({})).slice(0, 100));

  const { stdout, stderr } = await judge([file]);

  expect(stdout).toContain("2 recorded exchanges");
  expect(stderr).toBe(`Line 3 of ${file} is incomplete and was skipped.\n`);
});

test("names the line of a long file that is no exchange", async () => {
  const file = join(folder, "wrong.jsonl");
  const line = writeExchange(exchange({ text: "x".repeat(50_000) }));
  writeFileSync(file, `${line.repeat(60)}{}\n${line}`);

  const { code, stderr } = await judge([file]);

  expect(code).toBe(2);
  expect(stderr).toContain("Line 61 is no exchange record");
});

test("leaves a journal in the report folder as it is", async () => {
  const reports = mkdtempSync(join(folder, "report-"));
  const journal = join(reports, "exchanges.jsonl");
  writeFileSync(journal, writeExchange(exchange({})));

  const { stdout } = await judge([journal, "--report", reports]);

  expect(stdout).toContain("1 recorded exchange,");
  expect(readFileSync(journal, "utf8")).toBe(writeExchange(exchange({})));
  expect(existsSync(join(reports, "report.html"))).toBe(true);
});

test("goes by the topics and the rules that are named", async () => {
  const file = join(folder, "c.jsonl");
  writeFileSync(file, writeExchange(exchange({ status: 429, type: "text/html", text: "<h1>Busy</h1>" })));

  expect((await judge([file])).code).toBe(1);
  expect((await judge([file, "--fail-on", "security"])).code).toBe(0);
  expect((await judge([file, "--only", "service/refusals/status"])).code).toBe(0);
});

test.each([
  ["a file that is not there", ["nowhere.jsonl"], "nowhere.jsonl can't be read;"],
  ["a file that is something else", [import.meta.filename], "can't be judged: Line 1 is no exchange record"],
])("refuses %s in one sentence", async (_what, files, message) => {
  const { code, stderr } = await judge(files);

  expect(code).toBe(2);
  expect(stderr).toContain(message);
});

test("finds what only several exchanges show: an id twice, and a balance that falls without an entry", () => {
  const { rules } = trafficReport(
    [exchange({ id: "one" }), exchange({ id: "two" }), ...fallOf40({ first: 1, second: 1 })],
    { source: "test" },
  );

  const outcomes = Object.fromEntries(rules.map(({ id, outcome }) => [id, outcome]));
  expect(outcomes).toMatchObject({ "chat/ids-unique": "warn", "account/history-explains-balance": "note" });
});

test.each([
  ["two keys may be of two accounts", { first: 1, second: 2 }],
  ["a recorder does not tell keys apart", { first: undefined, second: undefined }],
  ["the history is read from its second page on", { first: 1, second: 1, query: "?limit=1&starting_after=q2" }],
])("explains no fall of a balance where %s", (_what, options) => {
  const { rules } = trafficReport(fallOf40(options), { source: "test" });

  expect(rules.find(({ id }) => id === "account/history-explains-balance")?.outcome).toBe("skip");
});

test("finds a stream that came in pages, and a cache in front of an account", () => {
  const events = Array.from(
    { length: 60 },
    (_, index) => `data: {"number":${index},"filler":"${"x".repeat(100)}"}\n\n`,
  );
  const whole = events.join("");
  const chunks = [
    { atMs: 700, text: whole.slice(0, 4096) },
    { atMs: 1_200, text: whole.slice(4096) },
  ];

  const { rules } = trafficReport(
    [
      exchange({ id: "paged", type: "text/event-stream", chunks }),
      exchange({ id: "cached", target: "/usage/current_balance", text: "{}", headers: [["age", "7"]] }),
    ],
    { source: "test" },
  );

  const held = rules.find(({ id }) => id === "service/streams-not-held-back");
  expect(held).toMatchObject({ outcome: "fail", message: expect.stringContaining("proxy_buffering off") });
  expect(rules.find(({ id }) => id === "account/not-cached")?.outcome).toBe("warn");
});

/** Two readings of a balance with 40 points between them, and a history that has a cost of 5. */
function fallOf40({
  first,
  second,
  query = "",
}: {
  first: number | undefined;
  second: number | undefined;
  query?: string;
}) {
  const at = (seconds: number) => new Date(Date.UTC(2026, 10, 1, 12, 0, seconds)).toISOString();
  const balance = (id: string, seconds: number, points: number, account: number | undefined) => {
    const text = JSON.stringify({ current_point_balance: points });
    return exchange({ id, at: at(seconds), target: "/usage/current_balance", text, account });
  };
  const history = JSON.stringify({
    data: [{ query_id: "q1", creation_time: Date.UTC(2026, 10, 1, 11) * 1000, usage_type: "API", cost_points: 5 }],
    has_more: false,
    length: 1,
  });
  return [
    balance("b1", 1, 100, first),
    balance("b2", 30, 60, second),
    exchange({ id: "h", at: at(40), target: `/usage/points_history${query}`, text: history, account: first }),
  ];
}

test("a monitor compares with its last report, and leaves a text where something has changed", async () => {
  const mock = await startMock({ latency: "instant" });
  onTestFinished(() => mock.close());
  const reports = join(folder, "monitor");
  const changes = join(reports, "changes.md");
  const args = ["--monitor", "--report", reports, "--base-url", mock.baseURL, "--only", "models,keys"];
  const monitor = () => callCommand(args, { MODEL_ACCESS_API_KEY: "sk-mock-full" });

  const first = await monitor();
  const hadChanges = existsSync(changes);
  const last = JSON.parse(readFileSync(join(reports, "report.json"), "utf8"));
  last.rules[0].outcome = "fail";
  writeFileSync(join(reports, "report.json"), JSON.stringify(last));
  const second = await monitor();
  const text = readFileSync(changes, "utf8");
  const third = await monitor();

  expect([first.code, second.code, third.code]).toEqual([0, 0, 0]);
  expect(hadChanges).toBe(false);
  expect(text).toContain("**Newly passing:**");
  expect(text).toContain("`models/list/status` (fail, now pass)");
  expect(existsSync(changes)).toBe(false);
  expect(first.stdout).toMatch(/ calls, 0 billed, 0 points/);
});

test("says of each change what is wrong", () => {
  const last = sampleReport([{ id: "chat/reply/text" }]);
  const now = sampleReport([{ id: "chat/reply/text", outcome: "fail", message: "The text is null." }]);

  expect(changesText(compareReports(last, now))).toContain("- `chat/reply/text` (pass, now fail): `The text is null.`");
  expect(changesText(compareReports(last, last))).toBeUndefined();
});

/** Judges in this process. */
const judge = (args: string[]) => callCommand(["judge", ...args]);

interface Seen {
  id?: string;
  /** The number of the key, by the recorder. */
  account?: number | undefined;
  chunks?: { atMs: number; text: string }[];
  headers?: [string, string][];
  at?: string;
  target?: string;
  status?: number;
  type?: string;
  text?: string;
}

const completion = JSON.stringify({
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1_793_500_000,
  model: "m",
  choices: [{ index: 0, message: { role: "assistant", content: "Yes." }, finish_reason: "stop" }],
  usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
});

function exchange(seen: Seen): ExchangeRecord {
  const { status = 200, id = `x-${status}`, at = "2026-11-01T12:00:00.000Z", target = "/v1/chat/completions" } = seen;
  const { type = "application/json", text = completion, account, headers = [] } = seen;
  const { chunks = [{ atMs: 6, text }] } = seen;
  return {
    format: exchangeFormat,
    id,
    at,
    request: {
      method: target.startsWith("/usage") ? "GET" : "POST",
      target,
      headers: [["authorization", "[key]"]],
      ...(!target.startsWith("/usage") && {
        body: { text: JSON.stringify({ model: "m", messages: [{ role: "user", content: "Is it?" }] }) },
      }),
    },
    response: {
      status,
      headers: [["content-type", type], ...headers],
      headersMs: 5,
      chunks,
      endMs: chunks.at(-1)?.atMs ?? 6,
      ending: "complete",
    },
    ...(account !== undefined && { notes: { key: account } }),
  };
}

function harEntry() {
  return {
    startedDateTime: "2026-11-01T12:00:00.000Z",
    time: 10,
    request: { method: "GET", url: "https://h.example/v1/models", headers: [], bodySize: 0 },
    response: {
      status: 401,
      headers: [],
      content: { mimeType: "text/plain", text: "no" },
    },
    timings: {},
  };
}

test("takes no metadata for a secret that the client has sent itself", () => {
  const token = "sk-proj-Zq81mWvT5cXe93LkPz0aRb";
  const own = {
    ...exchange({ text: completion.replace('"model":"m"', `"model":"m","metadata":{"trace":"${token}"}`) }),
  };
  const echoed = {
    ...own,
    request: { ...own.request, body: { text: JSON.stringify({ metadata: { trace: token } }) } },
  };
  const found = (record: ExchangeRecord) =>
    trafficReport([record], { source: "test" }).rules.find(({ id }) => id === "service/no-secrets")?.outcome;

  expect(found(own)).not.toBe("pass");
  expect(found(echoed)).toBe("pass");
});

test("finds a wrong total of a plain completion once", () => {
  const wrong = exchange({ text: completion.replace('"total_tokens":5', '"total_tokens":9') });

  const { rules } = trafficReport([wrong], { source: "test" });

  expect(rules.filter(({ outcome }) => ["fail", "warn", "note"].includes(outcome)).map(({ id }) => id)).toEqual([
    "chat/reply/usage-sum",
  ]);
});
