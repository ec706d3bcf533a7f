import { figuresTable } from "./markdown.ts";
import { measureInTurn } from "./measure-in-turn.ts";
import { bareServer, mockSubject } from "./mock/subjects.ts";
import { type Server, type Subject, startServer } from "./node-process.ts";
import { eventCount, latencyOf, measureStreams, type Pace, readTogether, streamColumns } from "./open-streams.ts";
import type { Section } from "./run-sections.ts";

const counts = {
  /** Slow enough for a thousand streams and their reader on two slow cores. */
  full: { sizes: [200, 1000], rounds: 5, pace: { firstMs: 1000, gapMs: 100 } },
  quick: { sizes: [20], rounds: 1, pace: { firstMs: 200, gapMs: 20 } },
};
const event = `event: response.output_text.delta\ndata: {"type":"response.output_text.delta","delta":"${"x".repeat(120)}"}\n\n`;

const subjectsAt = (pace: Pace): Subject[] => [
  { name: mockSubject.name, command: [...mockSubject.command, ...latencyOf(pace)] },
  { name: "chained setTimeout", command: bareServer("chained", { events: Array(eventCount).fill(event), ...pace }) },
];

/** Many streams at once, on the mock and on a server with a chain of timers per stream, in turn. */
export const streams: Section = {
  name: "streams",
  title: "Streams opened at once",
  async measure(isQuick) {
    const { sizes, rounds, pace } = isQuick ? counts.quick : counts.full;
    const contenders = sizes.flatMap((size) =>
      subjectsAt(pace).map((subject) => ({
        name: `${subject.name}, ${size} streams`,
        start: () => startServer(subject),
        warmUp: (server: Server) => readTogether(server, Math.min(...sizes)), // warms both sides up
        measure: (server: Server) => measureStreams(server, size),
      })),
    );
    // In fresh processes, because memory is not returned.
    const rows = await measureInTurn(contenders, { rounds, isFresh: true });
    return `A first event after ${pace.firstMs} ms and the next ones ${pace.gapMs} ms apart, measured times as a ratio to these, against a server that chains a timer for each event: median of the rounds (lowest to highest).

${figuresTable("server", streamColumns(pace), rows)}
`;
  },
};
