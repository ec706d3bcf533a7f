import { operationOf, valueAt } from "@model-access/contract";
import type { Exchange } from "../exchange.js";
import { headerOf, jsonOf, mediaTypeOf, textOf, type WireReply } from "../wire/wire.js";

const longestQuote = 120;

/** The call as people name it: `POST /v1/messages`. One that is no operation is named by its address. */
export function callOf({ plan, request }: Pick<Exchange, "plan"> & Partial<Pick<Exchange, "request">>): string {
  const { method, path } = operationOf(plan.operationId);
  if (request === undefined || request.method === method) return `${method} ${path}`;
  const { origin, pathname } = new URL(request.url);
  return `${request.method} ${origin}${pathname}`;
}

/** Tells in short what a server said: `404 not_found: There is no such video`, or `502 (text/html, "Bad Gateway")`. */
export function saidBy(reply: WireReply): string {
  const location = headerOf(reply, "location");
  if (location !== undefined && reply.status >= 300 && reply.status < 400)
    return `${reply.status}, a redirect to ${location} (redirects are not followed)`;
  const body = jsonOf(reply);
  const mediaType = mediaTypeOf(reply);
  if (body === undefined && mediaType !== "") return `${reply.status} (${[mediaType, ...titleOf(reply)].join(", ")})`;
  const error = valueAt(body?.value, "/error");
  const message = valueAt(error, "/message");
  const name = [valueAt(error, "/code"), valueAt(error, "/type")].find((value) => typeof value === "string");
  if (typeof message !== "string") return String(reply.status);
  return `${reply.status}${name === undefined ? "" : ` ${name}`}: ${message.slice(0, longestQuote).replace(/\.$/, "")}`;
}

/** The title of a page, in quotes: servers in front of a service say there what the matter is. */
function titleOf(reply: WireReply): string[] {
  const [, title = ""] = /<title[^>]*>([^<]*)<\/title>/i.exec(textOf(reply).slice(0, 4_000)) ?? [];
  const words = title.trim().replaceAll(/\s+/g, " ");
  return words === "" ? [] : [JSON.stringify(words.slice(0, longestQuote))];
}
