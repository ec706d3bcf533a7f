import { createHash } from "node:crypto";
import type { JournalEntry } from "./journal.js";

/** Returns the fingerprint that repetitions of a request share: the same bytes to the same place with the same key. */
export function fingerprintOf({ call, omittedBytes }: Pick<JournalEntry, "call" | "omittedBytes">): string {
  const { method, target, headers, body = new Uint8Array() } = call;
  const credentials = headers.authorization ?? headers["x-api-key"] ?? "";
  return createHash("sha1")
    .update(`${method} ${target}\n${credentials}\n${omittedBytes}\n`)
    .update(body)
    .digest("base64");
}
