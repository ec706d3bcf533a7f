import type { Answer, Call } from "../call.js";
import { isMediaFile, mediaTypes, readMedia } from "./media-file.js";

/** Serves what a media bot made, such as `/media/image-0123456789ab.png`; it needs no key. Every picture is the same one. */
export async function answerMedia({ method, path }: Pick<Call, "method" | "path">): Promise<Answer | undefined> {
  const [, kind, extension] = /^\/media\/([a-z]+)-[0-9a-f]{12}(\.\w+)$/.exec(path) ?? [];
  const file = `${kind}${extension}`;
  if ((method !== "GET" && method !== "HEAD") || !isMediaFile(file)) return undefined;
  return { status: 200, headers: { "content-type": mediaTypes[file] }, body: await readMedia(file) };
}
