import { connect, type Socket } from "node:net";
import { median, spread, table } from "../markdown.ts";
import type { Server } from "../server.ts";

/** Time to the first event and between events. */
export interface Pace {
  firstMs: number;
  gapMs: number;
}

/** Timing of one subject's streams, one value a round. */
export interface StreamMeasurement {
  name: string;
  streams: number;
  /** The requested timing. */
  pace: Pace;
  /** Medians over all streams: from the request to the first event, between two events, from the first to the last. */
  firstMs: number[];
  gapMs: number[];
  durationMs: number[];
  /** The most memory that its process had while they were open. */
  memoryMb: number[];
  /** CPU of an event, its share of the request included, in microseconds. */
  eventMicroseconds: number[];
}

/** Number of events in the mock's reply to the request below; another number is an error, because the servers would differ. */
export const eventCount = 25;

/** Returns the arguments that request a timing from the mock. */
export const latencyOf = ({ firstMs, gapMs }: Pace) => ["--latency", `first=${firstMs},gap=${gapMs}`];

export function startMeasurement(name: string, { streams, pace }: { streams: number; pace: Pace }): StreamMeasurement {
  return { name, streams, pace, firstMs: [], gapMs: [], durationMs: [], memoryMb: [], eventMicroseconds: [] };
}

/** Opens the streams at once on a server, reads them to their end, and adds a value to each figure. */
export async function addRound(measurement: StreamMeasurement, server: Server): Promise<void> {
  const before = await server.usage();
  const streams = await readTogether(server, measurement.streams);
  const after = await server.usage();
  measurement.eventMicroseconds.push(((after.cpuMs - before.cpuMs) * 1000) / (measurement.streams * eventCount));
  measurement.memoryMb.push(after.peakMemoryMb);
  const gaps = streams.flatMap((times) => times.slice(1).map((time, index) => time - (times[index] ?? 0)));
  measurement.firstMs.push(median(streams.map(([first = 0]) => first)));
  measurement.gapMs.push(median(gaps));
  measurement.durationMs.push(median(streams.map((times) => (times.at(-1) ?? 0) - (times[0] ?? 0))));
}

/** Reads streams that are opened at once. The first that fails ends all of them. */
export async function readTogether({ baseURL }: Pick<Server, "baseURL">, streams: number): Promise<number[][]> {
  const port = Number(new URL(baseURL).port);
  const sockets: Socket[] = [];
  try {
    return await Promise.all(Array.from({ length: streams }, () => readStream(port, (socket) => sockets.push(socket))));
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

export function streamsTable(measured: readonly StreamMeasurement[]): string {
  const ratioTo = (values: readonly number[], asked: number) =>
    spread(
      values.map((value) => value / asked),
      { digits: 3 },
    );
  return table(
    ["server", "streams", "first event", "gap", "duration", "memory", "CPU of an event"],
    measured.map(({ name, streams, pace, ...came }) => [
      name,
      String(streams),
      ratioTo(came.firstMs, pace.firstMs),
      ratioTo(came.gapMs, pace.gapMs),
      ratioTo(came.durationMs, (eventCount - 1) * pace.gapMs),
      spread(came.memoryMb, { digits: 0, unit: "MB" }),
      spread(came.eventMicroseconds, { digits: 0, unit: "µs" }),
    ]),
  );
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

/** Returns the time of each event of a stream, in milliseconds from its request. Uses a bare socket, to add the least time. */
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
