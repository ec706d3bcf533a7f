import { readFile } from "node:fs/promises";
import type { Answer } from "./call.js";
import { mediaTypeOfName } from "./media/media-types.js";

/** Answers with a file of the mock's own pages, whose text `change` may change; undefined where there is none. */
export async function answerPageFile(
  file: URL,
  { policy, change = (text) => text }: { policy: string; change?: (text: string) => string },
): Promise<Answer | undefined> {
  const text = await readFile(file, "utf8").catch(absent);
  const headers = {
    "content-type": `${mediaTypeOfName(file.pathname)}; charset=utf-8`,
    "content-security-policy": policy,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
  };
  return text === undefined ? undefined : { status: 200, headers, body: change(text) };
}

function absent(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error; // what readFile rejects with
}
