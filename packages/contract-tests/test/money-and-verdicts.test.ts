import { expect, test } from "vitest";
import { consoleReport } from "../src/index.js";
import { ruleIn, runOnResults, runWithKeys } from "./deployment.ts";
import { type Fault, unnamed } from "./faults/fault.ts";
import { inAnswers, isAt } from "./faults/rows.ts";

/** A deployment that makes a video of any request for one, whatever is wrong with it. */
function videoTaker(): { fault: Fault; made: string[] } {
  const made: string[] = [];
  const ask: Fault["ask"] = ({ method, path, json }) => {
    if (method !== "POST" || !isAt("videos", path)) return undefined;
    made.push(JSON.stringify(json));
    const body = JSON.stringify({ id: `video-${made.length}`, object: "video", status: "queued" });
    return { status: 200, headers: { "content-type": "application/json" }, body };
  };
  return { fault: { ...unnamed, ask }, made };
}

test("sends no second probe that could be dear where the first was accepted", async () => {
  const { fault, made } = videoTaker();

  const report = await runWithKeys(fault);

  expect(made).toHaveLength(1);
  expect(ruleIn(report, "videos/refused/missing-prompt")?.outcome).toBe("warn");
});

test("sends no probe that could be dear where the points are limited", async () => {
  const { fault, made } = videoTaker();

  await runWithKeys(fault, { maxPoints: 100 });

  expect(made).toEqual([]);
});

test("counts as billed what is accepted where it had to be refused", async () => {
  let accepted = 0;
  const report = await runWithKeys(
    inAnswers({ ids: "", in: "chat", status: 400 })("", "", [], (answer) => {
      accepted += 1;
      Object.assign(answer, { status: 200, body: JSON.stringify({ choices: [{ message: { content: "ok" } }] }) });
    }),
  );

  expect(accepted).toBeGreaterThan(5);
  expect(accepted).toBeLessThanOrEqual(11);
  expect(report.billedCalls).toBeLessThanOrEqual(18 + accepted);
  expect(report.exitCode).toBe(1);
});

test("a monitor bills nothing and still judges keys, refusals, models and the account", async () => {
  const report = await runWithKeys({}, { monitor: true });

  expect([report.billedCalls, report.points, report.exitCode]).toEqual([0, 0, 0]);
  const judged = new Set(report.rules.filter(({ outcome }) => outcome === "pass").map(({ area }) => area));
  expect(["models", "account", "chat", "keys", "limit", "service"].filter((area) => !judged.has(area))).toEqual([]);
});

test("says what was asked for by name and could not be judged, with status 3", async () => {
  const noList = inAnswers({ ids: "", in: "models" })("", "", [], { status: 404, body: "{}" });

  const nameless = await runWithKeys(noList, { only: ["messages"] });
  const named = await runWithKeys(noList, { only: ["messages"], messagesModel: "claude-haiku-4.5" });

  expect(nameless.exitCode).toBe(3);
  expect(nameless.unjudged).toEqual([{ name: "messages", reason: expect.stringContaining("model") }]);
  expect(named.unjudged).toEqual([]);
  expect(ruleIn(named, "messages/reply/status")?.outcome).toBe("pass");
});

test("sends the caller's headers with every request and shows their values nowhere", async () => {
  const seen = new Set<string | undefined>();
  const lines: string[] = [];
  const report = await runOnResults(
    (result, _exchange, request) => {
      seen.add(request.headers["x-gateway-key"]);
      return result;
    },
    { headers: { "x-gateway-key": "gateway-secret-1" }, onExchange: (record) => lines.push(JSON.stringify(record)) },
  );

  expect([...seen]).toEqual(["gateway-secret-1"]);
  expect(lines.join("\n") + JSON.stringify(report)).not.toContain("gateway-secret");
});

test("shows addresses and names of providers that gateways want in headers, and masks what is secret in them", async () => {
  const lines: string[] = [];

  const report = await runOnResults((result) => result, {
    only: ["models"],
    headers: {
      "x-portkey-provider": "models",
      "x-host": "http://127.0.0.1/v1/models",
      "x-hook": "http://me:pass-word-1@127.0.0.1/?token=gateway-secret-1",
    },
    onExchange: (record) => lines.push(JSON.stringify(record)),
  });

  expect(report.baseURL).toBe("http://127.0.0.1");
  expect(lines.join("\n")).toContain("/v1/models");
  expect(lines.join("\n")).toContain('"x-portkey-provider"');
  expect(lines.join("\n") + JSON.stringify(report)).not.toMatch(/pass-word|gateway-secret/);
});

test("tells when each exchange began and ended to answer", async () => {
  const report = await runWithKeys();

  expect(report.exchanges?.find(({ id }) => id.startsWith("chat/stream#"))).toMatchObject({
    call: "POST /v1/chat/completions",
    status: 200,
    headersMs: 1,
    firstContentMs: 2,
    endMs: 2,
  });
});

test("says that the points can't be told where the balance rises during the run", async () => {
  let reads = 0;
  const report = await runWithKeys(
    inAnswers({ ids: "", in: "balance", status: 200 })("", "tells two balances in turn", [], (answer) => {
      reads += 1;
      answer.body = JSON.stringify({ current_point_balance: reads % 2 === 0 ? 1_000_000 : 5_000 });
    }),
  );

  expect(report).toMatchObject({ points: null, balanceRose: true });
  expect(consoleReport(report)).toContain(" points unknown (the balance rose during the run), ");
});
