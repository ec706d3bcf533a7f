import { median, table } from "../markdown.ts";
import type { StreamMeasurement } from "../streams/open-streams.ts";

/** Streams that are to be open at once, how long each lasts, and how far its events are apart. */
const planned = { streams: 100_000, seconds: 30, gapMs: 100 };

/** To enter its session, to leave its charge behind, and to write its exchange into the journal. */
const operationsPerRequest = 3;

/** A plan on paper for many open streams, reckoned from those that were measured. */
export function planMarkdown({ streams, memoryMb, eventMicroseconds }: StreamMeasurement): string {
  const memoryOfOneKb = (median(memoryMb) * 1024) / streams;
  const eventsPerSecond = (planned.streams * 1000) / planned.gapMs;
  const cores = (eventsPerSecond * median(eventMicroseconds)) / 1e6;
  const requestsPerSecond = planned.streams / planned.seconds;
  const rows = [
    ["requests a second", `${count(planned.streams)} ÷ ${planned.seconds} s`, count(requestsPerSecond)],
    ["events a second", `${count(planned.streams)} ÷ ${planned.gapMs} ms`, count(eventsPerSecond)],
    [
      "memory of the mocks",
      `${count(planned.streams)} × ${count(memoryOfOneKb)} KB`,
      `${((memoryOfOneKb * planned.streams) / 1024 ** 2).toFixed(1)} GB`,
    ],
    [
      "processes, each on a core of its own",
      `${count(eventsPerSecond)} × ${median(eventMicroseconds).toFixed(0)} µs`,
      count(Math.ceil(cores)),
    ],
    [
      "operations of the store a second",
      `${operationsPerRequest} × ${count(requestsPerSecond)}`,
      count(operationsPerRequest * requestsPerSecond),
    ],
  ];
  return `Reckoned from that row: ${count(planned.streams)} open streams of ${planned.seconds} s, an event every ${planned.gapMs} ms.

${table(["", "reckoned", ""], rows)}
`;
}

/** A whole number with a space between thousands, as in the documents. */
const count = (value: number) => Math.round(value).toLocaleString("en").replaceAll(",", " ");
