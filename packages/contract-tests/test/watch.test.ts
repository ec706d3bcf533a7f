// @module-tag socket
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { readExchanges } from "@model-access/contract";
import { type MockServer, startMock } from "@model-access/mock";
import { afterAll, beforeAll, expect, onTestFailed, onTestFinished, test, vi } from "vitest";
// As it was built: what judges is a thread, which starts from a file of JavaScript.
import { runCommand } from "../dist/command-line/run-command.js";
import { closingLines, newFindingLine } from "../src/watch/terminal.js";
import { startViewServer } from "../src/watch/view-server.js";
import { startCommand } from "./call-command.ts";
import { html, listenWith } from "./deployment.ts";

const folder = mkdtempSync(join(tmpdir(), "contract-watch-"));
const key = "sk-mock-full";
const chat = { model: "gpt-5.2", messages: [{ role: "user", content: "A secret question" }], max_tokens: 20 };
const nothing = { statuses: new Map(), findings: [], firstContent: new Map(), tokens: new Map() };
const anyPorts = ["--port", "0", "--watch-port", "0"];
const moneyless = { points: undefined, balance: undefined };
const noneLeftOut = { sample: 0, backlog: 0 };
let mock: MockServer;

beforeAll(async () => {
  mock = await startMock({ latency: "instant" });
});

afterAll(async () => {
  await mock.close();
  rmSync(folder, { recursive: true });
});

test("passes streams and replies of a correct deployment on and finds nothing wrong", async () => {
  const journal = join(folder, "journal.jsonl");
  const watch = await startWatching(["--upstream", mock.baseURL, "--journal", journal]);

  const plain = await ask(watch.baseURL, chat);
  const streamed = await ask(watch.baseURL, { ...chat, stream: true });
  await watch.untilJudged(2);
  const metrics = await (await fetch(`${watch.watchURL}/metrics`)).text();
  const page = await (await fetch(watch.watchURL)).text();
  const { code, ended } = await watch.end();

  expect([plain.status, streamed.status]).toEqual([200, 200]);
  expect(streamed.text).toContain("data: [DONE]");
  expect(metrics).toContain('model_access_exchanges_total{operation="createChatCompletion",status="200"} 2');
  expect(metrics).toMatch(/model_access_tokens_total\{operation="createChatCompletion",kind="output"\} [1-9]/);
  expect(metrics).toContain("# TYPE model_access_first_content_seconds histogram");
  expect(page).toContain("No rule is broken.");
  expect(ended).toMatchObject({ judged: 2, unjudged: noneLeftOut, findings: [] });
  expect(code).toBe(0);
  const lines = readFileSync(journal, "utf8");
  expect(readExchanges(lines)).toHaveLength(2);
  expect(lines).not.toContain(key);
  expect(lines).not.toContain("secret question");
});

test("names each broken rule once, counts it, and fails where it decides", async () => {
  const watch = await startWatching(["--upstream", await listenWith(429, html, "<h1>Slow down</h1>")]);

  for (let calls = 0; calls < 3; calls += 1) await ask(watch.baseURL, chat);
  await watch.untilJudged(3);
  const metrics = await (await fetch(`${watch.watchURL}/metrics`)).text();
  const { code, ended, findings } = await watch.end();

  expect(metrics).toContain(
    'model_access_findings_total{rule="service/refusals/retry-after",topic="errors",outcome="fail"} 3',
  );
  const lines = findings.map((finding) => newFindingLine(finding)).join("");
  expect(lines.match(/^FAIL +service\/refusals\/retry-after/gm)).toHaveLength(1);
  expect(closingLines({ ...nothing, ...moneyless, ...ended })).toMatch(/^FAIL +3 +service\/refusals\/media-type/m);
  expect(code).toBe(1);
});

test("goes by the topics that are named", async () => {
  const upstream = await listenWith(429, html, "<h1>Slow down</h1>");
  const watch = await startWatching(["--upstream", upstream, "--fail-on", "security"]);

  await ask(watch.baseURL, chat);
  await watch.untilJudged(1);

  expect((await watch.end()).code).toBe(0);
});

test("tells of a key that the answer carries, and keeps it nowhere", async () => {
  const journal = join(folder, "echo.jsonl");
  const error = { message: `No such key: ${key}`, type: "invalid_request_error", code: "invalid_api_key" };
  const upstream = await listenWith(401, { "content-type": "application/json" }, JSON.stringify({ error }));
  const watch = await startWatching(["--upstream", upstream, "--journal", journal, "--keep-prompts"]);

  const { text } = await ask(watch.baseURL, chat);
  await watch.untilJudged(1);
  const page = await (await fetch(watch.watchURL)).text();
  const { code, stdout } = await watch.end();

  expect(text).toContain(key);
  expect(stdout).toContain("service/key-not-echoed");
  expect(code).toBe(1);
  expect([stdout, page, readFileSync(journal, "utf8")].filter((each) => each.includes(key))).toEqual([]);
  expect(readFileSync(journal, "utf8")).toContain("A secret question");
});

test("answers the page of no other site, and keeps a connection for longer than a client does", async () => {
  const read = () => ({ ...nothing, ...moneyless, judged: 0, unjudged: noneLeftOut });
  const view = await startViewServer({ host: "127.0.0.1", port: 0, upstream: mock.baseURL, read });
  onTestFinished(() => view.close());

  const other = await ask(view.baseURL, undefined, { host: "attacker.example" });
  const own = await fetch(view.baseURL);

  expect([other.status, own.status]).toEqual([403, 200]);
  expect(own.headers.get("keep-alive")).toBe("timeout=75");
});

test.each([
  [["watch"], "watch needs a deployment to forward to; give --upstream URL."],
  [["watch", "--upstream", "http://example.com"], "keys must not go over plain http to another machine, so use https."],
  [["watch", "--upstream", "https://example.com", "--journal", "/"], "The journal can't be written to /"],
  [["watch", "--upstream", "https://example.com", "--log", "xml"], '--log takes text or json, not "xml".'],
])("refuses %j in one sentence", async (args, message) => {
  const written = capture();

  const code = await runCommand([...args, ...(args.length > 1 ? anyPorts : [])]);

  expect(code).toBe(2);
  expect(written.stderr).toContain(message);
});

test("with --log json each event is a line of JSON: the addresses, the findings, the end", async () => {
  const upstream = await listenWith(200, {}, "no JSON");
  const { child, end } = startCommand(["watch", "--upstream", upstream, ...anyPorts, "--log", "json"]);
  onTestFinished(() => void child.kill());
  const next = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const { event, url, watchURL } = JSON.parse((await next.next()).value ?? (await end).stderr);

  await ask(url, chat);
  const finding = JSON.parse((await next.next()).value ?? "{}");
  child.kill("SIGINT");
  const { code, stdout } = await end;

  expect([event, watchURL]).toEqual(["listening", expect.stringMatching(/^http:/)]);
  expect(finding).toMatchObject({ event: "finding", outcome: "fail", call: "POST /v1/chat/completions" });
  const events = stdout.trimEnd().split("\n");
  expect(JSON.parse(events.at(-1) ?? "")).toMatchObject({ event: "ended", judged: 1 });
  expect(code).toBe(1);
});

test("as text it says where to call and to look, and at Ctrl-C how much it has seen", async () => {
  const { child, end } = startCommand(["watch", "--upstream", mock.baseURL, ...anyPorts]);
  await once(child.stdout, "data");
  child.kill("SIGINT");

  const { code, stdout } = await end;

  expect(stdout).toMatch(
    /^Forwarding http:\S+ to http:\S+\. Findings: http:\S+\. Ctrl-C ends the watch\.\n\nJudged 0 exchanges, 0 with an error status\. No rule is broken\.\n$/,
  );
  expect(code).toBe(0);
});

test("with --quiet --log json it prints the addresses and nothing else", async () => {
  const watch = await startWatching(["--quiet", "--upstream", mock.baseURL]);

  const { stdout } = await watch.end();

  expect(JSON.parse(stdout)).toMatchObject({ event: "listening" });
});

test("says what it left out, and why", () => {
  const about = { ...moneyless, judged: 4, unjudged: { sample: 36, backlog: 2 } };

  expect(closingLines({ ...nothing, ...about })).toBe(
    "Judged 4 exchanges, 0 with an error status; 36 left out by --sample; 2 forwarded without a verdict because judging fell behind. No rule is broken.\n",
  );
});

/** Watches in this process. */
async function startWatching(args: string[]) {
  const written = capture();
  const stop = new AbortController();
  const code = runCommand(["watch", ...anyPorts, "--log", "json", ...args], { stopOn: () => stop.signal });
  onTestFinished(async () => {
    stop.abort();
    await code;
  });
  await Promise.race([written.first, code]);
  if (written.stdout === "") throw new Error(written.stderr);
  const { url: baseURL, watchURL } = JSON.parse(written.stdout);
  return {
    baseURL,
    watchURL,
    end: async () => {
      stop.abort();
      const status = await code;
      const events = written.stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
      const findings = events.filter(({ event }) => event === "finding");
      return { code: status, stdout: written.stdout, findings, ended: events.at(-1) };
    },
    untilJudged: (count: number) =>
      expect
        .poll(async () => await (await fetch(watchURL)).text(), { timeout: 60_000 })
        .toMatch(new RegExp(`>${count} exchanges? judged`)),
  };
}

/** Keeps what is printed until the end of the test; `first` is there when something is. */
function capture() {
  let onFirst = () => {};
  const first = new Promise<void>((resolve) => {
    onFirst = resolve;
  });
  const written = { stdout: "", stderr: "", first };
  onTestFailed(() => console.error(written.stderr));
  for (const name of ["stdout", "stderr"] as const) {
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      written[name] += text;
      if (name === "stdout") onFirst();
      return true;
    });
  }
  return written;
}

function ask(
  baseURL: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      body === undefined ? baseURL : `${baseURL}/v1/chat/completions`,
      {
        method: body === undefined ? "GET" : "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
      },
      async (response) => {
        let text = "";
        for await (const piece of response) text += piece;
        resolve({ status: response.statusCode ?? 0, text });
      },
    );
    outgoing.once("error", reject);
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
