import { readFile } from "node:fs/promises";

/** The mock's own films, pictures and sounds, which stand in for what a model would make. Each is small and real. */
export const mediaTypes = {
  "video.mp4": "video/mp4",
  "thumbnail.webp": "image/webp",
  "spritesheet.jpg": "image/jpeg",
  "image.png": "image/png",
  "audio.mp3": "audio/mpeg",
} as const;

/** The name of one of them, in the package's folder `media`. */
export type MediaFile = keyof typeof mediaTypes;

export const isMediaFile = (name: string): name is MediaFile => Object.hasOwn(mediaTypes, name);

/** The bytes of one of them. */
export async function readMedia(file: MediaFile): Promise<Uint8Array> {
  return readFile(new URL(`../../media/${file}`, import.meta.url));
}
