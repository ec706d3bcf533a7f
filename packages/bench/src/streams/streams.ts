import { mockSubject } from "../mock/subjects.ts";
import { pathOf } from "../node-process.ts";
import type { Section } from "../section.ts";
import { type Subject, startServer } from "../server.ts";
import { addRound, eventCount, latencyOf, readTogether, startMeasurement, streamsTable } from "./open-streams.ts";

const counts = { full: { streams: [200, 1000], rounds: 5 }, quick: { streams: [20], rounds: 1 } };
const pace = { firstMs: 200, gapMs: 20 };

const mock: Subject = { name: mockSubject.name, command: [...mockSubject.command, ...latencyOf(pace)] };
const chainedTimers: Subject = {
  name: "chained setTimeout",
  command: [pathOf("bare-stream-server.ts", import.meta.url), ...[eventCount, pace.firstMs, pace.gapMs].map(String)],
};

/** Many streams at once on the mock, and on a server with a chain of timers for each stream, in turn. */
export const streams: Section = {
  name: "streams",
  title: "Streams opened at once",
  async measure({ isQuick }) {
    const { streams: sizes, rounds } = isQuick ? counts.quick : counts.full;
    const rows = sizes.flatMap((streams) =>
      [mock, chainedTimers].map((subject) => ({
        subject,
        measurement: startMeasurement(subject.name, { streams, pace }),
      })),
    );
    for (let round = 0; round < rounds; round += 1) {
      for (const { subject, measurement } of rows) {
        // In a process of its own, as memory that was taken once is not given back.
        await using server = await startServer(subject);
        await readTogether(server, Math.min(...sizes)); // so that neither side is cold
        await addRound(measurement, server);
      }
    }
    const measured = rows.map(({ measurement }) => measurement);
    const markdown = `Measured gaps as a ratio to the requested ones, against a server that chains a timer for each event: median of the rounds (lowest to highest).

${streamsTable(measured)}
`;
    return { markdown, figures: { streams: measured } };
  },
};
