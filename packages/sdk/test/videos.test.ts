import { operations } from "@model-access/contract";
import { expect, test } from "vitest";
import { AbortError, ConnectionError, OptionError, ResponseFormatError, TimeoutError } from "../src/index.js";
import { createVideos, VideoFailedError } from "../src/videos/index.js";
import { bareClientAnswering, bareClientOf, recordingClient } from "./stub-client.js";
import { exampleOf, examplesOf, failureOf } from "./stub-service.js";
import { createTestClock, settle } from "./test-clock.js";

const example = (name: string) => examplesOf("retrieveVideo", "200").find(([known]) => known === name)?.[1];
const queued = example("videoQueued");
const inProgress = example("videoInProgress");
const completed = example("videoCompleted");
const failed = example("videoFailed");
const bodiesOf = (operationId: string) =>
  Object.entries(operations[operationId]?.body?.mediaTypes["application/json"]?.examples ?? {}).map(
    ([name, { value }]) => [name, value] as const,
  );

/** A clock that does not wait, and the delays that it was asked for. */
function quickClock() {
  const delays: number[] = [];
  const after = (delayMs: number, run: () => void, kind?: "wait" | "watch") => {
    if (kind === "watch") return () => {};
    delays.push(delayMs);
    queueMicrotask(run);
    return () => {};
  };
  return { delays, clock: { after } };
}

/** A client that answers with these videos, and a clock that does not wait. */
function bareClientOfVideos(...videos: unknown[]) {
  const { delays, clock } = quickClock();
  let looks = 0;
  const client = bareClientOf(async () => Response.json(videos[Math.min(looks++, videos.length - 1)]), {
    clock,
    // Deadlines would wait on the same clock.
    timeouts: { headers: Infinity, firstContent: Infinity, betweenContents: Infinity },
  });
  return { client, delays };
}

test.each(bodiesOf("createVideo"))("begins a video of %s as JSON", async (_name, body) => {
  const { client, sent } = recordingClient(queued);

  expect(await createVideos(client).create(body as never)).toEqual(queued);
  expect(sent[0]).toMatchObject({ method: "POST", url: "https://api.example/v1/videos", body });
  expect(sent[0]?.headers.get("content-type")).toBe("application/json");
});

test("sends a picture as the part of a form", async () => {
  const { client, sent } = recordingClient(queued);
  const input_reference = new File(["png"], "boat.png", { type: "image/png" });

  await createVideos(client).create({ model: "Sora-2", prompt: "Drift.", seconds: 4, size: null, input_reference });

  const form = sent[0]?.body as FormData;
  expect([...form.keys()]).toEqual(["model", "prompt", "seconds", "input_reference"]);
  expect(form.get("seconds")).toBe("4");
  expect(form.get("input_reference")).toMatchObject({ name: "boat.png", type: "image/png" });
  expect(sent[0]?.headers.has("content-type")).toBe(false);
});

test.each(examplesOf("retrieveVideo", "200"))("gives the video %s as it came", async (_name, video) => {
  const { client, sent } = recordingClient(video);

  expect(await createVideos(client).retrieve("video/1")).toEqual(video);
  expect(sent[0]).toMatchObject({ method: "GET", url: "https://api.example/v1/videos/video%2F1" });
});

test("remixes and extends", async () => {
  const { client, sent } = recordingClient(exampleOf("remixVideo", "200"), exampleOf("extendVideo", "200"));
  const videos = createVideos(client);

  await videos.remix("video_1", { prompt: "At night." });
  await videos.extend({ video: { id: "video_1" }, prompt: "To the sea.", seconds: 4 });

  expect(sent).toMatchObject([
    { url: "https://api.example/v1/videos/video_1/remix", body: { prompt: "At night." } },
    {
      url: "https://api.example/v1/videos/extensions",
      body: { video: { id: "video_1" }, prompt: "To the sea.", seconds: 4 },
    },
  ]);
});

test("refuses an id that leads to another route", async () => {
  expect(await failureOf(createVideos(bareClientAnswering(queued)).retrieve(".."))).toBeInstanceOf(OptionError);
});

test("refuses an answer that is no video", async () => {
  expect(await failureOf(createVideos(bareClientAnswering({ id: "video_1" })).retrieve("video_1"))).toBeInstanceOf(
    ResponseFormatError,
  );
});

test.each([
  [undefined, "video/mp4", ""],
  ["thumbnail", "image/webp", "?variant=thumbnail"],
  ["spritesheet", "image/jpeg", "?variant=spritesheet"],
] as const)("downloads the content, variant %s", async (variant, mediaType, search) => {
  const asked: unknown[] = [];
  const client = bareClientOf(async (url, init) => {
    asked.push(url, new Headers(init.headers).get("accept"));
    return new Response("bytes", { headers: { "content-type": mediaType } });
  });

  const content = await createVideos(client).content("video_1", { variant });

  expect(asked).toEqual([`https://api.example/v1/videos/video_1/content${search}`, mediaType]);
  expect(content.headers.get("content-type")).toBe(mediaType);
  expect(await content.text()).toBe("bytes");
});

test("refuses a page of a proxy in place of the content", async () => {
  const page = () => new Response("<html>", { headers: { "content-type": "text/html" } });

  expect(await failureOf(createVideos(bareClientOf(async () => page())).content("video_1"))).toBeInstanceOf(
    ResponseFormatError,
  );
});

test("types a connection that is lost in the middle of the content", async () => {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array(3)),
    pull: (controller) => controller.error(new Error("socket hang up")),
  });
  const client = bareClientOf(async () => new Response(body, { headers: { "content-type": "video/mp4" } }));

  const content = await createVideos(client).content("video_1");

  expect(await failureOf(content.arrayBuffer())).toBeInstanceOf(ConnectionError);
});

test("leaves the reader of a download its time, and ends one that waits in vain", async () => {
  const { clock, advance } = createTestClock();
  const body = new ReadableStream({ start: (source) => source.enqueue(new Uint8Array(3)) });
  const client = bareClientOf(async () => new Response(body, { headers: { "content-type": "video/mp4" } }), { clock });
  const content = await createVideos(client).content("video_1");
  const reader = content.body?.getReader();

  advance(600_000);
  expect(await reader?.read()).toMatchObject({ done: false });
  advance(600_000);
  const failing = failureOf(reader?.read() ?? Promise.resolve());
  await settle();
  advance(120_000);

  expect(await failing).toBeInstanceOf(TimeoutError);
  expect(await failing).toMatchObject({ phase: "betweenContents" });
});

test("ends a download with its signal", async () => {
  const controller = new AbortController();
  const body = new ReadableStream({ start: (source) => source.enqueue(new Uint8Array(3)) });
  const client = bareClientOf(async () => new Response(body, { headers: { "content-type": "video/mp4" } }));
  const content = await createVideos(client).content("video_1", {}, { signal: controller.signal });

  const bytes = failureOf(content.arrayBuffer());
  controller.abort();

  expect(await bytes).toBeInstanceOf(AbortError);
});

test("waits for a video, longer before each look", async () => {
  const { client, delays } = bareClientOfVideos(queued, queued, inProgress, inProgress, completed);
  const seen: string[] = [];

  const video = await createVideos(client).waitFor("video_1", {
    intervalMs: 1000,
    maxIntervalMs: 2000,
    onProgress: ({ status }) => seen.push(status),
  });

  expect(video).toEqual(completed);
  expect(seen).toEqual(["queued", "queued", "in_progress", "in_progress", "completed"]);
  expect(delays).toEqual([1000, 1500, 2000, 2000]);
});

test.each([
  ["looks as seldom as it is told, however seldom that is", { intervalMs: 60_000 }, [60_000, 60_000, 60_000]],
  ["waits no longer than it may, from the first look on", { intervalMs: 9, maxIntervalMs: 5 }, [5, 5, 5]],
])("%s", async (_what, options, expected) => {
  const { client, delays } = bareClientOfVideos(queued, queued, queued, completed);

  await createVideos(client).waitFor("video_1", options);

  expect(delays).toEqual(expected);
});

test.each([{ intervalMs: 0 }, { intervalMs: Number.NaN }, { maxIntervalMs: 0 }])(
  "refuses to look at a video without a pause, as %j says",
  async (options) => {
    const { client } = bareClientOfVideos(queued);

    expect(await failureOf(createVideos(client).waitFor("video_1", options))).toBeInstanceOf(OptionError);
  },
);

test("throws for a video that failed, with what the service says", async () => {
  const { client } = bareClientOfVideos(queued, failed);

  const failure = (await failureOf(createVideos(client).waitFor("video_1"))) as VideoFailedError;

  expect(failure).toBeInstanceOf(VideoFailedError);
  expect(failure.video).toEqual(failed);
  const { code, message } = (failed as { error: { code: string; message: string } }).error;
  expect(failure.code).toBe(code);
  expect(failure.message).toContain(message.replace(/\.$/, ""));
  expect(JSON.stringify(failure)).not.toContain("boat");
});

test("throws for a video that failed, even where the service says it in no words", async () => {
  const { client } = bareClientOfVideos({ ...(failed as object), error: { message: 7, code: "moderated" } });

  const failure = await failureOf(createVideos(client).waitFor("video_1"));

  expect(failure).toBeInstanceOf(VideoFailedError);
  expect(failure).toMatchObject({
    code: "moderated",
    message: expect.stringMatching(/^The video \S+ failed; make it again$/),
  });
});

test("gives a video whose status it does not know, instead of waiting for ever", async () => {
  const { client } = bareClientOfVideos(queued, { ...(queued as object), status: "moderated" });

  expect(await createVideos(client).waitFor("video_1")).toMatchObject({ status: "moderated" });
});

test.each(["call", "client"])("ends the wait with the signal of the %s", async (whose) => {
  const controller = new AbortController();
  const { signal } = controller;
  const client = bareClientOf(async () => Response.json(queued), {
    timeouts: { headers: Infinity, firstContent: Infinity, betweenContents: Infinity },
    // Time stands still.
    clock: { after: () => () => {} },
    ...(whose === "client" ? { signal } : {}),
  });

  const wait = failureOf(
    createVideos(client).waitFor(
      "video_1",
      { onProgress: () => setTimeout(() => controller.abort()) },
      whose === "call" ? { signal } : {},
    ),
  );

  expect(await wait).toBeInstanceOf(AbortError);
});
