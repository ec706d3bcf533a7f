import type { ServerResponse } from "node:http";
import { constants } from "node:http2";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { TLSSocket } from "node:tls";
import type { EventStream } from "../call.js";
import { ConnectionFault } from "../faults/connection-fault.js";
import { http2StreamOf } from "./secure-server.js";

const flushMs = 20;

// Given, as an error with a stack would be made for each stream otherwise.
const reason = "The response is over.";

/** Aborts when the response is over: sent whole, or left by the client. */
export function disconnectSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => controller.abort(reason));
  if (response.destroyed || http2StreamOf(response)?.destroyed) controller.abort(reason);
  return controller.signal;
}

/** Sends a stream chunk by chunk, no faster than the client reads, and stops when the client is gone. */
export async function sendEvents(
  response: ServerResponse,
  { events, disconnected }: { events: EventStream; disconnected: AbortSignal },
): Promise<void> {
  response.flushHeaders();
  await events(disconnected, (chunk) =>
    writeChunk(response, chunk) ? undefined : untilDrained(response, disconnected),
  );
  response.end();
}

/** Resolves when the client has read what was sent, or is gone; an error of the connection means that it is. */
function untilDrained(response: ServerResponse, disconnected: AbortSignal): Promise<void> {
  const draining = (http2StreamOf(response) === undefined && response.socket) || response;
  return new Promise((resolve) => {
    const goOn = () => {
      draining.off("drain", goOn);
      disconnected.removeEventListener("abort", goOn);
      resolve();
    };
    draining.on("drain", goOn);
    disconnected.addEventListener("abort", goOn);
    if (disconnected.aborted) goOn();
  });
}

/**
 * Writes a chunk in one piece, with the frame of chunked coding (RFC 9112, 7.1) around it. Node would make four pieces of
 * it, which is more work than all the rest of an event. False where the client has to read first.
 */
function writeChunk(response: ServerResponse, chunk: string | Uint8Array): boolean {
  const { socket } = response; // null while an answer before it, to a request of the same connection, isn't over
  const isFramed = response.chunkedEncoding && chunk.length > 0;
  if (typeof chunk !== "string" || !isFramed || socket === null || !socket.writable) return response.write(chunk);
  // Several chunks that are due together, and the end after the last one, go out by one system call.
  if (socket.writableCorked === 0) {
    socket.cork();
    process.nextTick(uncork, socket);
  }
  const bytes = Buffer.byteLength(chunk);
  const encoding = bytes === chunk.length ? "latin1" : "utf8";
  return socket.write(`${bytes.toString(16)}\r\n${chunk}\r\n`, encoding);
}

function uncork(socket: Socket): void {
  socket.uncork();
}

/** Breaks the connection: as a fault says, or because the client is gone. */
export async function breakOff(response: ServerResponse, error: unknown): Promise<void> {
  if (error instanceof ConnectionFault) await delay(flushMs); // a reset would overtake what was sent before it
  const stream = http2StreamOf(response);
  if (stream !== undefined) return stream.close(constants.NGHTTP2_INTERNAL_ERROR); // the connection is of others too
  const { socket } = response;
  const isReset = error instanceof ConnectionFault && error.how === "reset";
  if (isReset && !(socket instanceof TLSSocket)) socket?.resetAndDestroy(); // Node can't reset one of TLS; it only ends
  response.destroy();
}
