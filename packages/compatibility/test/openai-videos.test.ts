import { startMock } from "@model-access/mock";
import OpenAI from "openai";
import { expect, test } from "vitest";

test("openai makes a video, waits for it, downloads, remixes and extends it", async () => {
  let nowMs = Date.UTC(2026, 0, 1);
  const clock = { now: () => nowMs, sleep: async () => {} };
  const mock = await startMock({ clock });
  const { videos } = new OpenAI({ baseURL: `${mock.baseURL}/v1`, apiKey: "sk-mock-full", maxRetries: 0 });

  const { id, status } = await videos.create({ model: "sora-2", prompt: "Waves", seconds: "4", size: "1280x720" });
  nowMs += 20_000;
  const ready = await videos.retrieve(id);
  const content = await (await videos.downloadContent(id)).arrayBuffer();
  const remix = await videos.remix(id, { prompt: "At night" });
  const extension = await videos.extend({ video: { id }, prompt: "On and on", seconds: "8" });
  await mock.close();

  expect([status, ready.status, remix.status, extension.status]).toEqual(["queued", "completed", "queued", "queued"]);
  expect(content.byteLength).toBeGreaterThan(0);
  expect(remix.remixed_from_video_id).toBe(id);
});
