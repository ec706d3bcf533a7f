import { expect, test } from "vitest";
import { consoleReport, type RunOptions, runContractTests } from "../src/index.js";
import { createDeployment, key } from "./faults/deployment.ts";
import type { Fault } from "./faults/fault.ts";
import { runOnFault } from "./faults/run-fault.ts";

/** A deployment that makes a video of any request for one, whatever is wrong with it. */
function videoTaker(): { fault: Fault; made: string[] } {
  const made: string[] = [];
  const fault: Fault = {
    id: "takes-any-video",
    says: "makes a video of any request",
    by: [],
    ask: ({ method, path, json }) => {
      if (method !== "POST" || !path.startsWith("/v1/videos")) return undefined;
      made.push(JSON.stringify(json));
      const body = JSON.stringify({ id: `video-${made.length}`, object: "video", status: "queued" });
      return { status: 200, headers: { "content-type": "application/json" }, body };
    },
  };
  return { fault, made };
}

test("sends no second probe that could be dear where the first was accepted", async () => {
  const { fault, made } = videoTaker();

  const report = await runOnFault(fault, runContractTests);

  expect(made).toHaveLength(1);
  expect(report.rules.find(({ id }) => id === "videos/refused/missing-prompt")?.outcome).toBe("warn");
});

test("sends no probe that could be dear where the points are limited", async () => {
  const { fault, made } = videoTaker();

  await runOnFault(fault, (target) => runContractTests({ ...target, maxPoints: 100 }));

  expect(made).toEqual([]);
});

test("counts as billed what is accepted where it had to be refused", async () => {
  let accepted = 0;
  const fault: Fault = {
    id: "takes-anything",
    says: "answers any request for a completion",
    by: [],
    answer: (answer, { path }) => {
      if (path !== "/v1/chat/completions" || answer.status !== 400) return;
      accepted += 1;
      Object.assign(answer, { status: 200, body: JSON.stringify({ choices: [{ message: { content: "ok" } }] }) });
    },
  };

  const report = await runOnFault(fault, runContractTests);

  expect(accepted).toBeGreaterThan(5);
  expect(accepted).toBeLessThanOrEqual(11);
  expect(report.billedCalls).toBeLessThanOrEqual(18 + accepted);
  expect(report.exitCode).toBe(1);
});

test("a monitor bills nothing and still judges keys, refusals, models and the account", async () => {
  const report = await runOnFault(undefined, (target) => runContractTests({ ...target, monitor: true }));

  expect([report.billedCalls, report.points, report.exitCode]).toEqual([0, 0, 0]);
  const judged = new Set(report.rules.filter(({ outcome }) => outcome === "pass").map(({ area }) => area));
  expect(["models", "account", "chat", "keys", "limit", "service"].filter((area) => !judged.has(area))).toEqual([]);
});

test("says what was asked for by name and could not be judged, with status 3", async () => {
  const silent: Fault = {
    id: "no-list",
    says: "has no model list",
    by: [],
    answer: (answer, { path }) => {
      if (path === "/v1/models") Object.assign(answer, { status: 404, body: "{}" });
    },
  };
  const only = (options: Partial<RunOptions>) =>
    runOnFault(silent, (target) => runContractTests({ ...target, only: ["messages"], ...options }));

  const unnamed = await only({});
  const named = await only({ messagesModel: "claude-haiku-4.5" });

  expect(unnamed.exitCode).toBe(3);
  expect(unnamed.unjudged).toEqual([{ name: "messages", reason: expect.stringContaining("model") }]);
  expect(named.unjudged).toEqual([]);
  expect(named.rules.find(({ id }) => id === "messages/reply/status")?.outcome).toBe("pass");
});

test("sends the caller's headers with every request and shows their values nowhere", async () => {
  const seen = new Set<string | undefined>();
  const lines: string[] = [];
  const { send, sleep } = createDeployment();

  const report = await runContractTests({
    baseURL: "http://127.0.0.1",
    apiKey: key,
    send: (request) => {
      seen.add(request.headers["x-gateway-key"]);
      return send(request);
    },
    sleep,
    headers: { "x-gateway-key": "gateway-secret-1" },
    onExchange: (record) => lines.push(JSON.stringify(record)),
  });

  expect([...seen]).toEqual(["gateway-secret-1"]);
  expect(lines.join("\n") + JSON.stringify(report)).not.toContain("gateway-secret");
});

test("shows addresses and names of providers that gateways want in headers, and masks what is secret in them", async () => {
  const lines: string[] = [];

  const report = await runContractTests({
    ...createDeployment(),
    baseURL: "http://127.0.0.1",
    apiKey: key,
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
  const report = await runOnFault(undefined, runContractTests);

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
  const alternating: Fault = {
    id: "alternating",
    says: "tells two balances in turn",
    by: [],
    answer: (answer, { path }) => {
      if (!/balance$/.test(path) || answer.status !== 200) return;
      reads += 1;
      answer.body = JSON.stringify({ current_point_balance: reads % 2 === 0 ? 1_000_000 : 5_000 });
    },
  };

  const report = await runOnFault(alternating, runContractTests);

  expect(report).toMatchObject({ points: null, balanceRose: true });
  expect(consoleReport(report)).toContain(" points unknown (the balance rose during the run), ");
});
