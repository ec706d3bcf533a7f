import { connect } from "node:net";
import type { ExampleRequest } from "./requests.js";

/** What came over the wire, and how it ended. */
export interface Exchange {
  status: number;
  headers: Record<string, string>;
  /** The body as it was cut into chunks; one where it was not chunked. */
  chunks: Buffer[];
  text: string;
  /** Whether all came that was announced: the last chunk, or as many bytes as `Content-Length` says. */
  isWhole: boolean;
  /** What became of the connection: `open` where it was quiet for `quietMs`. */
  connection: "ended" | "reset" | "open";
}

/** Sends a request over a socket of its own and reads every byte that comes back. */
export async function exchange(
  port: number,
  { url, init }: Pick<ExampleRequest, "url" | "init">,
  { headers = {}, quietMs = 5000 }: { headers?: Record<string, string>; quietMs?: number } = {},
): Promise<Exchange> {
  const body = Buffer.from(typeof init.body === "string" ? init.body : "");
  const lines = Object.entries({
    host: "localhost",
    connection: "close",
    "content-length": String(body.length),
    ...Object.fromEntries(new Headers(init.headers)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = connect(port, "127.0.0.1");
  const received: Buffer[] = [];
  const connection = await new Promise<Exchange["connection"]>((resolve) => {
    socket.setTimeout(quietMs, () => resolve("open"));
    socket.on("data", (bytes) => received.push(bytes));
    socket.on("end", () => resolve("ended"));
    socket.on("error", () => resolve("reset"));
    socket.write(`${init.method} ${new URL(url).pathname} HTTP/1.1\r\n${lines.join("")}\r\n`);
    socket.write(body);
  });
  socket.destroy();
  return { ...readResponse(Buffer.concat(received)), connection };
}

function readResponse(bytes: Buffer): Omit<Exchange, "connection"> {
  const end = bytes.indexOf("\r\n\r\n");
  const [first = "", ...lines] = bytes.subarray(0, Math.max(0, end)).toString().split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
  );
  const rest = bytes.subarray(end < 0 ? bytes.length : end + 4);
  const { chunks, isWhole } =
    headers["transfer-encoding"] === "chunked"
      ? dechunked(rest)
      : { chunks: [rest], isWhole: rest.length === Number(headers["content-length"]) };
  const text = Buffer.concat(chunks).toString();
  return { status: Number(first.split(" ")[1] ?? 0), headers, chunks, text, isWhole };
}

function dechunked(bytes: Buffer): { chunks: Buffer[]; isWhole: boolean } {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf("\r\n", at);
    if (lineEnd < 0) return { chunks, isWhole: false };
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString(), 16);
    if (size === 0) return { chunks, isWhole: true };
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}
