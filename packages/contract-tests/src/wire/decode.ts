import { type BrotliDecompress, createBrotliDecompress, createGunzip, createInflate, type Gunzip } from "node:zlib";
import { headerOf, type WireReply, type WireRequest, type WireResult } from "./wire.js";

/** A body that unpacks to more is none that a client reads. */
const mostBytes = 64 * 1024 * 1024;

const unpackers: Record<string, () => Gunzip | BrotliDecompress> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * Returns a result as a client reads it: a body that came in an encoding that the request takes is unpacked, each piece when
 * it came. Of one that breaks, what came before is left, as it is for a client.
 */
export async function decoded(result: WireResult, { headers }: WireRequest): Promise<WireResult> {
  const { reply } = result;
  const encoding = reply && headerOf(reply, "content-encoding")?.trim().toLowerCase();
  const unpacker = encoding === undefined ? undefined : unpackers[encoding]?.();
  if (reply === undefined || encoding === undefined || unpacker === undefined) return result;
  if (!String(headers["accept-encoding"]).includes(encoding) || reply.body.length === 0) return result;
  const rawHeaders = reply.rawHeaders.filter(([name]) => !/^content-(encoding|length)$/i.test(name));
  const { isWhole, ...unpacked } = await unpack(reply, unpacker);
  const message = `The Content-Encoding is ${encoding}, and the body is not encoded so, or not whole.`;
  const failure = result.failure ?? (isWhole ? undefined : { kind: "broken" as const, message });
  return { ...result, reply: { ...reply, rawHeaders, ...unpacked }, ...(failure && { failure }) };
}

async function unpack(
  { body, pieces }: WireReply,
  unpacker: Gunzip | BrotliDecompress,
): Promise<Pick<WireReply, "body" | "pieces"> & { isWhole: boolean }> {
  const unpacked: Buffer[] = [];
  const ends: WireReply["pieces"] = [];
  let length = 0;
  let start = 0;
  unpacker.on("data", (bytes: Buffer) => {
    unpacked.push(bytes);
    length += bytes.length;
    if (length > mostBytes) unpacker.destroy(new Error("too long"));
  });
  const isWhole = new Promise<boolean>((resolve) => {
    unpacker.on("end", () => resolve(true));
    unpacker.on("error", () => resolve(false));
  });
  // A write that fails has no callback.
  const failed = isWhole.then(() => undefined);
  // Who sends in place of this package may not tell pieces apart.
  const last = pieces.at(-1);
  const reads = last?.end === body.length ? pieces : [{ atMs: last?.atMs ?? 0, end: body.length }];
  for (const { atMs, end } of reads) {
    if (unpacker.destroyed) break;
    await Promise.race([failed, new Promise<unknown>((resolve) => unpacker.write(body.subarray(start, end), resolve))]);
    if (length > (ends.at(-1)?.end ?? 0)) ends.push({ atMs, end: length });
    start = end;
  }
  if (!unpacker.destroyed) unpacker.end();
  return { isWhole: await isWhole, body: Buffer.concat(unpacked), pieces: ends };
}
