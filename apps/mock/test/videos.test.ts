// @module-tag socket
import { operations, validateResponseBody } from "@model-access/contract";
import { expect, test } from "vitest";
import { type MediaFile, readMedia } from "../src/media/media-file.js";
import { createClient, startClient } from "./client.js";
import { createManualClock } from "./manual-clock.js";
import { bearer, exampleRequest } from "./requests.js";

function createCaller() {
  const clock = createManualClock();
  const { get, post } = createClient({ clock });
  const call = async (path: string, body?: object, key = "sk-mock-full") => {
    const headers = bearer(key);
    const response = await (body === undefined ? get(path, { headers }) : post(path, body, headers));
    // Bodies are looked into field by field; what they lack shows as undefined.
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const make = async (change: object = {}) =>
    String((await call("/v1/videos", { model: "Sora-2", prompt: "Waves", ...change })).body.id);
  const content = (id: string, query = "") => get(`/v1/videos/${id}/content${query}`);
  return { clock, call, make, content };
}

test("a video is queued, then in progress, then completed, and stays so (R1.6)", async () => {
  const { clock, call, make } = createCaller();
  const id = await make({ seconds: "4", size: "1280x720" });

  const states: unknown[][] = [];
  for (const advanceMs of [0, 2000, 4000, 3999, 1, 3_600_000]) {
    await clock.advance(advanceMs);
    const { body } = await call(`/v1/videos/${id}`);
    expect(validateResponseBody("retrieveVideo", 200, "application/json", body)).toEqual([]);
    states.push([body.status, body.progress]);
  }

  expect(states).toEqual([
    ["queued", 0],
    ["in_progress", 0],
    ["in_progress", 49],
    ["in_progress", 98],
    ["completed", 100],
    ["completed", 100],
  ]);
  expect((await call(`/v1/videos/${id}`)).body).toMatchObject({
    seconds: 4,
    size: "1280x720",
    model: "Sora-2",
    error: null,
  });
});

test("two videos of the same request have ids of their own", async () => {
  const { make } = createCaller();

  expect(await make()).not.toBe(await make());
});

test("a prompt with the mark for it ends failed, and says why", async () => {
  const { clock, call, make } = createCaller();
  const id = await make({ prompt: "Waves [fail]" });
  await clock.advance(60_000);

  const { body } = await call(`/v1/videos/${id}`);

  expect(body).toMatchObject({ status: "failed", completed_at: null, error: { code: "generation_failed" } });
  expect(validateResponseBody("retrieveVideo", 200, "application/json", body)).toEqual([]);
});

test("R4.10: a remix and an extension need a completed source and take its shape", async () => {
  const { clock, call, make } = createCaller();
  const id = await make({ seconds: 4 });
  const early = await call(`/v1/videos/${id}/remix`, { prompt: "At night" });
  await clock.advance(10_000);

  const remix = await call(`/v1/videos/${id}/remix`, { prompt: "At night" });
  const extension = await call("/v1/videos/extensions", { video: { id }, prompt: "On", seconds: 8 });
  const tooLong = await call("/v1/videos/extensions", { video: { id }, prompt: "On", seconds: 117 });

  expect(early).toMatchObject({ status: 400, body: { error: { code: "invalid_parameter" } } });
  expect(remix.body).toMatchObject({ status: "queued", seconds: 4, remixed_from_video_id: id });
  expect(extension.body).toMatchObject({ status: "queued", seconds: 12 });
  expect(tooLong.status).toBe(400);
});

test.each<{ query: string; file: MediaFile; mediaType: string }>([
  { query: "", file: "video.mp4", mediaType: "video/mp4" },
  { query: "?variant=video", file: "video.mp4", mediaType: "video/mp4" },
  { query: "?variant=thumbnail", file: "thumbnail.webp", mediaType: "image/webp" },
  { query: "?variant=spritesheet", file: "spritesheet.jpg", mediaType: "image/jpeg" },
])("the content$query of a completed video is a whole $mediaType", async ({ query, file, mediaType }) => {
  const { clock, content, make } = createCaller();
  const id = await make();
  await clock.advance(10_000);

  const response = await content(id, query);

  expect(response.headers.get("content-type")).toBe(mediaType);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(await readMedia(file));
});

test("the content comes once the video is completed, and for a day", async () => {
  const { clock, content, make } = createCaller();
  const id = await make();

  const statuses: number[] = [];
  for (const advanceMs of [0, 9_999, 1, 24 * 60 * 60 * 1000 - 1000, 1000]) {
    await clock.advance(advanceMs);
    statuses.push((await content(id)).status);
  }

  expect(statuses).toEqual([400, 400, 200, 200, 404]);
});

test("a video that failed has no content, and nobody is told to wait for it", async () => {
  const { clock, content, make } = createCaller();
  const id = await make({ prompt: "Waves [fail]" });
  await clock.advance(60_000);

  const response = await content(id);

  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { message: "The video has failed; create another one." } });
});

test("the length of a video is sent before it", async () => {
  const { get } = await startClient();
  const { pathname } = new URL(exampleRequest("downloadVideoContent").url); // an example that is completed from the start

  const response = await get(pathname);
  const head = await get(pathname, { method: "HEAD" });

  expect(response.headers.get("content-length")).toBe(String((await readMedia("video.mp4")).length));
  expect(head.headers.get("content-length")).toBe(response.headers.get("content-length"));
});

test("a model that makes no videos is refused, and another account's video is not there", async () => {
  const { call, make } = createCaller();
  const id = await make();

  expect(await call("/v1/videos", { model: "GPT-5.2", prompt: "Waves" })).toMatchObject({
    status: 400,
    body: { error: { code: "invalid_parameter" } },
  });
  expect((await call(`/v1/videos/${id}`, undefined, "sk-mock-low")).status).toBe(404);
  expect((await call(`/v1/videos/${id}`, undefined, "sk-mock-tiny")).status).toBe(200); // of the same account
});

test("the videos of the contract's examples are there", async () => {
  const { call } = createCaller();
  const [example] = Object.values(
    operations.retrieveVideo?.responses["200"]?.mediaTypes["application/json"]?.examples ?? {},
  );
  const { id } = (example?.value ?? {}) as { id?: string }; // the example is a video

  expect((await call(`/v1/videos/${id}`)).body).toMatchObject({ id, status: "completed" });
});
