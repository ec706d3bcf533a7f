import type { IncomingMessage } from "node:http";

const discardMs = 1000;

/**
 * Reads a body; undefined for one over the limit. The rest of that one is read and thrown away, because a client that is
 * still sending would not see the answer; for a second at most, so that it gets one.
 */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let patience: NodeJS.Timeout | undefined;
    const giveUp = () => resolve(undefined);

    if (isRefusedUnsent(request, maxBytes)) return giveUp();
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) return void chunks.push(chunk);
      chunks.length = 0;
      patience ??= setTimeout(giveUp, discardMs);
    });
    request.on("end", () => {
      clearTimeout(patience);
      resolve(size > maxBytes ? undefined : Buffer.concat(chunks));
    });
    request.on("error", (error) => {
      clearTimeout(patience);
      reject(error);
    });
  });
}

/** True for a client that waits for `100 Continue` before it sends a body which is announced as too large. */
function isRefusedUnsent({ headers }: IncomingMessage, maxBytes: number): boolean {
  return headers.expect?.toLowerCase() === "100-continue" && Number(headers["content-length"] ?? 0) > maxBytes;
}
