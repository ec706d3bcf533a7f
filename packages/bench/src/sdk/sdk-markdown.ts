import { median } from "../median.ts";
import type { CpuRow } from "./measure-in-turn.ts";
import type { SDKResults } from "./measure-sdk.ts";

/** The measurements of the SDK as Markdown: ratios to the first row of each table, round by round. */
export function sdkMarkdown({
  calls,
  raw,
  accumulating,
  decoders,
  largeEvent,
  openStreams,
  imports,
  sizes,
  types,
}: SDKResults): string {
  const [bare] = openStreams;
  return `## SDK: CPU per call

One whole reply from a stubbed fetch, as a ratio to that fetch and JSON alone: median of the rounds (lowest to highest; median CPU time).

${cpuTable(calls)}

## SDK: CPU per stream

A chat stream of a thousand events, a token and a chunk each, as a ratio to TextDecoder and JSON.parse alone.

${cpuTable(raw)}

With the whole reply put together:

${cpuTable(accumulating)}

## SDK: decoding alone

From the bytes of a body to events, without a client around it, as a ratio to \`eventsource-parser\` after a TextDecoder, because it takes texts.

${decoders.map(({ stream, rows }) => `${stream[0]?.toUpperCase()}${stream.slice(1)}:\n\n${cpuTable(rows)}`).join("\n\n")}

## SDK: one event of 4 MB in chunks of 256 bytes

As a ratio to \`@anthropic-ai/sdk\`. The last column is the time for 4 MB as a ratio to that for 2 MB: 2 is linear, 4 is quadratic.

| client | CPU | growth |
|---|---|---|
${largeEvent.whole
  .map((row, index) => {
    const half = largeEvent.half[index]?.microseconds ?? [];
    return `| ${row.name} | ${cpuCell(row, largeEvent.whole)} | ${(median(row.microseconds) / median(half)).toFixed(1)} |`;
  })
  .join("\n")}

## SDK: 2000 open streams on one client

CPU to read all of them, and memory while all are open, as a ratio to a bare \`fetch\` with the same reading, in fresh processes.

| client | CPU | memory |
|---|---|---|
${openStreams
  .map(
    ({ name, cpuMs, memoryMb }) =>
      `| ${name} | ${ratioCell(cpuMs, bare?.cpuMs, (ms) => `${Math.round(ms)} ms`)} | ${ratioCell(memoryMb, bare?.memoryMb, (mb) => `${Math.round(mb)} MB`)} |`,
  )
  .join("\n")}

## SDK: import

| package | time in a fresh process |
|---|---|
${imports.map(({ name, milliseconds }) => `| ${name} | ${median(milliseconds).toFixed(1)} ms (${Math.min(...milliseconds).toFixed(1)} to ${Math.max(...milliseconds).toFixed(1)}) |`).join("\n")}

## SDK: size

Minified and gzipped by esbuild: a program with one streaming chat call, and each entry with everything in it.

| program or entry | size |
|---|---|
${[...sizes.programs.map(({ name, bytes }) => ({ name: `one streaming call by ${name}`, bytes })), ...sizes.entries]
  .map(({ name, bytes }) => `| ${name} | ${(bytes / 1024).toFixed(1)} KB |`)
  .join("\n")}

## SDK: types

A file with one chat call in TypeScript 5.9: type instantiations of checking it, and the type of the result as an editor shows it.

| client | instantiations | result |
|---|---|---|
${types.map(({ name, instantiations, result }) => `| ${name} | ${instantiations} | ${typeCell(result)} |`).join("\n")}
`;
}

function cpuTable(rows: CpuRow[]): string {
  return `| client | CPU |
|---|---|
${rows.map((row) => `| ${row.name} | ${cpuCell(row, rows)} |`).join("\n")}`;
}

function cpuCell({ microseconds }: CpuRow, [baseline]: CpuRow[]): string {
  return ratioCell(microseconds, baseline?.microseconds, (value) =>
    value < 1000 ? `${value.toFixed(1)} µs` : `${(value / 1000).toFixed(1)} ms`,
  );
}

function ratioCell(values: number[], baseline: number[] = [], show: (value: number) => string): string {
  const ratios = values.map((value, round) => value / (baseline[round] ?? Number.NaN));
  return `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}; ${show(median(values))})`;
}

/** One line of it; a type that is written out is told by its length. */
function typeCell(type: string): string {
  return type.length > 60 ? `${type.length} characters` : `\`${type.replaceAll("|", "\\|")}\``;
}
