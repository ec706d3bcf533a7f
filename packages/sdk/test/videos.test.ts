import { expect, test } from "vitest";
import {
  AbortError,
  type ClientOptions,
  type Clock,
  ConnectionError,
  OptionError,
  TimeoutError,
  VideoFailedError,
} from "../src/index.js";
import {
  bodiesOf,
  clientAnswering,
  clientOf,
  exampleNamed,
  exampleOf,
  examplesOf,
  failureAfter,
  failureOf,
  recordingClient,
  silentFetch,
} from "./stub-service.js";
import { createTestClock, settle } from "./test-clock.js";

const queued = exampleNamed("retrieveVideo", "videoQueued") as object;
const inProgress = exampleNamed("retrieveVideo", "videoInProgress") as object;
const completed = exampleNamed("retrieveVideo", "videoCompleted") as object;
const failed = exampleNamed("retrieveVideo", "videoFailed") as object;

test.each(bodiesOf("createVideo"))("begins a video of %s as JSON", async (_name, body) => {
  const { client, sent } = recordingClient([queued]);

  expect(await client.videos.create(body as never)).toEqual(queued);
  expect(sent[0]).toMatchObject({ method: "POST", url: "https://api.example/v1/videos", body });
  expect(sent[0]?.headers.get("content-type")).toBe("application/json");
});

test("sends a picture as the part of a form", async () => {
  const { client, sent } = recordingClient([queued]);
  const input_reference = new File(["png"], "boat.png", { type: "image/png" });

  await client.videos.create({ model: "Sora-2", prompt: "Drift.", seconds: 4, size: null, input_reference });

  const form = sent[0]?.body as FormData;
  expect([...form.keys()]).toEqual(["model", "prompt", "seconds", "input_reference"]);
  expect(form.get("seconds")).toBe("4");
  expect(form.get("input_reference")).toMatchObject({ name: "boat.png", type: "image/png" });
  expect(sent[0]?.headers.has("content-type")).toBe(false);
});

test.each(examplesOf("retrieveVideo", "200"))("gives the video %s as it came", async (_name, video) => {
  const { client, sent } = recordingClient([video]);

  expect(await client.videos.retrieve("video/1")).toEqual(video);
  expect(sent[0]).toMatchObject({ method: "GET", url: "https://api.example/v1/videos/video%2F1" });
});

test("remixes and extends", async () => {
  const { client, sent } = recordingClient([exampleOf("remixVideo", "200"), exampleOf("extendVideo", "200")]);

  await client.videos.remix("video_1", { prompt: "At night." });
  await client.videos.extend({ video: { id: "video_1" }, prompt: "To the sea.", seconds: 4 });

  expect(sent).toMatchObject([
    { url: "https://api.example/v1/videos/video_1/remix", body: { prompt: "At night." } },
    {
      url: "https://api.example/v1/videos/extensions",
      body: { video: { id: "video_1" }, prompt: "To the sea.", seconds: 4 },
    },
  ]);
});

test.each([
  ["an id that leads to another route", queued, "..", "OptionError"],
  ["an answer that is no video", { id: "video_1" }, "video_1", "ResponseFormatError"],
])("refuses %s", async (_what, answer, id, name) => {
  expect(await failureOf(clientAnswering(answer).videos.retrieve(id))).toMatchObject({ name });
});

test.each([
  [undefined, "video/mp4", ""],
  ["thumbnail", "image/webp", "?variant=thumbnail"],
  ["spritesheet", "image/jpeg", "?variant=spritesheet"],
] as const)("downloads the content, variant %s", async (variant, mediaType, search) => {
  const asked: unknown[] = [];
  const client = clientOf(async (url, init) => {
    asked.push(url, new Headers(init.headers).get("accept"));
    return new Response("bytes", { headers: { "content-type": mediaType } });
  });

  const content = await client.videos.content("video_1", { variant });

  expect(asked).toEqual([`https://api.example/v1/videos/video_1/content${search}`, mediaType]);
  expect(content.headers.get("content-type")).toBe(mediaType);
  expect(await content.text()).toBe("bytes");
});

test("refuses a page of a proxy in place of the content", async () => {
  const client = clientAnswering("<html>", { headers: { "content-type": "text/html" } });

  expect(await failureOf(client.videos.content("video_1"))).toMatchObject({ name: "ResponseFormatError" });
});

/** A download that begins and then does this, and its client. */
function downloading(pull: UnderlyingDefaultSource["pull"] = () => {}, options: ClientOptions = {}) {
  const body = new ReadableStream({ start: (source) => source.enqueue(new Uint8Array(3)), pull });
  return clientOf(async () => new Response(body, { headers: { "content-type": "video/mp4" } }), options).videos;
}

test("types a connection that is lost in the middle of the content, and ends a download with its signal", async () => {
  const controller = new AbortController();
  const lost = await downloading((source) => source.error(new Error("socket hang up"))).content("video_1");
  const left = await downloading().content("video_1", {}, { signal: controller.signal });
  const failures = [lost, left].map((content) => failureOf(content.arrayBuffer()));

  controller.abort();

  expect(await failures[0]).toBeInstanceOf(ConnectionError);
  expect(await failures[1]).toBeInstanceOf(AbortError);
});

test("leaves the reader of a download its time, and ends one that waits in vain", async () => {
  const { clock, advance } = createTestClock();
  const reader = (await downloading(undefined, { clock }).content("video_1")).body?.getReader();

  advance(600_000);
  expect(await reader?.read()).toMatchObject({ done: false });
  advance(600_000);
  const failing = failureOf(reader?.read() ?? Promise.resolve(), TimeoutError);
  await settle();
  advance(120_000);

  expect(await failing).toMatchObject({ phase: "betweenContents" });
});

// Waiting

type Look = object | (() => Response);
const noDeadlines = { headers: Infinity, firstContent: Infinity, betweenContents: Infinity };
const refusal =
  (status: number, headers: HeadersInit = {}) =>
  () =>
    Response.json({ error: { message: "Not now" } }, { status, headers });
const page = (status: number) => () =>
  new Response("<h1>Sorry</h1>", { status, headers: { "content-type": "text/html" } });
const lost = (): Response => {
  throw Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
};

/** Videos whose looks get these answers in order, the last one again and again; waits are over at once and move the clock. */
function videosAnswering(...answers: Look[]) {
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
  const { videos } = clientOf(
    async () => {
      const answer = answers[Math.min(looks++, answers.length - 1)] as Look;
      return typeof answer === "function" ? answer() : Response.json(answer);
    },
    { clock: { ...clock, after }, timeouts: noDeadlines },
  );
  return { videos, waits, looks: () => looks };
}

test("waits for a video, and tells of each look", async () => {
  const { videos } = videosAnswering(queued, queued, inProgress, inProgress, completed);
  const seen: string[] = [];

  const video = await videos.waitFor("video_1", { onProgress: ({ status }) => seen.push(status) });

  expect(video).toEqual(completed);
  expect(seen).toEqual(["queued", "queued", "in_progress", "in_progress", "completed"]);
});

test.each([
  ["longer before each look", { intervalMs: 1000, maxIntervalMs: 2000 }, [1000, 1500, 2000]],
  ["as seldom as it is told, however seldom that is", { intervalMs: 60_000 }, [60_000, 60_000, 60_000]],
  ["no longer than it may, from the first look on", { intervalMs: 9, maxIntervalMs: 5 }, [5, 5, 5]],
])("waits %s", async (_what, options, expected) => {
  const { videos, waits } = videosAnswering(queued, queued, queued, completed);

  await videos.waitFor("video_1", options);

  expect(waits).toEqual(expected);
});

test.each<[object, string]>([
  [{ intervalMs: 0 }, "intervalMs"],
  [{ intervalMs: Number.NaN }, "intervalMs"],
  [{ maxIntervalMs: 0 }, "maxIntervalMs"],
  ...[0, -1, Number.NaN, "10"].map((timeoutMs): [object, string] => [{ timeoutMs }, "timeoutMs"]),
  [{ onProgress: 5 }, "onProgress"],
])("refuses to wait by %j before it looks", async (options, option) => {
  const { videos, looks } = videosAnswering(completed);

  expect(await failureOf(videos.waitFor("video_1", options))).toMatchObject({ name: OptionError.name, option });
  expect(looks()).toBe(0);
});

test("throws for a video that failed, with what the service says", async () => {
  const { videos } = videosAnswering(queued, failed);

  const failure = await failureOf(videos.waitFor("video_1"), VideoFailedError);

  expect(failure.video).toEqual(failed);
  const { code, message } = (failed as { error: { code: string; message: string } }).error;
  expect(failure.code).toBe(code);
  expect(failure.message).toContain(message.replace(/\.$/, ""));
  expect(JSON.stringify(failure)).not.toContain("boat");
});

test("throws for a video that failed, even where the service says it in no words", async () => {
  const { videos } = videosAnswering({ ...failed, error: { message: 7, code: "moderated" } });

  expect(await failureOf(videos.waitFor("video_1"), VideoFailedError)).toMatchObject({
    code: "moderated",
    message: expect.stringMatching(/^The video \S+ failed; make it again$/),
  });
});

test("gives a video whose status it does not know, instead of waiting for ever", async () => {
  const { videos } = videosAnswering(queued, { ...queued, status: "moderated" });

  expect(await videos.waitFor("video_1")).toMatchObject({ status: "moderated" });
});

test.each(["call", "client"])("ends the wait with the signal of the %s", async (whose) => {
  const controller = new AbortController();
  const { signal } = controller;
  const { videos } = clientAnswering(
    queued,
    {},
    {
      timeouts: noDeadlines,
      // Time stands still.
      clock: { after: () => () => {} },
      ...(whose === "client" ? { signal } : {}),
    },
  );
  const onProgress = () => setTimeout(() => controller.abort());

  const wait = videos.waitFor("video_1", { onProgress }, whose === "call" ? { signal } : {});

  expect(await failureOf(wait)).toBeInstanceOf(AbortError);
});

test.each<[string, Look]>([
  ["502", refusal(502)],
  ["503", refusal(503)],
  ["504 as a page", page(504)],
  ["408", refusal(408)],
  ["429", refusal(429)],
  ["404 at first", refusal(404)],
  ["a page with status 200", page(200)],
  ["JSON that is cut", () => new Response('{"id": "video', { headers: { "content-type": "application/json" } })],
  ["a connection that is lost", lost],
])("goes on waiting after %s", async (_what, transient) => {
  const { videos, looks } = videosAnswering(transient, transient, queued, transient, completed);

  expect(await videos.waitFor("video_1")).toEqual(completed);
  expect(looks()).toBe(5);
});

test("counts only looks one after the other that know no video", async () => {
  const unknown = Array.from({ length: 4 }, () => refusal(404));
  const { videos } = videosAnswering(...unknown, queued, ...unknown, completed);

  expect(await videos.waitFor("video_1")).toEqual(completed);
});

const noDisk = new Error("no disk");
const ours = new ConnectionError("Lost.", { reason: "lost" });
const raise = (error: Error) => {
  throw error;
};

test.each<[string, Error, (error: Error) => unknown]>([
  ["an error of onProgress", noDisk, raise],
  ["an error of ours that onProgress throws", ours, raise],
  ["an error of an async onProgress", noDisk, (error) => Promise.reject(error)],
])("throws %s, and looks no more", async (_what, error, fail) => {
  const { videos, looks } = videosAnswering(queued);

  expect(await failureOf(videos.waitFor("v1", { onProgress: () => fail(error) }))).toBe(error);
  expect(looks()).toBe(1);
});

test("waits at least as long as a refused look is told to", async () => {
  const { videos, waits } = videosAnswering(refusal(429, { "retry-after": "30" }), completed);

  await videos.waitFor("video_1");

  expect(waits).toEqual([30_000]);
});

test.each([
  ["gives up on an id that nobody knows", 404, 5, "NotFoundError"],
  ["ends at once at what no look can change", 401, 1, "InvalidKeyError"],
])("%s", async (_what, status, expected, name) => {
  const { videos, looks } = videosAnswering(refusal(status));

  expect(await failureOf(videos.waitFor("video_typo"))).toMatchObject({ name });
  expect(looks()).toBe(expected);
});

test("ends after timeoutMs, with the last failed look as the cause", async () => {
  const { videos, waits } = videosAnswering(queued, lost);

  expect(await failureOf(videos.waitFor("video_1", { timeoutMs: 10_000 }), TimeoutError)).toMatchObject({
    phase: "total",
    timeoutMs: 10_000,
    mayHaveBeenProcessed: "yes",
    message: "The wait for the video video_1 did not finish within 10 s; raise timeoutMs, or wait again",
    cause: expect.any(ConnectionError),
  });
  expect(waits).toEqual([2_000, 3_000, 4_500, 6_750]);
});

test("ends after an hour where nothing else is said", async () => {
  expect(await failureOf(videosAnswering(queued).videos.waitFor("video_1"))).toMatchObject({ timeoutMs: 3_600_000 });
});

test("ends a look that hangs when timeoutMs is over", async () => {
  const { clock, advance } = createTestClock();

  const failure = await failureAfter(
    clientOf(silentFetch, { clock }).videos.waitFor("video_1", { timeoutMs: 1_000 }),
    () => advance(1_000),
  );

  expect(failure).toMatchObject({ name: "TimeoutError", timeoutMs: 1_000 });
});
