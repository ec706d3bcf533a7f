import { readFile } from "node:fs/promises";
import type { Answer, Call } from "../call.js";
import { mediaTypeOfName } from "./media-types.js";

/** The mock's own films, pictures and sounds, which stand in for what a model would make. Each is small and real. */
export const mediaFiles = ["video.mp4", "thumbnail.webp", "spritesheet.jpg", "image.png", "audio.mp3"] as const;

/** The name of one of them, in the package's folder `media`. */
export type MediaFile = (typeof mediaFiles)[number];

export const mediaTypeOfFile = (file: MediaFile) => mediaTypeOfName(file) ?? "application/octet-stream";

export async function readMedia(file: MediaFile): Promise<Uint8Array> {
  return readFile(new URL(`../../media/${file}`, import.meta.url));
}

/** Serves what a media bot made, such as `/media/image-0123456789ab.png`; it needs no key. Every picture is the same one. */
export async function answerMedia({ method, path }: Pick<Call, "method" | "path">): Promise<Answer | undefined> {
  const [, kind, extension] = /^\/media\/([a-z]+)-[0-9a-f]{12}(\.\w+)$/.exec(path) ?? [];
  const file = mediaFiles.find((name) => name === `${kind}${extension}`);
  if ((method !== "GET" && method !== "HEAD") || file === undefined) return undefined;
  return { status: 200, headers: { "content-type": mediaTypeOfFile(file) }, body: await readMedia(file) };
}
