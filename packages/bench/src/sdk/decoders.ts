import { createParser } from "eventsource-parser";
import type { Contenders, Run } from "../measure-in-turn.ts";
import { chunksOf, cut } from "./answers.ts";

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

const tokens = () => chunksOf(1000);
const whole = () => Buffer.concat(tokens());
const named = () => Buffer.from(whole().toString().replaceAll("data: {", "event: content_block_delta\ndata: {"));
const large = () => Buffer.from(`data: "${"x".repeat(largeBytes)}"\n\n`);

const streams: Record<string, () => readonly Uint8Array[]> = {
  "a thousand events, one a chunk": tokens,
  "a thousand events in chunks of 16 KB": () => cut(whole(), 16 * 1024),
  "a thousand named events in chunks of 16 KB": () => cut(named(), 16 * 1024),
  "a thousand events in chunks of 256 bytes": () => cut(whole(), 256),
  "one event of 4 MB in chunks of 16 KB": () => cut(large(), 16 * 1024),
  "one event of 4 MB in chunks of 256 bytes": () => cut(large(), 256),
};

type Read = (chunks: readonly Uint8Array[]) => Event[];

/**
 * From the bytes of a body to events: eventsource-parser after a TextDecoder, because it takes texts, and our decoder. The
 * last two are bounds: with each chunk decoded alone, which breaks characters that lie across two, and if texts came for
 * nothing.
 */
const readers: Record<string, (chunks: readonly Uint8Array[]) => Promise<Read> | Read> = {
  "TextDecoder and eventsource-parser": () => (chunks) => {
    const decoder = new TextDecoder();
    return parse(chunks, (bytes) => decoder.decode(bytes, { stream: true }));
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
  "TextDecoder chunk by chunk and eventsource-parser": () => (chunks) => {
    const decoder = new TextDecoder();
    return parse(chunks, (bytes) => decoder.decode(bytes));
  },
  "eventsource-parser, given texts": (chunks) => {
    const texts = textsOf(chunks);
    return () => parse(texts, (text) => text);
  },
};

/** A group for each stream. */
export const contenders: Record<string, Contenders> = Object.fromEntries(
  Object.entries(streams).map(([stream, chunksOfStream]) => [
    stream,
    Object.fromEntries(
      Object.entries(readers).map(([name, prepare]) => [
        name,
        async (): Promise<Run> => {
          const chunks = chunksOfStream();
          const read = await prepare(chunks);
          const expected = parse(textsOf(chunks), (text) => text).length;
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

function textsOf(chunks: readonly Uint8Array[]): string[] {
  const decoder = new TextDecoder();
  return chunks.map((bytes) => decoder.decode(bytes, { stream: true }));
}

function parse<Part>(parts: readonly Part[], textOf: (part: Part) => string): Event[] {
  const events: Event[] = [];
  const parser = createParser({ maxBufferSize: maxEventBytes, onEvent: (event) => events.push(event) });
  for (const part of parts) parser.feed(textOf(part));
  return events;
}
