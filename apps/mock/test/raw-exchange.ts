import { once } from "node:events";
import { connect } from "node:net";
import type { ExampleRequest } from "./requests.js";

/** The bytes that came over the wire, and their end. */
export interface Exchange {
  status: number;
  headers: Record<string, string>;
  /** The body as it was cut into chunks; one where it was not chunked. */
  chunks: Buffer[];
  text: string;
  /** True if everything announced arrived: the last chunk, or all bytes of `Content-Length`. */
  isWhole: boolean;
  /** The end of the connection: `open` if it was quiet for `quietMs`. */
  connection: "ended" | "reset" | "open";
}

/** A connection on which bytes are sent as they are. */
export interface RawConnection {
  send(bytes: string | Uint8Array): void;
  /** Resolves when all that was sent is on its way. */
  sent(): Promise<void>;
  /** The next response: when it is whole, or when nothing more of it comes. That of HEAD has no body. */
  receive(options?: { isHead?: boolean }): Promise<Exchange>;
  /** Waits for the server to end the connection, and returns its end. */
  ended(): Promise<Exchange["connection"]>;
  /** Leaves: `reset` without a goodbye. */
  leave(how?: "reset"): void;
}

/** Opens a connection of its own to a port of this machine. */
export function openConnection(port: number, { quietMs = 120_000 }: { quietMs?: number } = {}): RawConnection {
  const socket = connect(port, "127.0.0.1");
  let received = Buffer.alloc(0);
  let state: Exchange["connection"] = "open";
  let isQuiet = false;
  let changed = () => {};
  socket.setTimeout(quietMs, () => {
    isQuiet = true;
    changed();
  });
  socket.on("data", (bytes) => {
    received = Buffer.concat([received, bytes]);
    changed();
  });
  for (const [event, result] of [
    ["end", "ended"],
    ["error", "reset"],
  ] as const) {
    socket.on(event, () => {
      state = result;
      changed();
    });
  }

  return {
    send: (bytes) => void socket.write(bytes),
    async sent() {
      while (socket.writableLength > 0) await once(socket, "drain");
    },
    async receive({ isHead = false } = {}) {
      for (;;) {
        const { length, ...response } = readResponse(received, { isHead });
        if (response.isWhole || state !== "open" || isQuiet) {
          received = received.subarray(length);
          return { ...response, connection: state };
        }
        await new Promise<void>((resolve) => (changed = resolve));
      }
    },
    async ended() {
      while (state === "open" && !isQuiet) await new Promise<void>((resolve) => (changed = resolve));
      socket.destroy();
      return state;
    },
    leave: (how) => void (how === "reset" ? socket.resetAndDestroy() : socket.destroy()),
  };
}

/** Sends a request over a socket of its own and reads every byte that comes back. */
export async function exchange(
  port: number,
  { url, init }: Pick<ExampleRequest, "url" | "init">,
  { headers = {}, quietMs = 120_000 }: { headers?: Record<string, string>; quietMs?: number } = {},
): Promise<Exchange> {
  const body = Buffer.from(typeof init.body === "string" ? init.body : "");
  const lines = Object.entries({
    host: "localhost",
    connection: "close",
    "content-length": String(body.length),
    ...Object.fromEntries(new Headers(init.headers)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const connection = openConnection(port, { quietMs });
  connection.send(`${init.method} ${new URL(url).pathname} HTTP/1.1\r\n${lines.join("")}\r\n`);
  connection.send(body);
  const response = await connection.receive();
  return { ...response, connection: await connection.ended() };
}

function readResponse(
  bytes: Buffer,
  { isHead }: { isHead: boolean },
): Omit<Exchange, "connection"> & { length: number } {
  const end = bytes.indexOf("\r\n\r\n");
  const [first = "", ...lines] = bytes.subarray(0, Math.max(0, end)).toString().split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
  );
  const status = Number(first.split(" ")[1] ?? 0);
  const start = end < 0 ? bytes.length : end + 4;
  const body = readBody(bytes.subarray(start), { headers, hasBody: !isHead && status >= 200 && status !== 204 });
  const text = Buffer.concat(body.chunks).toString();
  return { status, headers, ...body, isWhole: end >= 0 && body.isWhole, text, length: start + body.length };
}

type Body = Pick<Exchange, "chunks" | "isWhole"> & { length: number };

function readBody(bytes: Buffer, { headers, hasBody }: { headers: Record<string, string>; hasBody: boolean }): Body {
  if (!hasBody) return { chunks: [], isWhole: true, length: 0 };
  if (headers["transfer-encoding"] === "chunked") return dechunked(bytes);
  const announced = Number(headers["content-length"]);
  const chunk = bytes.subarray(0, announced || bytes.length);
  return { chunks: [chunk], isWhole: chunk.length === announced, length: chunk.length };
}

function dechunked(bytes: Buffer): Body {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf("\r\n", at);
    if (lineEnd < 0) return { chunks, isWhole: false, length: bytes.length };
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString(), 16);
    if (size === 0) return { chunks, isWhole: bytes.length >= lineEnd + 4, length: lineEnd + 4 };
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}
