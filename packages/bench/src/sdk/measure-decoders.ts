import { createParser } from "eventsource-parser";
import { chunksOf } from "./chat-stream.ts";
import { type Contender, type CpuRow, measureInTurn } from "./measure-in-turn.ts";

/** Cost of decoding the same stream, split in one way. */
export interface DecoderMeasurement {
  stream: string;
  rows: CpuRow[];
}

interface Event {
  event?: string | undefined;
  data: string;
}

// As much as is needed of it here: it is no part of the package's face.
interface Decoder {
  createEventStreamDecoder(limits: { maxEventBytes: number }): { decode(bytes: Uint8Array, events: Event[]): void };
}

const eventCount = 1000;
const largeBytes = 4 * 1024 * 1024;
// As by default.
const maxEventBytes = 4 * largeBytes;

/**
 * The CPU time of decoding alone, from the bytes of a body to events: our decoder, and eventsource-parser after a
 * TextDecoder, because it takes texts. The last two rows are bounds: with each chunk decoded alone, which breaks
 * characters that lie across two, and if texts came for nothing.
 */
export async function measureDecoders({ rounds = 11, runs = 200 } = {}): Promise<DecoderMeasurement[]> {
  const tokens = chunksOf(eventCount);
  const bytes = Buffer.concat(tokens);
  const named = Buffer.from(bytes.toString().replaceAll("data: {", "event: content_block_delta\ndata: {"));
  const large = Buffer.from(`data: "${"x".repeat(largeBytes)}"\n\n`);
  const streams: [stream: string, chunks: readonly Uint8Array[], runs: number][] = [
    ["a thousand events, one a chunk", tokens, runs],
    ["a thousand events in chunks of 16 KB", cut(bytes, 16 * 1024), runs],
    ["a thousand named events in chunks of 16 KB", cut(named, 16 * 1024), runs],
    ["a thousand events in chunks of 256 bytes", cut(bytes, 256), runs],
    ["one event of 4 MB in chunks of 16 KB", cut(large, 16 * 1024), Math.ceil(runs / 10)],
    ["one event of 4 MB in chunks of 256 bytes", cut(large, 256), Math.ceil(runs / 10)],
  ];

  const contendersOf = await createContenders();
  const measurements: DecoderMeasurement[] = [];
  for (const [stream, chunks, runsOfStream] of streams) {
    const contenders = contendersOf(chunks);
    measurements.push({ stream, rows: await measureInTurn(contenders, { rounds, runs: runsOfStream }) });
  }
  return measurements;
}

function cut(bytes: Uint8Array, size: number): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}

async function createContenders(): Promise<(chunks: readonly Uint8Array[]) => Contender[]> {
  const file = new URL("../src/stream/event-stream-decoder.ts", import.meta.resolve("@model-access/sdk"));
  const { createEventStreamDecoder }: Decoder = await import(file.href);

  return (chunks) => {
    const decoder = new TextDecoder();
    const texts = chunks.map((bytes) => decoder.decode(bytes, { stream: true }));
    const expected = parse(texts, (text) => text).length;
    const contender = (name: string, read: () => Event[]): Contender => ({
      name,
      // Every event is looked at, as its reader would.
      async run() {
        let count = 0;
        for (const { data } of read()) if (data !== "") count += 1;
        if (count !== expected) throw new Error(`${name} gave ${count} events; expected ${expected}.`);
      },
    });
    return [
      contender("TextDecoder and eventsource-parser", () => {
        const decoder = new TextDecoder();
        return parse(chunks, (bytes) => decoder.decode(bytes, { stream: true }));
      }),
      contender("@model-access/sdk", () => {
        const events: Event[] = [];
        const decoder = createEventStreamDecoder({ maxEventBytes });
        for (const bytes of chunks) decoder.decode(bytes, events);
        return events;
      }),
      contender("TextDecoder chunk by chunk and eventsource-parser", () => {
        const decoder = new TextDecoder();
        return parse(chunks, (bytes) => decoder.decode(bytes));
      }),
      contender("eventsource-parser, given texts", () => parse(texts, (text) => text)),
    ];
  };
}

function parse<Part>(parts: readonly Part[], textOf: (part: Part) => string): Event[] {
  const events: Event[] = [];
  const parser = createParser({ maxBufferSize: maxEventBytes, onEvent: (event) => events.push(event) });
  for (const part of parts) parser.feed(textOf(part));
  return events;
}
