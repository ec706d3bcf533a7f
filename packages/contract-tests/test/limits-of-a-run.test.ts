// @module-tag socket
import { type ExchangeRecord, readExchanges, writeExchange } from "@model-access/contract";
import { expect, test } from "vitest";
import { runContractTests } from "../src/index.js";
import { inText, on, ruleIn, runOn, runWithKeys } from "./deployment.js";
import { keys } from "./faults/deployment.ts";
import { faults } from "./faults/index.ts";
import { lets, refused, refuses, sentKey } from "./faults/rows.ts";

test("makes no more calls than the budget has, and says what did not run", async () => {
  const report = await runOn({}, { maxCalls: 20 });

  expect(report.calls).toBe(20);
  expect(report).toMatchObject({ stopped: "budget", exitCode: 4 });
  expect(ruleIn(report, "service/unknown-path")).toMatchObject({
    outcome: "skip",
    notRun: true,
    message: "Not called: the limit of 20 calls was reached.",
  });
  expect(ruleIn(report, "models/list/status")?.outcome).toBe("pass");
});

test("spends no more points than the budget has and one call more, read from the balance before each billed call", async () => {
  const report = await runOn({}, { maxPoints: 10 });

  expect(report).toMatchObject({ stopped: "budget", exitCode: 4 });
  expect(report.points).toBeGreaterThanOrEqual(10);
  expect(report.points).toBeLessThan(30);
});

test("stops when its time is over", async () => {
  const report = await runOn({}, { maxSeconds: 0 });

  expect(report).toMatchObject({ calls: 0, stopped: "budget", exitCode: 4 });
});

test("a must that failed outweighs the end of the budget", async () => {
  const accepted = on("models/refused/wrong-key", (answer) => Object.assign(answer, { status: 200 }));
  const report = await runOn(accepted, { maxCalls: 20 });

  expect(report.exitCode).toBe(1);
});

test("ends when it is told to, in the middle of a call, and leaves a report", async () => {
  const stop = new AbortController();
  const report = await runOn(
    {
      serve: (_response, exchange) => {
        if (exchange !== "chat/reply") return false;
        stop.abort();
        return true;
      },
    },
    { signal: stop.signal },
  );

  expect(report).toMatchObject({ stopped: "signal", exitCode: 4 });
  expect(ruleIn(report, "chat/reply/status")).toMatchObject({ outcome: "skip", notRun: true });
  expect(ruleIn(report, "models/list/status")?.outcome).toBe("pass");
});

test("hands over each call as a record of the contract's format, in which no key is left", async () => {
  const records: ExchangeRecord[] = [];
  const report = await runWithKeys({}, { onExchange: (record) => records.push(record) });

  const lines = records.map(writeExchange).join("");

  expect(records).toHaveLength(report.calls);
  expect(readExchanges(lines)).toHaveLength(report.calls);
  for (const key of ["sk-mock-full", ...Object.values(keys)]) expect(lines).not.toContain(key);
});

test("tells its progress, rule by rule", async () => {
  const told: string[] = [];
  const report = await runOn(
    {},
    { only: ["models"], onProgress: ({ done, total, what }) => told.push(`${done}/${total} ${what}`) },
  );

  expect(told).toHaveLength(report.rules.length);
  expect(told[0]).toBe(`0/${report.rules.length} models/list/status`);
});

test("keeps within a low limit that the deployment tells in its headers", async () => {
  const waits: number[] = [];
  const limits = {
    "x-ratelimit-limit-requests": "60",
    "x-ratelimit-remaining-requests": "0",
    "x-ratelimit-reset-requests": "7",
  };
  await runOn(
    { change: (answer) => Object.assign(answer.headers, limits) },
    {
      only: ["models"],
      skip: ["models/list/same", "models/list/any-accept", "models/list/encoded", "models/list/known"],
      sleep: async (ms) => waits.push(ms),
    },
  );

  expect(waits).toEqual([7_000, 7_000]);
});

test("refuses to require an area that does not exist", async () => {
  await expect(runOn({}, { require: ["chess"] })).rejects.toThrow('There is no area "chess" to require');
});

test("keeps one call of the budget for the balance at the end", async () => {
  const plans: string[] = [];
  const report = await runOn({}, { maxCalls: 30, onCall: ({ id }) => plans.push(id) });

  expect(report.calls).toBe(30);
  expect(plans.at(-1)).toBe("account/money-left");
  expect(report.points).toBeGreaterThan(0);
});

test("makes no more calls than the budget has where a refusal would be repeated", async () => {
  const report = await runOn(
    { change: (answer) => Object.assign(answer, { status: 503, headers: { "retry-after": "0" } }) },
    { maxCalls: 4 },
  );

  expect(report.calls).toBe(4);
});

test.each(["mock", "small"] as const)(
  "makes no more than 150 calls at a deployment (%s) that never refuses the key of a low limit",
  async (from) => {
    const report = await runWithKeys({ ...lets({ ids: "" })("", "has no limit", [], { key: "tiny" }), from });

    expect(report.calls).toBeLessThanOrEqual(150);
    expect(ruleIn(report, "limit/refused")?.outcome).toBe(from === "small" ? "fail" : "skip");
  },
);

test("nothing has run where the run could not begin", async () => {
  const report = await runContractTests({ baseURL: "http://127.0.0.1:1", apiKey: "sk-somebody" });

  expect(report.rules.filter(({ notRun }) => notRun !== true)).toEqual([]);
});

test("a finding names its call as the journal does", async () => {
  const records: ExchangeRecord[] = [];
  const fault = faults.find(({ id }) => id === "small/finish-always-length");

  const report = await runWithKeys(fault, { onExchange: (record) => records.push(record) });

  const found = ruleIn(report, "chat/reply/finish");
  expect(records.map(({ id }) => id)).toContain(found?.exchange);
});

test("makes a generated request that is refused wrongly as small as it can, by six more calls at most", async () => {
  const sent: unknown[] = [];
  const failing = refuses({ ids: "", from: "small" })("", "", [], refused.failed, ({ json }) => {
    return json?.temperature === "hot" && sent.push(json);
  });

  const report = await runWithKeys(failing, { only: ["chat/refused/wrong-type-temperature"] });

  const found = ruleIn(report, "chat/refused/wrong-type-temperature");
  const smallest = { model: "loom-mini", messages: [{ role: "user", content: "R" }], temperature: "hot" };
  expect(sent.length).toBeLessThanOrEqual(7);
  expect(found?.curl).toContain(JSON.stringify(smallest));
});

test("bills no more than 18 calls, and says which one it left out", async () => {
  const report = await runOn(inText("chat/stream", (body) => body.replace(/"content":"(?=[a-zA-Z])/, '"content":"x')));

  expect(report.billedCalls).toBe(18);
  expect(
    report.rules.filter(({ message }) => message === "Not called: the limit of 18 billed calls was reached."),
  ).not.toEqual([]);
});

test("leaves out what comes last where there are no calls left for it, and makes it with all", async () => {
  const report = await runWithKeys();
  const whole = await runWithKeys({}, { all: true });

  const left = report.rules.find(({ message }) => message === "Not called: the limit of 150 calls was reached.");
  expect(left?.needs).toBe("--all");
  expect(ruleIn(whole, left?.id ?? "")?.outcome).toBe("pass");
  expect(whole.calls).toBeGreaterThan(150);
  expect(whole.billedCalls).toBeLessThanOrEqual(18);
});

test("tries every kind of key before the last completions", async () => {
  const calls: string[] = [];

  await runWithKeys({ from: "small" }, { onCall: ({ id }) => void calls.push(id) });

  expect(calls.lastIndexOf("keys/revoked-history")).toBeGreaterThan(0);
  expect(calls.lastIndexOf("keys/revoked-history")).toBeLessThan(calls.indexOf("chat/one-token"));
});

test("tries a key of each kind in every interface, and the stated members, by default", async () => {
  const tried = new Set<string>();

  const { exchanges = [] } = await runWithKeys({
    ask: (asked) => {
      const kind = Object.entries(keys).find(([, key]) => key === sentKey(asked))?.[0];
      tried.add(`${kind} ${areaOfPath(asked.path)}`);
      return undefined;
    },
  });

  const areasOf = {
    revoked: "chat models balance messages responses bots",
    noPermission: "chat history messages responses bots",
    noPoints: "chat balance messages responses bots",
  };
  const wanted = Object.entries(areasOf).flatMap(([kind, areas]) => areas.split(" ").map((area) => `${kind} ${area}`));
  expect([...tried]).toEqual(expect.arrayContaining(wanted));
  const members = {
    chat: "missing-content wrong-type-messages wrong-type-max-tokens wrong-type-temperature",
    messages: "temperature-under-0 wrong-type-tools",
  };
  const cases = Object.entries(members).flatMap(([area, names]) =>
    names.split(" ").map((name) => `${area}/refused/${name}`),
  );
  expect(exchanges.map(({ id }) => id.replace(/#.*/, ""))).toEqual(expect.arrayContaining(cases));
});

const areaOfPath = (path: string) =>
  /chat|messages|responses|models|files|videos|balance|history/.exec(path)?.[0] ??
  (path.startsWith("/bot/") ? "bots" : path);

test("makes all that comes last at a deployment of chat, models and account", async () => {
  const report = await runWithKeys({ from: "small" });

  expect(report.rules.filter(({ message = "" }) => /^Not called: the limit of/.test(message))).toEqual([]);
  expect(report.calls).toBeLessThanOrEqual(150);
});
