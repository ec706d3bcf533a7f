import { connect, type Socket } from "node:net";
import { type Column, median } from "./markdown.ts";
import type { Server } from "./node-process.ts";

/** Time to the first event and between events. */
export interface Pace {
  firstMs: number;
  gapMs: number;
}

/** Number of events in the mock's reply to the request below; any other number is an error, because servers would differ. */
export const eventCount = 25;

/** Returns the arguments that request a timing from the mock. */
export const latencyOf = ({ firstMs, gapMs }: Pace) => ["--latency", `first=${firstMs},gap=${gapMs}`];

/** Times are shown as ratios to the requested ones. */
export const streamColumns = ({ firstMs, gapMs }: Pace): Column[] => [
  { title: "first event", ratioTo: firstMs },
  { title: "gap", ratioTo: gapMs },
  { title: "duration", ratioTo: (eventCount - 1) * gapMs },
  { title: "memory", unit: "MB" },
  { title: "CPU of an event", unit: "µs" },
];

/**
 * Opens streams at once on a server and reads them to their end. Resolves to medians over all streams (from the request to
 * the first event, between two events, from the first to the last), peak memory, and CPU time per event, with its share of
 * the request.
 */
export async function measureStreams(server: Server, streams: number) {
  const before = await server.usage();
  const read = await readTogether(server, streams);
  const after = await server.usage();
  return {
    "first event": median(read.map(([first = 0]) => first)),
    gap: median(read.flatMap((times) => times.slice(1).map((time, index) => time - (times[index] ?? 0)))),
    duration: median(read.map((times) => (times.at(-1) ?? 0) - (times[0] ?? 0))),
    memory: after.peakMemoryMb,
    "CPU of an event": ((after.cpuMs - before.cpuMs) * 1000) / (streams * eventCount),
  };
}

/** Opens streams at once and reads them. The first failure aborts all of them. */
export async function readTogether({ baseURL }: Pick<Server, "baseURL">, streams: number): Promise<number[][]> {
  const port = Number(new URL(baseURL).port);
  const sockets: Socket[] = [];
  try {
    return await Promise.all(Array.from({ length: streams }, () => readStream(port, (socket) => sockets.push(socket))));
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

const messages = [{ role: "user", content: "Write 60 words about the sea." }];
const body = JSON.stringify({ model: "GPT-5.2", messages, max_tokens: 22, stream: true });
const request = [
  "POST /v1/chat/completions HTTP/1.1",
  "host: localhost",
  "connection: close",
  "authorization: Bearer sk-mock-full",
  "content-type: application/json",
  `content-length: ${Buffer.byteLength(body)}`,
  "",
  body,
].join("\r\n");

/** Returns the times of a stream's events, in milliseconds from its request. Uses a bare socket, to add little time. */
function readStream(port: number, onSocket: (socket: Socket) => void): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const times: number[] = [];
    let status = "no answer";
    const socket = connect(port, "127.0.0.1", () => socket.write(request));
    onSocket(socket);
    socket.setEncoding("latin1");
    socket.once("data", (text: string) => {
      [status = ""] = text.split("\r\n", 1);
    });
    socket.on("data", (text: string) => {
      const sinceMs = performance.now() - started;
      for (const _ of text.matchAll(/^data: /gm)) times.push(sinceMs);
    });
    socket.on("error", reject);
    socket.on("close", () => {
      if (times.length === eventCount) resolve(times);
      else reject(new Error(`A stream had ${times.length} events; expected ${eventCount} (${status}).`));
    });
  });
}
