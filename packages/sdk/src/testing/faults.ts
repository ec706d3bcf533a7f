import { check, checkNumber } from "../options/check-options.js";
import type { TestReply } from "./test-reply.js";

/** The place in a body where a fault strikes: after so many bytes, or after so many whole events of a stream. */
export type FaultPlace = { afterBytes: number } | { afterEvents: number };

/** The reply ends early, and cleanly as far as HTTP can tell: a proxy gave up. */
export function truncate(reply: TestReply, place: FaultPlace): TestReply {
  return cutReply(reply, place, "complete");
}

/** The connection is reset in the middle of the reply. */
export function reset(reply: TestReply, place: FaultPlace): TestReply {
  return cutReply(reply, place, "reset");
}

/** The reply stops and the connection stays open; only an abort ends it. */
export function stall(reply: TestReply, place: FaultPlace): TestReply {
  return cutReply(reply, place, "stall");
}

/** The same bytes in pieces of this size, 1 by default, which cut lines, characters and events. */
export function splitBytes(reply: TestReply, options: { size?: number } = {}): TestReply {
  const { size = 1 } = Object(options) as typeof options;
  requireReply(reply);
  checkNumber("size", size, 1);
  const bytes = joined(reply.chunks);
  const count = Math.ceil(bytes.length / size);
  return {
    ...reply,
    chunks: Array.from({ length: count }, (_, index) => bytes.slice(index * size, (index + 1) * size)),
  };
}

function requireReply(reply: TestReply): void {
  check("reply", Array.isArray(reply?.chunks), "is no reply; pass one such as jsonReply({}).");
}

function cutReply(reply: TestReply, place: FaultPlace, ending: TestReply["ending"]): TestReply {
  requireReply(reply);
  const { afterBytes, afterEvents } = Object(place) as { afterBytes?: number; afterEvents?: number };
  checkNumber("afterBytes" in Object(place) ? "afterBytes" : "afterEvents", afterBytes ?? afterEvents, 0);
  const { chunks } = reply;
  let left = afterBytes ?? endOfEvent(joined(chunks), Number(afterEvents));
  const kept: TestReply["chunks"] = [];
  for (const chunk of chunks) {
    if (left <= 0) break;
    kept.push(chunk.slice(0, left));
    left -= chunk.length;
  }
  return { ...reply, chunks: kept, ending };
}

const LF = 10;
const CR = 13;

/** Returns the number of bytes that `count` events take, blank lines included. */
function endOfEvent(bytes: Uint8Array, count: number): number {
  let events = 0;
  let lineStart = 0;
  for (let at = 0; at < bytes.length && events < count; at++) {
    if (bytes[at] !== LF) continue;
    const isBlank = at === lineStart || (at === lineStart + 1 && bytes[lineStart] === CR);
    lineStart = at + 1;
    if (isBlank) events++;
  }
  return lineStart;
}

function joined(chunks: TestReply["chunks"]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
