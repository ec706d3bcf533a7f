// @module-tag socket
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ExchangeRecord, requirements, writeExchange } from "@model-access/contract";
import { startMock } from "@model-access/mock";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { changesText } from "../src/report/changes-text.js";
import { compareReports } from "../src/report/compare-reports.js";
import { trafficReport } from "../src/traffic/traffic-report.js";
import { callCommand } from "./call-command.ts";
import { ruleIn } from "./deployment.ts";
import { brokenIn } from "./faults/run-fault.ts";
import { completion, recordedExchange as exchange } from "./recorded-exchange.ts";
import { sampleReport } from "./sample-report.ts";

const command = join(import.meta.dirname, "../dist/command.js");
const folder = mkdtempSync(join(tmpdir(), "contract-judge-"));
afterAll(() => rmSync(folder, { recursive: true }));

const busy = exchange({ status: 429, type: "text/html", text: "<h1>Busy</h1>" });

const harEntry = {
  ...{ startedDateTime: "2026-11-01T12:00:00.000Z", time: 10, timings: {} },
  request: { method: "GET", url: "https://h.example/v1/models", headers: [], bodySize: 0 },
  response: { status: 401, headers: [], content: { mimeType: "text/plain", text: "no" } },
};

/** Writes a file of text or of exchanges, and gives its path. */
function file(name: string, ...content: string[] | ExchangeRecord[]): string {
  const path = join(folder, name);
  writeFileSync(path, content.map((each) => (typeof each === "string" ? each : writeExchange(each))).join(""));
  return path;
}

test("judges JSON Lines and HAR without a key, and writes every form", () => {
  const [json, sarif] = [join(folder, "r.json"), join(folder, "r.sarif")];
  const lines = file("a.jsonl", exchange(), busy);
  const har = file("b.har", JSON.stringify({ log: { version: "1.2", entries: [harEntry] } }));

  const args = [command, "judge", lines, har, "--json", json, "--sarif", sarif];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", env: {} });

  const report = JSON.parse(readFileSync(json, "utf8"));
  expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
  expect(report).toMatchObject({ calls: 3, exitCode: 1, billedCalls: 0 });
  expect(ruleIn(report, "service/refusals/retry-after")).toMatchObject({
    outcome: "fail",
    judged: 1,
    broken: 1,
    exchange: "x-429",
  });
  expect(stdout).toContain("in 2 of 2 exchanges judged");
  expect(JSON.parse(readFileSync(sarif, "utf8")).version).toBe("2.1.0");
});

test("says of traffic how many exchanges there are, and nothing of what they cost", async () => {
  const { stdout } = await judge([file("cost.jsonl", exchange())]);

  const rows = requirements.filter(({ on }) => on.includes("check")).length;
  expect(stdout).toContain("\n1 recorded exchange, from the first to the last 0.0 s.\n");
  expect(stdout).toMatch(new RegExp(`\n\\d+ of ${rows} requirements of the specification checked\\.`));
  expect(stdout).not.toContain("billed");
});

test("tells an area without exchanges from one whose exchanges have nothing to judge", () => {
  const report = judged(exchange(), exchange({ target: "/v1/videos", status: 400 }));

  const reasonOf = (name: string) => report.areas.find((area) => area.name === name)?.reason;
  expect(reasonOf("videos")).toBe("No exchange has a video to judge.");
  expect(reasonOf("bots")).toBe("No exchange of this kind was recorded.");
  expect(ruleIn(report, "chat/stream/bytes")?.message).toBe("No exchange has what this rule checks.");
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
  const records = target === "" ? [] : [exchange(target === undefined ? {} : { target })];
  const { code, stdout } = await judge([file("none-a.jsonl", ...records), ...args]);

  expect(code).toBe(3);
  expect(stdout).toContain(reason);
});

test("judges what is whole of a file whose last line is cut off, and says so", async () => {
  const line = writeExchange(exchange());
  const path = file("cut.jsonl", line, line, line.slice(0, 100));

  const { stdout, stderr } = await judge([path]);

  expect(stdout).toContain("2 recorded exchanges");
  expect(stderr).toBe(`Line 3 of ${path} is incomplete and was skipped.\n`);
});

test("names the line of a long file that is no exchange", async () => {
  const line = writeExchange(exchange({ text: "x".repeat(50_000) }));

  const { code, stderr } = await judge([file("wrong.jsonl", line.repeat(60), "{}\n", line)]);

  expect(code).toBe(2);
  expect(stderr).toContain("Line 61 is no exchange record");
});

test("leaves a journal in the report folder as it is", async () => {
  const journal = file("exchanges.jsonl", exchange());

  const { stdout } = await judge([journal, "--report", folder]);

  expect(stdout).toContain("1 recorded exchange,");
  expect(readFileSync(journal, "utf8")).toBe(writeExchange(exchange()));
  expect(existsSync(join(folder, "report.html"))).toBe(true);
});

test("goes by the topics and the rules that are named", async () => {
  const codeOf = async (...args: string[]) => (await judge([file("c.jsonl", busy), ...args])).code;

  expect(await codeOf()).toBe(1);
  expect(await codeOf("--fail-on", "security")).toBe(0);
  expect(await codeOf("--only", "service/refusals/status")).toBe(0);
});

test.each([
  ["a file that is not there", ["nowhere.jsonl"], "nowhere.jsonl can't be read;"],
  ["a file that is something else", [import.meta.filename], "can't be judged: Line 1 is no exchange record"],
])("refuses %s in one sentence", async (_what, files, message) => {
  const { code, stderr } = await judge(files);

  expect(code).toBe(2);
  expect(stderr).toContain(message);
});

const judged = (...records: ExchangeRecord[]) => trafficReport(records, { source: "test" });

test("finds what only several exchanges show: an id twice, and a balance that falls without an entry", () => {
  const report = judged(exchange({ id: "one" }), exchange({ id: "two" }), ...fallOf40({ first: 1, second: 1 }));

  expect(ruleIn(report, "chat/ids-unique")?.outcome).toBe("warn");
  expect(ruleIn(report, "account/history-explains-balance")?.outcome).toBe("note");
});

test.each<[string, Parameters<typeof fallOf40>[0]]>([
  ["two keys may be of two accounts", { first: 1, second: 2 }],
  ["a recorder does not tell keys apart", {}],
  ["the history is read from its second page on", { first: 1, second: 1, query: "?limit=1&starting_after=q2" }],
])("explains no fall of a balance where %s", (_what, options) => {
  const report = judged(...fallOf40(options));

  expect(ruleIn(report, "account/history-explains-balance")?.outcome).toBe("skip");
});

test("finds a stream that came in pages, and a cache in front of an account", () => {
  const filler = "x".repeat(100);
  const whole = Array.from({ length: 60 }, (_, number) => `data: ${JSON.stringify({ number, filler })}\n\n`).join("");
  const chunks = [
    { atMs: 700, text: whole.slice(0, 4096) },
    { atMs: 1_200, text: whole.slice(4096) },
  ];

  const report = judged(
    exchange({ id: "paged", type: "text/event-stream", chunks }),
    exchange({ id: "cached", target: "/usage/current_balance", text: "{}", headers: [["age", "7"]] }),
  );

  expect(ruleIn(report, "service/streams-not-held-back")).toMatchObject({
    outcome: "fail",
    message: expect.stringContaining("proxy_buffering off"),
  });
  expect(ruleIn(report, "account/not-cached")?.outcome).toBe("warn");
});

/** Two readings of a balance with 40 points between them, and a history that has a cost of 5. */
function fallOf40({ first, second, query = "" }: { first?: number; second?: number; query?: string }) {
  const read = (seconds: number, target: string, body: object, account?: number) => {
    const at = new Date(Date.UTC(2026, 10, 1, 12, 0, seconds)).toISOString();
    return exchange({ id: `at-${seconds}`, at, target, text: JSON.stringify(body), account });
  };
  const entry = { query_id: "q1", creation_time: Date.UTC(2026, 10, 1, 11) * 1000, usage_type: "API", cost_points: 5 };
  return [
    read(1, "/usage/current_balance", { current_point_balance: 100 }, first),
    read(30, "/usage/current_balance", { current_point_balance: 60 }, second),
    read(40, `/usage/points_history${query}`, { data: [entry], has_more: false, length: 1 }, first),
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

test("takes no metadata for a secret that the client has sent itself", () => {
  const metadata = { trace: "sk-proj-Zq81mWvT5cXe93LkPz0aRb" };
  const text = JSON.stringify({ ...JSON.parse(completion), metadata });
  const outcomeOf = (record: ExchangeRecord) => ruleIn(judged(record), "service/no-secrets")?.outcome;

  expect(outcomeOf(exchange({ text }))).not.toBe("pass");
  expect(outcomeOf(exchange({ text, sent: { metadata } }))).toBe("pass");
});

test("finds a wrong total of a plain completion once", () => {
  const report = judged(exchange({ text: completion.replace('"total_tokens":5', '"total_tokens":9') }));

  expect(brokenIn(report)).toEqual(["chat/reply/usage-sum"]);
});
