// @module-tag socket
import { expect, test } from "vitest";
import { areas } from "../src/areas.js";
import { openSession } from "../src/run/session.js";
import type { WireReply, WireResult } from "../src/wire/wire.js";
import { type ExchangeFault as Fault, findings, inText, on, ruleIn, runOn, runWithKeys } from "./deployment.js";
import { freeEntry, newestFirst } from "./faults/account-history.ts";
import { key } from "./faults/deployment.ts";
import { gone, plus } from "./faults/edit.ts";
import { changed, editJson } from "./faults/fault.ts";
import { inReplies, isAt, refused } from "./faults/rows.ts";

test("repeats what was refused for the moment, and says nothing of it", async () => {
  const answers = [replyOf(429, { "retry-after": "2" }), replyOf(503), replyOf(200)];
  const waits: number[] = [];
  const session = sessionWith(answers, waits);

  const list = await session.exchange("models/list");

  expect(list).toMatchObject({ reply: { status: 200 } });
  expect(waits).toEqual([2_000, 1_000]);
  expect(session.calls).toBe(3);
});

test("waits for no more than five seconds, and repeats no more than twice", async () => {
  const waits: number[] = [];
  const patient = sessionWith([replyOf(503), replyOf(503), replyOf(503)], waits);
  const impatient = sessionWith([replyOf(429, { "retry-after": "60" })], waits);

  await patient.exchange("models/list");
  await impatient.exchange("models/list");

  expect(waits).toEqual([500, 1_000]);
  expect([patient.calls, impatient.calls]).toEqual([3, 1]);
});

test("makes a call once, however many rules read it", async () => {
  const session = sessionWith([replyOf(200)], []);

  const [one, other] = await Promise.all([session.exchange("models/list"), session.exchange("models/list")]);

  expect(one).toBe(other);
});

test("judges nothing where a 429 stays, and exits 3 because that leaves a must unjudged", async () => {
  const refusal = await runOn(tooMany("chat/refused/wrong-key"));
  const reply = await runOn(tooMany("chat/reply"));

  expect(Object.values(findings(refusal)).every((outcome) => outcome === "inconclusive")).toBe(true);
  expect(refusal.exitCode).toBe(3);
  expect(findings(reply)["chat/reply/status"]).toBe("inconclusive");
  expect(reply.exitCode).toBe(3);
});

test("judges nothing of a stream that the service ends with an error", async () => {
  const error = '{"error":{"message":"The model is overloaded.","type":"api_error","code":"internal_error"}}';
  const report = await runOn(inText("chat/stream", (body) => `${body.split("\n\n")[0]}\n\ndata: ${error}\n\n`));

  const found = findings(report);
  expect(found["chat/stream/complete"]).toBe("inconclusive");
  expect(Object.entries(found).filter(([, outcome]) => outcome !== "inconclusive")).toEqual([]);
  expect(ruleIn(report, "chat/stream/complete")?.message).toContain("The model is overloaded.");
});

test("says that the key is refused, and exits 3, where balance and chat both refuse it", async () => {
  const report = await runOn({}, { apiKey: "sk-nobody-knows-this-one" });

  expect(report.exitCode).toBe(3);
  expect(report.problem?.kind).toBe("sign-in");
  expect(report.problem?.message).toMatch(
    /^The service refused the key: .* answered 401 invalid_api_key: .* Check the key \(MODEL_ACCESS_API_KEY or --key-file\)\.$/,
  );
  expect(report.calls).toBeLessThan(5);
});

test("an empty account is no fault of the service", async () => {
  const report = await runOn({}, { apiKey: "sk-mock-low", only: ["models", "account", "chat"] });

  expect(findings(report)["chat/reply/status"]).toBe("inconclusive");
  expect(report.exitCode).toBe(3);
});

test("an area that the model list speaks of has to be there", async () => {
  const report = await runOn(
    on("messages/reply", (answer) => {
      answer.status = 404;
    }),
  );

  expect(findings(report)).toEqual({ "messages/reply/status": "fail" });
});

test("exits 3 where only chat is asked for and no model can be found for it", async () => {
  const report = await runOn(
    inText("models/list", () => "{}"),
    { only: ["chat"] },
  );

  expect(ruleIn(report, "chat/reply/status")).toMatchObject({
    outcome: "blocked",
    message: "Not called: the model list has no text model for chat.",
  });
  expect(report.exitCode).toBe(3);
});

test("calls the model that the caller names", async () => {
  const report = await runOn(
    inText("models/list", () => "{}"),
    { only: ["chat"], model: "gpt-5.2" },
  );

  expect(findings(report)).toEqual({});
  expect(report.exitCode).toBe(0);
});

test("says of a model that the deployment has not that --model is wrong, and blames nothing", async () => {
  const report = await runOn({}, { model: "gpt-5.2-typo" });

  expect(report.problem).toMatchObject({
    kind: "model",
    message: expect.stringMatching(
      /^The model list has no model "gpt-5.2-typo", and POST .* answered 400 .*Check --model\.$/,
    ),
  });
  expect(findings(report)).toEqual({});
  expect(report.exitCode).toBe(2);
});

test("reads the balance where it is, though it is out of order there", async () => {
  const report = await runWithKeys({
    from: "small",
    ask: ({ path }) => (path.startsWith("/usage/") ? refused.failed : undefined),
  });

  expect(report.rules.filter(({ curl }) => curl?.includes("/v1/balance"))).toEqual([]);
  expect(findings(report)).toMatchObject({ "account/current-balance/status": "fail" });
});

test("judges the rest of a model list that has no prices", async () => {
  const report = await runWithKeys(
    inReplies({ ids: "", in: "models", from: "small" })("", "", [], {
      "data.*.pricing": gone,
      data: (models) => [...models, models[0]],
    }),
  );

  expect(findings(report)).toMatchObject({ "models/list/pricing": "fail", "models/list/ids-unique": "warn" });
});

test("an account that others use at the same time is judged where it can be, and never blamed", async () => {
  const othersWork = changed((answer, { path }, memory) => {
    if (answer.status !== 200) return;
    memory.entries ??= [];
    const spent = plus(-5 * memory.entries.length);
    if (isAt("balance", path)) editJson(answer, { current_point_balance: spent, plan_points_balance: spent });
    if (!isAt("history", path)) return;
    memory.entries.unshift(freeEntry("foreign", memory.entries.length, { usage_type: "Chat", cost_points: 5 }));
    editJson(answer, (body) => {
      body.data = newestFirst([...memory.entries, ...body.data]);
      body.length = body.data.length;
    });
  });

  const report = await runWithKeys(othersWork);

  expect(findings(report)).toMatchObject({ "account/free-calls": "inconclusive" });
  expect(Object.values(findings(report)).every((outcome) => outcome === "inconclusive")).toBe(true);
  expect(report.exitCode).toBe(0);
});

test("blames no deployment without a model list for refusing a made-up model before anything else", async () => {
  const report = await runWithKeys(
    {
      ask: ({ path, json, headers }) => {
        if (isAt("models", path)) return refused.failed;
        const isOwn = headers.authorization === `Bearer ${key}`;
        return isAt("chat", path) && isOwn && json?.model === "contract-tests-no-such-model"
          ? refused.unknownModel
          : undefined;
      },
    },
    { keys: {}, only: ["chat/refused"] },
  );

  expect(Object.values(findings(report)).filter((outcome) => ["fail", "warn"].includes(outcome))).toEqual([]);
});

test("says that a cache gives answers again where both the id and the body are those of an earlier answer", async () => {
  const cached = changed((answer, { path }, memory) => {
    if (!isAt("models", path)) return;
    memory.first ??= { ...answer, headers: { ...answer.headers, "x-request-id": "req-1" } };
    Object.assign(answer, memory.first);
  });

  const report = await runWithKeys(cached, { only: ["models", "service/request-ids"] });

  expect(ruleIn(report, "service/request-ids")?.message).toBe(
    "Two answers have the x-request-id req-1 and the same body: a cache gives answers again. Keep it away from these paths.",
  );
});

function tooMany(id: string): Fault {
  return on(id, (answer) => {
    answer.status = 429;
    answer.headers["retry-after"] = "60";
  });
}

function sessionWith(answers: WireReply[], waits: number[]) {
  return openSession({
    areas,
    root: "http://127.0.0.1",
    keys: { apiKey: "sk-any" },
    send: async (): Promise<WireResult> => ({ reply: answers.shift() ?? replyOf(500), tookMs: 1 }),
    sleep: async (ms) => waits.push(ms),
  });
}

function replyOf(status: number, headers: Record<string, string> = {}): WireReply {
  return { status, rawHeaders: Object.entries(headers), headAtMs: 1, body: Buffer.from("{}"), pieces: [] };
}
