import { isMediaFile, mediaTypes, readMedia } from "../media/media-file.js";
import type { StoredFile } from "./file-store.js";
import { mediaTypeOfName } from "./media-type-of-name.js";

const text = "This file stands in for one that the mock was asked to fetch. It fetches nothing.\n";

/** What is stored in place of a file at an address: one of the mock's own where it has one of that kind, else a text. */
export async function makeStandIn(name: string): Promise<StoredFile> {
  const mediaType = mediaTypeOfName(name) ?? "text/plain";
  const file = Object.keys(mediaTypes)
    .filter(isMediaFile)
    .find((candidate) => mediaTypes[candidate] === mediaType);
  if (file !== undefined) return { name, mediaType, bytes: await readMedia(file) };
  const isText = mediaType.startsWith("text/");
  return { name, mediaType: isText ? mediaType : "text/plain", bytes: new TextEncoder().encode(text) };
}
