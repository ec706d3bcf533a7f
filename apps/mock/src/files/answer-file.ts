import type { Answer, Call } from "../call.js";
import type { FileStore } from "./file-store.js";

/**
 * Gives back an uploaded file at its address; it needs no key. A page among the files is nobody's origin, so that what a
 * stranger uploaded can't act as the mock's own pages.
 */
export async function answerFile(
  { method, path }: Pick<Call, "method" | "path">,
  files: FileStore,
): Promise<Answer | undefined> {
  const file = method === "GET" || method === "HEAD" ? await files.find(path) : undefined;
  if (file === undefined) return undefined;
  return {
    status: 200,
    headers: {
      "content-type": file.mediaType,
      "content-security-policy": "sandbox",
      "x-content-type-options": "nosniff",
    },
    body: file.bytes,
  };
}
