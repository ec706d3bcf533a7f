import { expect, test } from "vitest";
import { answerMedia, type MediaFile, mediaFiles, readMedia } from "../src/media/media-file.js";

/** The names of the boxes of an MP4 file, one level of them. */
function boxesOf(bytes: Uint8Array): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const boxes: string[] = [];
  for (let at = 0; at < bytes.length; at += view.getUint32(at)) {
    boxes.push(textAt(bytes, at + 4));
    expect(view.getUint32(at)).toBeGreaterThanOrEqual(8);
    expect(at + view.getUint32(at)).toBeLessThanOrEqual(bytes.length);
  }
  return boxes;
}

const textAt = (bytes: Uint8Array, start: number) => Buffer.from(bytes.subarray(start, start + 4)).toString("latin1");

test("the film is an MP4 that can be played while it loads", async () => {
  const bytes = await readMedia("video.mp4");
  const boxes = boxesOf(bytes);

  expect(boxes[0]).toBe("ftyp");
  expect(boxes.indexOf("moov")).toBeGreaterThan(0);
  expect(boxes.indexOf("mdat")).toBeGreaterThan(boxes.indexOf("moov"));
  expect(Buffer.from(bytes).includes("avc1", boxes.indexOf("moov"), "latin1")).toBe(true);
});

test("the film's samples are in the file, whole", async () => {
  const bytes = Buffer.from(await readMedia("video.mp4"));
  const sizes = bytes.indexOf("stsz", 0, "latin1") + 4;
  const count = bytes.readUInt32BE(sizes + 8);
  const sum = Array.from({ length: count }, (_, index) => bytes.readUInt32BE(sizes + 12 + 4 * index)).reduce(
    (total, size) => total + size,
  );
  const mdat = bytes.indexOf("mdat", 0, "latin1") - 4;

  expect(count).toBe(24);
  expect(bytes.readUInt32BE(mdat)).toBe(8 + sum);
});

test("the pictures and the sound are what their names say", async () => {
  const webp = await readMedia("thumbnail.webp");
  const jpeg = Buffer.from(await readMedia("spritesheet.jpg"));
  const png = Buffer.from(await readMedia("image.png"));
  const mp3 = Buffer.from(await readMedia("audio.mp3"));

  expect([textAt(webp, 0), textAt(webp, 8)]).toEqual(["RIFF", "WEBP"]);
  expect([jpeg.subarray(0, 3), jpeg.subarray(-2)].map((bytes) => bytes.toString("hex"))).toEqual(["ffd8ff", "ffd9"]);
  expect(png.subarray(0, 8).toString("hex")).toBe("89504e470d0a1a0a");
  expect(png.subarray(-8, -4).toString("latin1")).toBe("IEND");
  expect(mp3.readUInt16BE(0) & 0xffe6).toBe(0xffe2); // the mark of a frame, layer III
});

test.each(mediaFiles)("%s is small", async (file: MediaFile) => {
  expect((await readMedia(file)).length).toBeLessThan(8 * 1024);
});

test("serves what media bots made, by the kind that the name says", async () => {
  const answer = await answerMedia({ method: "GET", path: "/media/audio-0123456789ab.mp3" });

  expect(answer).toMatchObject({ status: 200, headers: { "content-type": "audio/mpeg" } });
  expect(answer?.body).toEqual(await readMedia("audio.mp3"));
});

test.each(["/media/image.png", "/media/image-0123456789ab.mp4", "/media/thumbnail-0123456789ab/../image.png"])(
  "leaves %s to others",
  async (path) => {
    expect(await answerMedia({ method: "GET", path })).toBeUndefined();
  },
);

test("leaves other methods to others", async () => {
  expect(await answerMedia({ method: "POST", path: "/media/image-0123456789ab.png" })).toBeUndefined();
});
