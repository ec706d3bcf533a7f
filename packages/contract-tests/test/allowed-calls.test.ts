// @module-tag socket
import { expect, test } from "vitest";
import { type Answer, type ExchangeFault, findings, on, runOn } from "./deployment.ts";
import { editJson } from "./faults/fault.ts";

// biome-ignore lint/suspicious/noExplicitAny: a fault reaches into any body
const inJSON = (id: string, edit: (body: any) => void) => on(id, (answer) => editJson(answer, edit));

const replaced = (id: string, other: Partial<Answer>) => on(id, (answer) => void Object.assign(answer, other));

const video = { only: ["videos"], allow: ["dear" as const] };

test("a video is made, followed to its end and taken further, where dear calls are allowed", async () => {
  const report = await runOn({}, video);

  expect(findings(report)).toEqual({});
  expect(
    report.rules.filter(({ id }) => id.startsWith("videos/finished/")).map(({ outcome }) => outcome),
  ).not.toContain("skip");
  expect(report).toMatchObject({ exitCode: 0, billedCalls: 3 });
});

test("no video is made where dear calls are not allowed", async () => {
  const report = await runOn({}, { only: ["videos"] });

  expect(report.billedCalls).toBe(0);
  expect(report.rules.find(({ id }) => id === "videos/finished/completed")).toMatchObject({ outcome: "skip" });
});

let progress = 100;

test.each<[string, string, ExchangeFault]>([
  ["ends as failed", "videos/finished/completed", inJSON("videos/finished", (body) => (body.status = "failed"))],
  ["changes its id", "videos/finished/completed", inJSON("videos/finished", (body) => (body.id = "video_other"))],
  [
    "goes back in its progress",
    "videos/finished/completed",
    inJSON("videos/finished", (body) => (body.progress = progress--)),
  ],
  [
    "says no time of its completion",
    "videos/finished/completed",
    inJSON("videos/finished", (body) => (body.completed_at = null)),
  ],
  ["has no status", "videos/finished/schema", inJSON("videos/finished", (body) => delete body.status)],
  ["has no content", "videos/content/status", replaced("videos/content", { status: 404 })],
  ["has empty content", "videos/content/bytes", replaced("videos/content", { body: "" })],
  [
    "has a page for its content",
    "videos/content/bytes",
    replaced("videos/content", { headers: { "content-type": "text/html" }, body: "<p>Sign in.</p>" }),
  ],
  ["can't be remixed", "videos/remixed/status", replaced("videos/remixed", { status: 500 })],
])("finds a video that %s", async (_says, rule, fault) => {
  const report = await runOn(fault, video);

  expect(findings(report)).toMatchObject({ [rule]: "warn" });
});

const neverEnds = inJSON("videos/finished", (body) => Object.assign(body, { status: "in_progress", progress: 0 }));

test("a video that is not finished in time is no finding, and the waiting ends", async () => {
  let readings = 0;

  const report = await runOn(neverEnds, {
    ...video,
    onCall: ({ id }) => (readings += Number(id === "videos/finished")),
  });

  expect(findings(report)).toEqual({ "videos/finished/completed": "inconclusive" });
  expect(readings).toBe(33); // 2, 4, 6 and 8 s, and then 10 s each up to 300 s
});

test("a run waits for a video as long as it is told to, and exits 3 where its end was asked for by name", async () => {
  let readings = 0;
  const options = { only: ["videos/finished/completed"], allow: ["dear" as const], videoWaitSeconds: 12 };

  const report = await runOn(neverEnds, {
    ...options,
    onCall: ({ id }) => (readings += Number(id === "videos/finished")),
  });

  expect(readings).toBe(4);
  expect(report.exitCode).toBe(3);
});

test("a model that makes no extensions is not blamed for it", async () => {
  const error = JSON.stringify({ error: { message: "No extensions.", type: "invalid_request_error", code: "no" } });

  const report = await runOn(replaced("videos/extended", { status: 400, body: error }), video);

  expect(findings(report)).toEqual({});
});

const burst = { only: ["burst"], allow: ["burst" as const] };

test("a rate limit of 500 requests a minute is met by a burst, where that is allowed", async () => {
  const report = await runOn({}, burst);

  expect(findings(report)).toEqual({});
  expect(report.rules.find(({ id }) => id === "burst/models")).toMatchObject({ outcome: "pass" });
});

test("a limit that others have used up in part is met sooner, and no fault", async () => {
  let calls = 0;
  const countingMore = (answer: Answer) => {
    calls += 1;
    Object.assign(answer.headers, { "x-ratelimit-remaining-requests": String(Math.max(0, 299 - calls)) });
    if (calls > 299) Object.assign(answer, { status: 429 });
  };

  const report = await runOn(on("burst/models", countingMore), burst);

  expect(findings(report)).toEqual({});
});

test("a minute is waited before the burst where no header counts requests", async () => {
  const waits: number[] = [];
  const bare = on("burst/balance", (answer) => {
    answer.headers = { "content-type": "application/json" };
  });

  const report = await runOn(bare, { ...burst, sleep: async (ms) => void waits.push(ms) });

  expect(waits).toContain(61_000);
  expect(findings(report)).toEqual({});
});

test("the other calls of a run are made before the burst, after which they would be refused", async () => {
  const report = await runOn({}, { only: ["burst", "service/head"], allow: ["burst"] });

  expect(findings(report)).toEqual({});
});

let answered = 0;

test.each<[string, (answer: Answer) => void]>([
  ["lower", (answer) => void (++answered > 100 && Object.assign(answer, { status: 429 }))],
  ["not kept", (answer) => void Object.assign(answer, { status: 200 })],
])("finds a rate limit that is %s", async (_says, change) => {
  const report = await runOn(on("burst/models", change), burst);

  expect(findings(report)).toEqual({ "burst/models": "fail" });
});
