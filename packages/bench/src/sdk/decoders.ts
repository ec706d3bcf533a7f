import { chunksOf, cut } from "./answers.ts";
import type { Run } from "./tasks.ts";

interface Event {
  event?: string | undefined;
  data: string;
}

// As much as is needed of it here: it is no part of the package's face.
interface Decoder {
  createEventStreamDecoder(limits: { maxEventBytes: number }): { decode(bytes: Uint8Array, events: Event[]): void };
}

const largeBytes = 4 * 1024 * 1024;
// As by default.
const maxEventBytes = 4 * largeBytes;

const whole = () => Buffer.concat(chunksOf(1000));
const large = () => Buffer.from(`data: "${"x".repeat(largeBytes)}"\n\n`);

/** With their number of events; the end marker is one. */
const streams: Record<string, { createChunks: () => readonly Uint8Array[]; expected: number }> = {
  "a thousand events, one a chunk": { createChunks: () => chunksOf(1000), expected: 1001 },
  "a thousand events in chunks of 16 KB": { createChunks: () => cut(whole(), 16 * 1024), expected: 1001 },
  "one event of 4 MB in chunks of 256 bytes": { createChunks: () => cut(large(), 256), expected: 1 },
};

type Read = (chunks: readonly Uint8Array[]) => Event[];

/** From the bytes of a body to events: eventsource-parser after a TextDecoder, because it takes texts, and our decoder. */
const readers: Record<string, () => Promise<Read>> = {
  "TextDecoder and eventsource-parser": async () => {
    const { createParser } = await import("eventsource-parser");
    return (chunks) => {
      const events: Event[] = [];
      const decoder = new TextDecoder();
      const parser = createParser({ maxBufferSize: maxEventBytes, onEvent: (event) => events.push(event) });
      for (const bytes of chunks) parser.feed(decoder.decode(bytes, { stream: true }));
      return events;
    };
  },
  "@model-access/sdk": async () => {
    const file = new URL("../src/stream/event-stream-decoder.ts", import.meta.resolve("@model-access/sdk"));
    const { createEventStreamDecoder }: Decoder = await import(file.href);
    return (chunks) => {
      const events: Event[] = [];
      const decoder = createEventStreamDecoder({ maxEventBytes });
      for (const bytes of chunks) decoder.decode(bytes, events);
      return events;
    };
  },
};

/** The readers of each stream. */
export const decoding = Object.fromEntries(
  Object.entries(streams).map(([stream, { createChunks, expected }]) => [
    stream,
    Object.fromEntries(
      Object.entries(readers).map(([name, load]) => [
        name,
        async (): Promise<Run> => {
          const [chunks, read] = [createChunks(), await load()];
          // Every event is looked at, as its reader would.
          return () => {
            let count = 0;
            for (const { data } of read(chunks)) if (data !== "") count += 1;
            if (count !== expected) throw new Error(`${name} gave ${count} events; expected ${expected}.`);
          };
        },
      ]),
    ),
  ]),
);
