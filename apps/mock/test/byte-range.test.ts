import { expect, test } from "vitest";
import { createMock } from "../src/index.js";
import { bearer } from "./requests.js";

const { fetch } = createMock({ latency: "instant" });

/** The address of an uploaded file. */
async function uploaded(content: string): Promise<string> {
  const body = new FormData();
  body.append("file", new Blob([content], { type: "video/mp4" }), "film.mp4");
  const answer = await fetch("http://mock/v1/files", { method: "POST", headers: bearer("sk-mock-full"), body });
  return ((await answer.json()) as { attachment_url: string }).attachment_url;
}

test.each([
  { range: "bytes=0-3", status: 206, text: "0123", says: "bytes 0-3/10" },
  { range: "bytes=4-", status: 206, text: "456789", says: "bytes 4-9/10" },
  { range: "bytes=-2", status: 206, text: "89", says: "bytes 8-9/10" },
  { range: "bytes=8-99", status: 206, text: "89", says: "bytes 8-9/10" },
  { range: "bytes=-99", status: 206, text: "0123456789", says: "bytes 0-9/10" },
  { range: "bytes=10-", status: 416, text: "", says: "bytes */10" },
  { range: "bytes=-0", status: 416, text: "", says: "bytes */10" },
  { range: "bytes=3-1", status: 200, text: "0123456789", says: null },
  { range: "bytes=0-1,4-5", status: 200, text: "0123456789", says: null },
  { range: "items=0-1", status: 200, text: "0123456789", says: null },
])("a file that is asked for by '$range' comes with $status", async ({ range, status, text, says }) => {
  const url = await uploaded("0123456789");

  const answer = await fetch(url, { headers: { range } });

  expect(answer.status).toBe(status);
  expect(await answer.text()).toBe(text);
  expect(answer.headers.get("content-range")).toBe(says);
  expect(answer.headers.get("accept-ranges")).toBe("bytes");
});

test("a player gets the mock's video in ranges", async () => {
  const url = "http://mock/media/video-0123456789ab.mp4";
  const whole = new Uint8Array(await (await fetch(url)).arrayBuffer());

  const start = await fetch(url, { headers: { range: "bytes=0-99" } });
  const rest = await fetch(url, { headers: { range: "bytes=100-" } });

  expect([start.status, rest.status]).toEqual([206, 206]);
  expect(Buffer.concat([await bytesOf(start), await bytesOf(rest)])).toEqual(Buffer.from(whole));
});

test("If-Range gets the whole file", async () => {
  const url = await uploaded("0123456789");

  const answer = await fetch(url, { headers: { range: "bytes=0-3", "if-range": '"other"' } });

  expect(answer.status).toBe(200);
});

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
