import { valueAt } from "@model-access/contract";
import type { Exchange } from "../exchange.js";
import { jsonOf, type WireReply } from "../wire/wire.js";

export interface ShrinkOptions {
  isAsWrong(smaller: Exchange): boolean;
  /** Sends another body in the place of a call's own; undefined where no more calls are to be made for it. */
  send(exchange: Exchange, json: unknown): Promise<Exchange | undefined>;
}

/**
 * The smallest call that a refused one can be brought down to so that it is still refused in the same wrong way; the call
 * itself where there is none. What is not refused costs points and is left as it is.
 */
export async function shrink(exchange: Exchange, { isAsWrong, send }: ShrinkOptions): Promise<Exchange> {
  const { reply, request, plan } = exchange;
  const isFree = reply !== undefined && reply.status >= 400 && reply.status !== 429;
  if (!isFree || plan.smaller === undefined) return exchange;
  for (const json of plan.smaller(JSON.parse(request.body ?? "null"))) {
    const smaller = await send(exchange, json);
    if (smaller === undefined) return exchange;
    if (isSameRefusal(smaller.reply, reply) && isAsWrong(smaller)) return shrink(smaller, { isAsWrong, send });
  }
  return exchange;
}

/** The same status and the same code, or type where there is none: a smaller request that is wrong in another way shows another fault. */
function isSameRefusal(one: WireReply | undefined, other: WireReply): boolean {
  return one?.status === other.status && nameIn(one) === nameIn(other);
}

function nameIn(reply: WireReply): string | undefined {
  const body = jsonOf(reply)?.value;
  return JSON.stringify(valueAt(body, "/error/code") ?? valueAt(body, "/error/type"));
}
