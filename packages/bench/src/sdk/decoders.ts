import { chunksOf, cut } from "./answers.ts";
import type { Tasks } from "./tasks.ts";

interface Event {
  event?: string | undefined;
  data: string;
}

// As much as is needed of it here: it is no part of the package's face.
interface Decoder {
  createEventStreamDecoder(limits: { maxEventBytes: number }): { decode(bytes: Uint8Array, events: Event[]): void };
}

const maxEventBytes = 16 * 1024 * 1024; // as by default

/** eventsource-parser after a TextDecoder, because it takes texts, and our decoder: each reads the chunks of a body. */
const readers = {
  "TextDecoder and eventsource-parser": async () => {
    const { createParser } = await import("eventsource-parser");
    return (chunks: readonly Uint8Array[], events: Event[]) => {
      const decoder = new TextDecoder();
      const parser = createParser({ maxBufferSize: maxEventBytes, onEvent: (event) => events.push(event) });
      for (const bytes of chunks) parser.feed(decoder.decode(bytes, { stream: true }));
    };
  },
  "@model-access/sdk": async () => {
    const file = new URL("../src/stream/event-stream-decoder.ts", import.meta.resolve("@model-access/sdk"));
    const { createEventStreamDecoder }: Decoder = await import(file.href);
    return (chunks: readonly Uint8Array[], events: Event[]) => {
      const decoder = createEventStreamDecoder({ maxEventBytes });
      for (const bytes of chunks) decoder.decode(bytes, events);
    };
  },
};

const large = () => Buffer.from(`data: "${"x".repeat(4 * 1024 * 1024)}"\n\n`);

/** From the bytes of a body to events, without a client. The end marker of a chat is an event too. */
export const decoding: Tasks = {
  "decoding, one a chunk": tasksOf(() => chunksOf(1000), 1001),
  "decoding, 16 KB": tasksOf(() => cut(Buffer.concat(chunksOf(1000)), 16 * 1024), 1001),
  "decoding, 4 MB": tasksOf(() => cut(large(), 256), 1),
};

function tasksOf(createChunks: () => readonly Uint8Array[], expected: number): Tasks[string] {
  const prepare = async (load: (typeof readers)[keyof typeof readers]) => {
    const [chunks, read] = [createChunks(), await load()];
    return () => {
      const events: Event[] = [];
      read(chunks, events);
      // Every event is looked at, as its reader would.
      const count = events.filter(({ data }) => data !== "").length;
      if (count !== expected) throw new Error(`${count} events came; expected ${expected}.`);
    };
  };
  return Object.fromEntries(Object.entries(readers).map(([name, load]) => [name, () => prepare(load)]));
}
