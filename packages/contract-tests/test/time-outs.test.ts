import { expect, test } from "vitest";
import { areas, exchanges } from "../src/areas.js";
import type { ExchangePlan } from "../src/exchange.js";
import { headline } from "../src/report/headline.js";
import { openSession } from "../src/run/session.js";
import { createTimeOuts } from "../src/run/time-outs.js";
import type { WireResult } from "../src/wire/wire.js";
import { findings, ruleIn, runOnResults, runWithKeys } from "./deployment.js";
import { serviceFaults } from "./faults/service.ts";

const silence: WireResult = { failure: { kind: "time-out", message: "No answer within 10 s." }, tookMs: 10_000 };
const reply = { status: 200, rawHeaders: [], headAtMs: 1, body: Buffer.from("{}"), pieces: [] };
const anyModel = { reply: { ...reply, body: Buffer.from('{"data":[{"id":"loom","pricing":{}}]}') }, tookMs: 1 };

test("asks once more where no answer came in time, and takes the answer that comes then", async () => {
  const session = sessionWith([silence, { reply, tookMs: 1 }]);

  const list = await session.exchange("models/list");

  expect(list).toMatchObject({ reply: { status: 200 }, timeOuts: 1 });
  expect(session.calls).toBe(2);
});

test("asks no third time", async () => {
  const session = sessionWith([anyModel, silence, silence]);

  const refused = await session.exchange("chat/refused/broken-json");

  expect(refused).toMatchObject({ failure: { kind: "time-out" }, timeOuts: 2 });
  expect(session.calls).toBe(3);
});

test("is more patient with what a model has to write, and the second time", async () => {
  const patience: (number | undefined)[] = [];
  const session = sessionWith([anyModel, silence, silence, silence, silence], patience);

  await session.exchange("chat/refused/broken-json");
  await session.exchange("chat/reply");

  expect(patience).toEqual([10_000, 10_000, 15_000, 60_000, 60_000]);
});

test("is as patient with a refusal as twice the slowest reply took: it may be written before it is refused", () => {
  const timeOuts = createTimeOuts();

  timeOuts.answered(planOf("chat/reply"), 25_000);

  expect(timeOuts.limitMs(planOf("chat/refused/broken-json"), false)).toBe(50_000);
});

test("makes no more calls like one that kept the run waiting for long, and goes on with the others", () => {
  const timeOuts = createTimeOuts();

  timeOuts.missed(planOf("chat/limited"), 120_000);

  expect(timeOuts.whyNot(planOf("chat/stream"))).toBe("chat/limited got no answer in time");
  expect(timeOuts.whyNot(planOf("service/unknown-path"))).toBeUndefined();
});

test("tells what was never answered once, names the call, and weighs it as what should be", async () => {
  const fault = serviceFaults.find(({ id }) => id === "last/silent-refusals");

  const report = await runWithKeys(fault);

  expect(ruleIn(report, "service/answers")).toMatchObject({
    outcome: "warn",
    message:
      "No answer came, and none when asked again, to a chat completion whose JSON goes on after its end; a chat completion without a body. No answer within 10 s.",
  });
  // Rules that want a status of these calls are left open.
  expect(report.exitCode).toBe(3);
});

test.each([
  [
    "goes on pinging after its last content",
    (body: string) => body.replace(/event: message_delta.*$/s, 'event: ping\ndata: {"type":"ping"}\n\n'),
  ],
  ["has headers and nothing else", () => ""],
])("is never green if each stream of messages %s, and finds it once", async (_what, partOf) => {
  const report = await runOnResults(
    (result, exchange) => {
      if (!/stream/.test(exchange) || result.reply?.status !== 200) return result;
      const body = Buffer.from(partOf(Buffer.from(result.reply.body).toString()));
      const failure = { kind: "time-out" as const, message: "The reply was not complete within 60 s." };
      return { reply: { ...result.reply, body }, failure, tookMs: 60_000 };
    },
    { only: ["models", "messages", "service/answers"] },
  );

  expect(ruleIn(report, "service/answers")).toMatchObject({
    outcome: "warn",
    message: expect.stringMatching(/^The answer came to no end, and none when asked again, to a streamed message/),
  });
  expect(report.exitCode).toBe(3);
  expect(headline(report)).toMatch(
    /^It is not known if the deployment keeps the contract: \d+ required rules could not/,
  );
});

test("is never green if the deployment dies after some calls", async () => {
  const failure = { kind: "unreachable" as const, message: "The connection failed: ECONNREFUSED." };
  let calls = 0;

  const report = await runOnResults((result) => {
    calls += 1;
    return calls > 90 ? { failure, tookMs: 1 } : result;
  });

  expect(report.exitCode).toBe(3);
  expect(headline(report)).not.toContain("Every required rule");
});

test("stops calling an area whose calls get no answer, goes on with the others, and exits 3", async () => {
  const report = await runOnResults((result, exchange) => (exchange.startsWith("chat/") ? silence : result), {
    only: ["models", "chat"],
    skip: ["models/list/same", "models/list/any-accept", "models/list/encoded"],
  });

  expect(report.exitCode).toBe(3);
  expect(report.areas.map(({ name, verdict }) => [name, verdict])).toEqual([
    ["models", "pass"],
    ["chat", "inconclusive"],
  ]);
  expect(ruleIn(report, "chat/refused/wrong-key")?.message).toBe(
    "Not called: chat/reply, chat/stream got no answer in time.",
  );
});

test("says of a service that answers nothing that it can't be reached, and blames nothing", async () => {
  const report = await runOnResults(() => silence);

  expect(report.problem?.kind).toBe("unreachable");
  expect(findings(report)).toEqual({});
  expect(report.exitCode).toBe(3);
});

function planOf(id: string): ExchangePlan {
  return exchanges.find((plan) => plan.id === id) as ExchangePlan; // the ids above are of exchanges
}

function sessionWith(results: WireResult[], patience: (number | undefined)[] = []) {
  return openSession({
    areas,
    root: "http://127.0.0.1",
    keys: { apiKey: "sk-any" },
    send: async (_request, _signal, wait) => {
      patience.push(wait?.headMs);
      return results.shift() ?? { reply, tookMs: 1 };
    },
    sleep: async () => {},
  });
}
