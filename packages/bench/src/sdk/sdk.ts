import { median, ratio, spread, table } from "../markdown.ts";
import { type CpuRow, measureInTurn } from "../measure-in-turn.ts";
import type { Section } from "../section.ts";
import { contenders as decoders } from "./decoders.ts";
import { type ImportRow, measureImports } from "./imports.ts";
import { measureOpenStreams, type OpenStreamsRow } from "./open-streams.ts";
import { measureSizes, type SizeRow } from "./sizes.ts";

const counts = {
  full: {
    calls: { rounds: 7, runs: 3000 },
    streams: { rounds: 7, runs: 20 },
    largeEvent: { rounds: 5, runs: 2, warmUpRuns: 1 },
    openStreams: { streams: 2000, rounds: 5 },
    imports: 9,
  },
  quick: {
    calls: { rounds: 1, runs: 1 },
    streams: { rounds: 1, runs: 1 },
    largeEvent: { rounds: 1, runs: 1 },
    openStreams: { streams: 10, rounds: 1 },
    imports: 1,
  },
};

const urlOf = (module: string) => new URL(module, import.meta.url).href;

/** Everything that is measured of our SDK, side by side with the clients that users know. */
export const sdk: Section = {
  name: "sdk",
  title: "The SDK",
  async measure({ isQuick }) {
    const chosen = isQuick ? counts.quick : counts.full;
    const figures = {
      calls: await measureInTurn(urlOf("contenders.ts"), "calls", chosen.calls),
      streams: await measureInTurn(urlOf("contenders.ts"), "streams", chosen.streams),
      replies: await measureInTurn(urlOf("contenders.ts"), "replies", chosen.streams),
      decoders: await measureDecoders(isQuick),
      whole: await measureInTurn(urlOf("contenders.ts"), "whole", chosen.largeEvent),
      half: await measureInTurn(urlOf("contenders.ts"), "half", chosen.largeEvent),
      openStreams: await measureOpenStreams(chosen.openStreams),
      imports: measureImports(chosen.imports),
      sizes: await measureSizes(),
    };
    return { figures, markdown: sdkMarkdown(figures) };
  },
};

export interface Figures {
  calls: CpuRow[];
  streams: CpuRow[];
  replies: CpuRow[];
  decoders: DecoderMeasurement[];
  /** An event of 4 MB, and of half the size. */
  whole: CpuRow[];
  half: CpuRow[];
  openStreams: OpenStreamsRow[];
  imports: ImportRow[];
  sizes: { programs: SizeRow[]; entries: SizeRow[] };
}

/** Cost of decoding the same stream, split in one way. */
interface DecoderMeasurement {
  stream: string;
  rows: CpuRow[];
}

async function measureDecoders(isQuick: boolean): Promise<DecoderMeasurement[]> {
  const measured: DecoderMeasurement[] = [];
  for (const stream of Object.keys(decoders).slice(0, isQuick ? 1 : undefined)) {
    const runs = isQuick ? 1 : stream.startsWith("one event") ? 20 : 200;
    measured.push({
      stream,
      rows: await measureInTurn(urlOf("decoders.ts"), stream, { rounds: isQuick ? 1 : 11, runs }),
    });
  }
  return measured;
}

/** Ratios to the first row of each table, round by round. */
export function sdkMarkdown(figures: Figures): string {
  const { calls, streams, replies, decoders, whole, half, openStreams, imports, sizes } = figures;
  const [bare] = openStreams;
  const growth = whole.map(({ microseconds }, index) => median(microseconds) / median(half[index]?.microseconds ?? []));
  const programs = sizes.programs.map(({ name, bytes }) => ({ name: `one streaming call by ${name}`, bytes }));
  return `### CPU per call

One whole reply from a stubbed fetch, as a ratio to that fetch and JSON alone: median of the rounds (lowest to highest; median CPU time). Each client in a process of its own.

${cpuTable(calls)}

### CPU per stream

A chat stream of a thousand events, a token and a chunk each, as a ratio to TextDecoder and JSON.parse alone.

${cpuTable(streams)}

With the whole reply put together:

${cpuTable(replies)}

### Decoding alone

From the bytes of a body to events, without a client around it, as a ratio to \`eventsource-parser\` after a TextDecoder, because it takes texts.

${decoders.map(({ stream, rows }) => `${stream[0]?.toUpperCase()}${stream.slice(1)}:\n\n${cpuTable(rows)}`).join("\n\n")}

### One event of 4 MB in chunks of 256 bytes

As a ratio to \`@anthropic-ai/sdk\`. The last column is the time for 4 MB as a ratio to that for 2 MB: 2 is linear, 4 is quadratic.

${table(
  ["client", "CPU", "growth"],
  whole.map((row, index) => [row.name, cpuCell(row, whole), growth[index]?.toFixed(1) ?? ""]),
)}

### 2000 open streams on one client

CPU to read all of them, and memory while all are open, as a ratio to a bare \`fetch\` with the same reading, in fresh processes.

${table(
  ["client", "CPU", "memory"],
  openStreams.map(({ name, cpuMs, memoryMb }) => [
    name,
    ratio(cpuMs, bare?.cpuMs ?? [], { digits: 2, show: (ms) => `${Math.round(ms)} ms` }),
    ratio(memoryMb, bare?.memoryMb ?? [], { digits: 2, show: (mb) => `${Math.round(mb)} MB` }),
  ]),
)}

### Import

${table(
  ["package", "time in a fresh process"],
  imports.map(({ name, milliseconds }) => [name, spread(milliseconds, { digits: 1, unit: "ms" })]),
)}

### Size

Minified and gzipped by esbuild: a program with one streaming chat call, and each entry with everything in it.

${table(
  ["program or entry", "size"],
  [...programs, ...sizes.entries].map(({ name, bytes }) => [name, `${(bytes / 1024).toFixed(1)} KB`]),
)}
`;
}

function cpuTable(rows: readonly CpuRow[]): string {
  return table(
    ["client", "CPU"],
    rows.map((row) => [row.name, cpuCell(row, rows)]),
  );
}

function cpuCell({ microseconds }: CpuRow, [baseline]: readonly CpuRow[]): string {
  const show = (µs: number) => (µs < 1000 ? `${µs.toFixed(1)} µs` : `${(µs / 1000).toFixed(1)} ms`);
  return ratio(microseconds, baseline?.microseconds ?? [], { digits: 2, show });
}
