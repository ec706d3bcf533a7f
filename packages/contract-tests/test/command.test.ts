// @module-tag socket
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ExchangeRecord, readExchanges, recordedBytes } from "@model-access/contract";
import { type MockServer, startMock } from "@model-access/mock";
import { afterAll, beforeAll, expect, test } from "vitest";
import { usage } from "../src/command-line/usage.js";
import { rules } from "../src/index.js";
import { keyVariables } from "../src/keys/key-variables.js";
import { callCommand, startCommand } from "./call-command.ts";
import { listen, ruleIn } from "./deployment.ts";

const folder = mkdtempSync(join(tmpdir(), "contract-tests-"));
const nothing = join(folder, "nothing.json");
writeFileSync(nothing, "");
const own = { MODEL_ACCESS_API_KEY: "sk-mock-full" };
const read = (name: string) => readFileSync(join(folder, name), "utf8");
const to = ["--base-url", "http://127.0.0.1:1"];
let mock: MockServer;

beforeAll(async () => {
  mock = await startMock({ latency: "instant" });
});

afterAll(async () => {
  await mock.close();
  rmSync(folder, { recursive: true });
});

test("passes on the mock, prints the report and writes it in every form", async () => {
  const [json, junit, html, markdown] = ["r.json", "r.xml", "r.html", "r.md"].map((name) => join(folder, name));
  const files = ["--json", json, "--junit", junit, "--html", html, "--markdown", markdown] as string[];

  const { code, stdout, stderr } = await startCommand(["--base-url", `${mock.baseURL}/v1/`, ...files], own).end;
  const report = JSON.parse(read("r.json"));

  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain(`${report.calls} calls, ${report.billedCalls} billed`);
  expect(report.rules.map(({ outcome }: { outcome: string }) => outcome)).not.toContain("fail");
  expect(read("r.xml")).toContain("<testsuites ");
  expect(read("r.html")).toContain("<!doctype html>");
  expect(read("r.md")).toContain("## Contract tests of");
});

test("writes a folder of reports and a journal of every call, with none of the keys in any of them", async () => {
  const keys = {
    MODEL_ACCESS_API_KEY: "sk-mock-full",
    MODEL_ACCESS_API_KEY_NO_PERMISSION: "sk-mock-limited",
    MODEL_ACCESS_API_KEY_NO_POINTS: "sk-mock-low",
    MODEL_ACCESS_API_KEY_REVOKED: "sk-mock-revoked",
    MODEL_ACCESS_API_KEY_LOW_LIMIT: "sk-mock-tiny",
  };

  const { stdout, stderr } = await callCommand(
    ["--base-url", mock.baseURL, "--report", join(folder, "new/folder")],
    keys,
  );
  const files = readdirSync(join(folder, "new/folder"));
  const texts = files.map((name) => read(`new/folder/${name}`));
  const report = JSON.parse(read("new/folder/report.json"));
  const exchanges = readExchanges(read("new/folder/exchanges.jsonl"));

  expect(files.toSorted()).toEqual([
    "exchanges.jsonl",
    "junit.xml",
    "report.html",
    "report.json",
    "report.md",
    "report.sarif",
    "report.txt",
  ]);
  expect(exchanges).toHaveLength(report.calls);
  expect(read("new/folder/report.txt")).toBe(stdout);
  for (const key of Object.values(keys)) {
    const written = [...texts, stdout, stderr, ...exchanges.flatMap(decoded)].filter((text) => text.includes(key));
    expect(written, key).toEqual([]);
  }
});

test("a deployment that writes every key back gets none of them into a report, whole or in part", async () => {
  const reports = join(folder, "echoed");
  const keys = Object.fromEntries(
    Object.values(keyVariables).map((name) => [name, randomBytes(24).toString("base64")]),
  );
  const baseURL = await listen((request, response) => {
    const { authorization = "", "x-api-key": ownHeader = "" } = request.headers;
    const text = JSON.stringify({
      error: { message: `${authorization} ${ownHeader}`, type: authorization, code: "x" },
    });
    response.writeHead(request.url === "/v1/models" ? 200 : 500, {
      "content-type": "application/json",
      "x-request-id": `${authorization}`,
    });
    // The first piece ends in the middle of the key.
    response.write(text.slice(0, 40));
    response.end(text.slice(40));
  });

  const { stdout, stderr } = await callCommand(["--base-url", baseURL, "--report", reports], keys);
  const exchanges = readExchanges(read("echoed/exchanges.jsonl"));
  const written = [
    stdout,
    stderr,
    ...readdirSync(reports).map((name) => read(`echoed/${name}`)),
    ...exchanges.flatMap((exchange) => decoded(exchange).join("")),
  ].join("\n");
  const parts = Object.values(keys).flatMap((key) =>
    [...Array(key.length - 7).keys()].map((at) => key.slice(at, at + 8)),
  );

  expect(exchanges.length).toBeGreaterThan(10);
  expect(parts.filter((part) => written.includes(part))).toEqual([]);
});

test("stops at its limit of calls, and says what did not run", async () => {
  const file = join(folder, "early.json");

  const { code, stdout } = await callCommand(["--base-url", mock.baseURL, "--max-calls", "6", "--json", file], own);
  const report = JSON.parse(read("early.json"));

  expect(code).toBe(4);
  expect(report).toMatchObject({ stopped: "budget", exitCode: 4 });
  expect(report.calls).toBeLessThanOrEqual(6);
  expect(report.rules.filter(({ notRun }: { notRun?: true }) => notRun).length).toBeGreaterThan(10);
  expect(stdout).toContain("The run stopped early because it reached a limit of calls, points or time;");
});

test.skipIf(process.platform === "win32")(
  "Ctrl-C leaves reports that say what did not run, and the calls made so far (by a signal, which Windows does not deliver)",
  async () => {
    const reports = join(folder, "interrupted");
    const baseURL = await listen((request, response) => {
      if (request.url === "/v1/chat/completions") child.kill("SIGINT");
      else forward(request, response);
    });

    const { child, end } = startCommand(["--base-url", baseURL, "--only", "models,chat", "--report", reports], own);
    const { code, stdout } = await end;
    const report = JSON.parse(read("interrupted/report.json"));

    expect(code).toBe(4);
    expect(report).toMatchObject({ stopped: "signal", exitCode: 4 });
    expect(ruleIn(report, "models/list/status")?.outcome).toBe("pass");
    expect(ruleIn(report, "chat/stream/status")?.notRun).toBe(true);
    expect(readExchanges(read("interrupted/exchanges.jsonl")).length).toBeGreaterThan(0);
    expect(stdout).toContain("The run stopped early because it was interrupted;");
  },
);

test("compares with an earlier report, and takes known failures from a baseline", async () => {
  const args = ["--base-url", mock.baseURL, "--only", "models"];
  await callCommand([...args, "--json", join(folder, "last.json")], own);
  const { id } = JSON.parse(read("last.json")).rules[0];
  writeFileSync(join(folder, "baseline.json"), JSON.stringify([{ rule: id, reason: "x", expires: "2999-12-31" }]));

  const { code, stdout } = await callCommand(
    [...args, "--compare", join(folder, "last.json"), "--baseline", join(folder, "baseline.json")],
    own,
  );

  expect(code).toBe(0);
  expect(stdout).toContain("Nothing has changed since ");
  expect(stdout).toContain(`Known failures that pass again; remove them from the baseline:\n  ${id}`);
});

test("prints nothing when it is to be quiet", async () => {
  const result = await callCommand(["--base-url", mock.baseURL, "--only", "models", "--quiet"], own);

  expect(result).toEqual({ code: 0, stdout: "", stderr: "" });
});

test("says of a deployment that can't be reached that the proxy of the environment is not used", async () => {
  const { code, stderr } = await callCommand(to, { ...own, HTTPS_PROXY: "http://127.0.0.1:9" });

  expect(code).toBe(3);
  expect(stderr).toBe("HTTPS_PROXY is set but not used: the contract tests connect to the base URL directly.\n");
});

test("exits 3 for a key that is refused", async () => {
  const { code, stdout } = await callCommand(["--base-url", mock.baseURL], { MODEL_ACCESS_API_KEY: "sk-mock-revoked" });

  expect(code).toBe(3);
  expect(stdout).toContain("The service refused the key");
});

test.each([
  ["no base URL", [], own, "There is no base URL; give --base-url URL or set MODEL_ACCESS_BASE_URL."],
  ["a wrong base URL", ["--base-url", "nowhere"], own, "The base URL is not an http or https address"],
  ["no key", to, {}, "There is no API key; set MODEL_ACCESS_API_KEY or give --key-file FILE."],
  ["a wrong option", ["--key", "sk-x"], {}, "There is no option --key; --help prints all options."],
  ["a call that is none", ["list", "--call", "chat/chess"], {}, 'There is no call "chat/chess"'],
  ["a rule that is none", ["list", "--only", "chess"], {}, 'There is no area or rule "chess"'],
  [
    "a baseline that is not there",
    [...to, "--baseline", "/nowhere/b"],
    own,
    "The file /nowhere/b of --baseline can't be read.",
  ],
  ["nothing to compare with", [...to, "--compare", nothing], own, "The file to compare with is not a JSON report"],
])("exits 2 for %s, in one sentence", async (_title, args, environment, message) => {
  const { code, stdout, stderr } = await callCommand(args, environment);

  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(message);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
});

test("exits 2 with one sentence, and 0 where it was called rightly, as a process", async () => {
  const wrong = await startCommand(["--key", "sk-x"]).end;
  const right = await startCommand(["--version"]).end;

  expect(wrong).toEqual({ code: 2, stdout: "", stderr: "There is no option --key; --help prints all options.\n" });
  expect(right).toMatchObject({ code: 0, stderr: "" });
  expect(right.stdout).toMatch(/^model-access-contract-tests \d+\.\d+\.\d+\n$/);
});

test("lists the rules, and plans the calls, without an address", async () => {
  const list = await callCommand(["list", "--only", "chat,models/list", "--skip", "chat/refused"]);
  const plan = await callCommand(["plan", "--only", "messages/stream"]);
  const last = await callCommand(["plan", "--only", "keys"]);

  for (const { id } of rules) {
    const isSelected = /^(chat|models\/list)\//.test(id) && !id.startsWith("chat/refused/");
    expect(list.stdout.includes(` ${id} `), id).toBe(isSelected);
  }
  expect(list.stdout).toMatch(/^\d+ rules; areas: models, chat\.$/m);
  expect(plan.stdout).toMatch(/^billed {2}messages\/stream/m);
  expect(plan.stdout).toContain("Nothing was sent.");
  expect(plan.stdout).toMatch(
    /^This run makes at most these \d+ calls \(\d+ with repeats\) and bills at most \d of them\.$/m,
  );
  expect(last.stdout).toMatch(/^free {4}keys\/no-points-reply .*, if calls are left$/m);
  expect(list.stdout).toMatch(/^R6\.1 .*\n {8}.*chat\/stream\/text/m);
});

test("lists what is checked in one call, in its order, and what comes before", async () => {
  const { stdout } = await callCommand(["list", "--call", "chat/limited"]);

  expect(stdout).toMatch(/^chat\/limited: a chat completion with a system message/);
  expect(stdout).toContain("\n  chat/limited/text-counted\n    A chat completion with a system message");
  expect(stdout).toMatch(/\n {4}after schema, usage-counted, max-tokens, .*chat\/reply\/text-counted/);
  expect(stdout).not.toContain("chat/tools");
  const reply = await callCommand(["list", "--call", "chat/reply"]);
  expect(reply.stdout).not.toContain("usage-counted, usage-counted");
});

test("plans the most that the calls can cost by the deployment's model list, and says what more is made if allowed", async () => {
  const asked = await callCommand(["plan", "--base-url", mock.baseURL, "--only", "chat,videos"], own);
  const dear = await callCommand(["plan", "--base-url", mock.baseURL, "--only", "videos", "--allow", "dear"], own);
  const unread = await callCommand(["plan", "--base-url", mock.baseURL], { MODEL_ACCESS_API_KEY: "sk-of-nobody" });

  const [, most = ""] =
    /bills at most 17 of them, for at most (\d+) points by the prices of the model list\./.exec(asked.stdout) ?? [];
  expect(Number(most)).toBeGreaterThan(0);
  expect(asked.stdout).not.toContain("no price for");
  expect(asked.stdout).toContain("Only the model list was read; that call is free.");
  expect(asked.stdout).toContain("--allow dear would add more calls.");
  expect(asked.stdout).not.toMatch(/videos\/(created|finished)/);
  expect(dear.stdout).toContain("The model list has no price for videos/created, videos/remixed, videos/extended.");
  expect(dear.stdout).toMatch(/^dear {4}videos\/extended/m);
  expect(dear.stdout).toMatch(/^This run makes at most these \d+ calls .* and bills .*the 3 expensive ones/m);
  expect(unread).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      "The model list, which has the prices, could not be read: GET /v1/models answered 401.",
    ),
  });
});

test("plans first what a run as called makes and bills at most, then what --all makes", async () => {
  const sentences = async (...args: string[]) => {
    const { stdout } = await callCommand(["plan", ...args]);
    return stdout.slice(stdout.indexOf("\n\n") + 2).split("\n");
  };

  const [called, all] = await sentences();
  const [withAll] = await sentences("--all");
  const [monitored] = await sentences("--monitor");

  expect(called).toMatch(/^This run makes at most 150 of these \d+ calls and bills at most 18 of them\.$/);
  expect(all).toMatch(/^With --all it makes all \d+ \(\d+ with repeats\), and bills no more\.$/);
  expect(withAll).toMatch(
    /^This run makes at most these \d+ calls \(\d+ with repeats\) and bills at most 18 of them\.$/,
  );
  expect(monitored).toMatch(/ and bills none of them\.$/);
});

test("says what it is and how to call it", async () => {
  expect((await callCommand(["--help"])).stdout).toBe(usage());
  expect((await callCommand(["--version"])).stdout).toMatch(/^model-access-contract-tests \d+\.\d+\.\d+\n$/);
});

/** All bytes of an exchange as text, those in base64 too. */
function decoded({ request, response }: ExchangeRecord): string[] {
  const parts = [...(request.body === undefined ? [] : [request.body]), ...(response?.chunks ?? [])];
  return parts.map((part) => Buffer.from(recordedBytes(part)).toString());
}

/** Answers as the mock does. */
async function forward(request: IncomingMessage, response: ServerResponse) {
  const { authorization = "" } = request.headers;
  const answer = await fetch(`${mock.baseURL}${request.url}`, { headers: { authorization } });
  response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
  response.end(await answer.text());
}
