import { expect, test } from "vitest";
import { type Clock, ConnectionError, InvalidKeyError, NotFoundError, TimeoutError } from "../src/index.js";
import { createVideos } from "../src/videos/index.js";
import { bareClientOf } from "./stub-client.js";
import { examplesOf, failureOf } from "./stub-service.js";
import { createTestClock, settle } from "./test-clock.js";

const example = (name: string) => examplesOf("retrieveVideo", "200").find(([known]) => known === name)?.[1];
const queued = () => Response.json(example("videoQueued"));
const completed = () => Response.json(example("videoCompleted"));
const refusal = (status: number, headers: HeadersInit = {}) =>
  Response.json({ error: { message: "Not now" } }, { status, headers });
const page = (status: number) => new Response("<h1>Sorry</h1>", { status, headers: { "content-type": "text/html" } });
const lost = (): Response => {
  throw Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
};

const noDeadlines = { headers: Infinity, firstContent: Infinity, betweenContents: Infinity };

/** Videos whose looks get these answers in order, the last one again and again; waits are over at once and move the clock. */
function videosAnswering(...answers: (() => Response)[]) {
  const waits: number[] = [];
  const { clock, advance } = createTestClock();
  let looks = 0;
  const after: Clock["after"] = (delayMs, run, kind = "wait") => {
    if (kind === "wait") {
      waits.push(delayMs);
      queueMicrotask(() => advance(delayMs));
    }
    return clock.after(delayMs, run);
  };
  const client = bareClientOf(async () => (answers[Math.min(looks++, answers.length - 1)] as () => Response)(), {
    clock: { ...clock, after },
    timeouts: noDeadlines,
  });
  return { videos: createVideos(client), waits, looks: () => looks };
}

test.each<[string, () => Response]>([
  ["502", () => refusal(502)],
  ["503", () => refusal(503)],
  ["504 as a page", () => page(504)],
  ["408", () => refusal(408)],
  ["429", () => refusal(429)],
  ["404 at first", () => refusal(404)],
  ["a page with status 200", () => page(200)],
  ["JSON that is cut", () => new Response('{"id": "video', { headers: { "content-type": "application/json" } })],
  ["a connection that is lost", lost],
])("goes on waiting after %s", async (_what, transient) => {
  const { videos, looks } = videosAnswering(transient, transient, queued, transient, completed);

  expect(await videos.waitFor("video_1")).toEqual(example("videoCompleted"));
  expect(looks()).toBe(5);
});

test.each([
  ["an error", new Error("Enough.")],
  ["an error of ours", new ConnectionError("Lost.", { reason: "lost" })],
])("throws %s of onProgress, and looks no more", async (_what, error) => {
  let looks = 0;
  const videos = createVideos(
    bareClientOf(async () => {
      looks++;
      return queued();
    }),
  );
  const onProgress = () => {
    throw error;
  };

  expect(await failureOf(videos.waitFor("v1", { onProgress }))).toBe(error);
  expect(looks).toBe(1);
});

test("waits at least as long as a refused look is told to", async () => {
  const { videos, waits } = videosAnswering(() => refusal(429, { "retry-after": "30" }), completed);

  await videos.waitFor("video_1");

  expect(waits).toEqual([30_000]);
});

test("gives up on an id that nobody knows", async () => {
  const { videos, looks } = videosAnswering(() => refusal(404));

  expect(await failureOf(videos.waitFor("video_typo"))).toBeInstanceOf(NotFoundError);
  expect(looks()).toBe(5);
});

test("ends at once at what no look can change", async () => {
  const { videos, looks } = videosAnswering(() => refusal(401));

  expect(await failureOf(videos.waitFor("video_1"))).toBeInstanceOf(InvalidKeyError);
  expect(looks()).toBe(1);
});

test("ends after timeoutMs, with the last failed look as the cause", async () => {
  const { videos, waits } = videosAnswering(queued, lost);

  const error = await failureOf(videos.waitFor("video_1", { timeoutMs: 10_000 }));

  expect(error).toBeInstanceOf(TimeoutError);
  expect(error).toMatchObject({
    phase: "total",
    timeoutMs: 10_000,
    mayHaveBeenProcessed: "yes",
    message: "The wait for the video video_1 did not finish within 10 s; raise timeoutMs, or wait again",
    cause: expect.any(ConnectionError),
  });
  expect(waits).toEqual([2_000, 3_000, 4_500, 6_750]);
});

test("ends after an hour where nothing else is said", async () => {
  const { videos } = videosAnswering(queued);

  expect(await failureOf(videos.waitFor("video_1"))).toMatchObject({ timeoutMs: 3_600_000 });
});

test("ends a look that hangs when timeoutMs is over", async () => {
  const { clock, advance } = createTestClock();
  const client = bareClientOf(
    (_url, { signal }) =>
      new Promise((_, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
      }),
    { clock },
  );

  const failing = failureOf(createVideos(client).waitFor("video_1", { timeoutMs: 1_000 }));
  await settle();
  advance(1_000);

  expect(await failing).toMatchObject({ name: "TimeoutError", timeoutMs: 1_000 });
});

test.each([0, -1, Number.NaN, "10"])("refuses timeoutMs: %j", async (timeoutMs) => {
  const { videos } = videosAnswering(completed);

  expect(await failureOf(videos.waitFor("video_1", { timeoutMs: timeoutMs as number }))).toMatchObject({
    option: "timeoutMs",
  });
});
