import { readOnce } from "../wire/read-once.js";
import { headerOf, type WireReply } from "../wire/wire.js";

/** The limit of requests a minute, and how many of them remain, as the headers of one answer tell it. */
export interface RateLimit {
  limit: number;
  remaining: number;
}

export const rateLimitIn = (reply: WireReply | undefined): RateLimit | undefined => reply && toldIn(reply);

const toldIn = readOnce((reply: WireReply): RateLimit | undefined => {
  const [limit = Number.NaN, remaining = Number.NaN] = ["limit", "remaining"].map((name) =>
    Number(headerOf(reply, `x-ratelimit-${name}-requests`) ?? Number.NaN),
  );
  return Number.isFinite(limit) && Number.isFinite(remaining) ? { limit, remaining } : undefined;
});

/** The requests of the last minute as headers count them, whoever made them; undefined where there are no such headers. */
export function countedIn(reply: WireReply | undefined): number | undefined {
  const told = rateLimitIn(reply);
  return told && told.limit - told.remaining;
}
