import { operationOf, valueAt } from "@model-access/contract";
import type { Exchange } from "../exchange.js";
import { headerOf, jsonOf, mediaTypeOf, type WireReply } from "../wire/wire.js";

const longestQuote = 120;

/** The call as people name it: `POST /v1/messages`. */
export function callOf({ plan }: Pick<Exchange, "plan">): string {
  const { method, path } = operationOf(plan.operationId);
  return `${method} ${path}`;
}

/** Tells in short what a server said: `404 not_found: There is no such video`, or `404 (text/html)`. */
export function saidBy(reply: WireReply): string {
  const location = headerOf(reply, "location");
  if (location !== undefined && reply.status >= 300 && reply.status < 400)
    return `${reply.status}, a redirect to ${location} (redirects are not followed)`;
  const body = jsonOf(reply);
  const mediaType = mediaTypeOf(reply);
  if (body === undefined && mediaType !== "") return `${reply.status} (${mediaType})`;
  const error = valueAt(body?.value, "/error");
  const message = valueAt(error, "/message");
  const name = [valueAt(error, "/code"), valueAt(error, "/type")].find((value) => typeof value === "string");
  if (typeof message !== "string") return String(reply.status);
  return `${reply.status}${name === undefined ? "" : ` ${name}`}: ${message.slice(0, longestQuote).replace(/\.$/, "")}`;
}
