import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { headerOf, type WireRequest, type WireResult } from "./wire.js";

/** A body that unpacks to more is none that a client reads. */
const limits = { maxOutputLength: 64 * 1024 * 1024 };

const decoders: Record<string, (body: Uint8Array) => Buffer> = {
  gzip: (body) => gunzipSync(body, limits),
  deflate: (body) => inflateSync(body, limits),
  br: (body) => brotliDecompressSync(body, limits),
};

/** Returns a result as a client reads it: a body that came in an encoding that the request takes is unpacked. */
export function decoded(result: WireResult, { headers }: WireRequest): WireResult {
  const { reply } = result;
  const encoding = reply && headerOf(reply, "content-encoding")?.trim().toLowerCase();
  const decode = encoding === undefined ? undefined : decoders[encoding];
  if (reply === undefined || encoding === undefined || decode === undefined) return result;
  if (!String(headers["accept-encoding"]).includes(encoding) || reply.body.length === 0) return result;
  const rawHeaders = reply.rawHeaders.filter(([name]) => !/^content-(encoding|length)$/i.test(name));
  try {
    const body = decode(reply.body);
    return {
      ...result,
      reply: { ...reply, rawHeaders, body, pieces: [{ atMs: reply.pieces.at(-1)?.atMs ?? 0, end: body.length }] },
    };
  } catch {
    const message = `The Content-Encoding is ${encoding}, and the body is not encoded so, or not whole.`;
    return { ...result, failure: result.failure ?? { kind: "broken", message } };
  }
}
