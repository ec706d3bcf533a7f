import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { median } from "./median.ts";
import { type ServerProcess, startProcess } from "./server-process.ts";
import { mockCommand, type Subject } from "./subjects.ts";

/** Timing of one subject's streams, one value a round. */
export interface StreamMeasurement {
  name: string;
  streams: number;
  /** Medians over all streams: from the request to the first event, between two events, from the first to the last. */
  firstMs: number[];
  gapMs: number[];
  durationMs: number[];
  /** The most memory that its process had while they were open. */
  memoryMb: number[];
  /** CPU of an event, its share of the request included, in microseconds. */
  eventMicroseconds: number[];
  /** The requested timing. */
  asked: { firstMs: number; gapMs: number; durationMs: number };
}

const rounds = 5;
const firstMs = 200;
const gapMs = 20;
/** Time to the first event and between events. */
export interface Pace {
  firstMs: number;
  gapMs: number;
}

/** Returns the latency value that requests a timing from the mock. */
export const latencyOf = (pace: Pace): string => `first=${pace.firstMs},gap=${pace.gapMs}`;

/** Number of events in the mock's reply to the request below; another number is an error, because the servers would differ. */
const eventCount = 25;
const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const mock: Subject = {
  name: "@model-access/mock",
  command: (port) => [
    mockCommand,
    ...["--quiet", "--port", String(port), "--latency", latencyOf({ firstMs, gapMs })],
    ...["--requests-per-minute", "1000000"],
  ],
};

const chainedTimers: Subject = {
  name: "chained setTimeout",
  command: (port) => [
    path("./bare-stream-server.ts"),
    String(port),
    String(eventCount),
    String(firstMs),
    String(gapMs),
  ],
};

/** Opens so many streams at once on the mock, and on a server with a chain of timers for each stream, in turn. */
export async function measureStreams(streams: number): Promise<StreamMeasurement[]> {
  const asked = { firstMs, gapMs, durationMs: (eventCount - 1) * gapMs };
  const measurements = [mock, chainedTimers].map((subject) => ({
    subject,
    measurement: { name: subject.name, streams, ...unmeasured(), asked },
  }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { subject, measurement } of measurements) await addRound(measurement, subject);
  }
  return measurements.map(({ measurement }) => measurement);
}

/** Opens so many streams at once on a server that runs already, at the pace that it was started with. */
export async function measureStreamsOf(
  server: StreamingServer,
  { name, streams, pace }: { name: string; streams: number; pace: Pace },
): Promise<StreamMeasurement> {
  const asked = { ...pace, durationMs: (eventCount - 1) * pace.gapMs };
  const measurement = { name, streams, ...unmeasured(), asked };
  await addStreams(measurement, server);
  return measurement;
}

/** In a process of its own, as memory that was taken once is not given back. */
async function addRound(measurement: StreamMeasurement, subject: Subject): Promise<void> {
  const server = await startProcess(subject);
  try {
    await addStreams(measurement, server);
  } finally {
    await server.stop();
  }
}

type StreamingServer = Pick<ServerProcess, "baseURL" | "peakMemoryMb" | "cpuMs">;

const unmeasured = () => ({ firstMs: [], gapMs: [], durationMs: [], memoryMb: [], eventMicroseconds: [] });

async function addStreams(measurement: StreamMeasurement, server: StreamingServer): Promise<void> {
  const port = Number(new URL(server.baseURL).port);
  await readTogether(port, 200); // so that neither side is cold
  const cpuMsBefore = server.cpuMs();
  const streams = await readTogether(port, measurement.streams);
  const events = measurement.streams * eventCount;
  measurement.eventMicroseconds.push(((server.cpuMs() - cpuMsBefore) * 1000) / events);
  const gaps = streams.flatMap((times) => times.slice(1).map((time, index) => time - (times[index] ?? 0)));
  measurement.firstMs.push(median(streams.map((times) => times[0] ?? 0)));
  measurement.gapMs.push(median(gaps));
  measurement.durationMs.push(median(streams.map((times) => (times.at(-1) ?? 0) - (times[0] ?? 0))));
  measurement.memoryMb.push(server.peakMemoryMb());
}

function readTogether(port: number, streams: number): Promise<number[][]> {
  return Promise.all(Array.from({ length: streams }, () => readStream(port)));
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
function readStream(port: number): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const times: number[] = [];
    const socket = connect(port, "127.0.0.1", () => socket.write(request));
    socket.setEncoding("latin1");
    socket.on("data", (text: string) => {
      const sinceMs = performance.now() - started;
      for (const _ of text.matchAll(/^data: /gm)) times.push(sinceMs);
    });
    socket.on("error", reject);
    socket.on("close", () => {
      if (times.length === eventCount) resolve(times);
      else reject(new Error(`A stream had ${times.length} events; expected ${eventCount}.`));
    });
  });
}
