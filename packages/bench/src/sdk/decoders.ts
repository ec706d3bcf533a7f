import { createChatChunks, cut } from "./answers.ts";
import type { Tasks } from "./tasks.ts";

interface Event {
  event?: string | undefined;
  data: string;
}

// The part of its type that is used here: it is not exported by the package.
interface Decoder {
  createEventStreamDecoder(limits: { maxEventBytes: number }): { decode(bytes: Uint8Array, events: Event[]): void };
}

const maxEventBytes = 16 * 1024 * 1024; // the default

/** Decoders of a body's chunks: ours, and eventsource-parser after a TextDecoder, because it takes strings. */
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

/** Tasks that decode a body's bytes to events, without a client. The end marker of a chat is an event too. */
export const decoding: Tasks = {
  "decoding, one a chunk": createTasks(() => createChatChunks(1000), 1001),
  "decoding, 16 KB": createTasks(() => cut(Buffer.concat(createChatChunks(1000)), 16 * 1024), 1001),
  "decoding, 4 MB": createTasks(() => cut(large(), 256), 1),
};

function createTasks(createChunks: () => readonly Uint8Array[], expected: number): Tasks[string] {
  const prepare = async (load: (typeof readers)[keyof typeof readers]) => {
    const [chunks, read] = [createChunks(), await load()];
    return () => {
      const events: Event[] = [];
      read(chunks, events);
      // Reads every event, as users would.
      const count = events.filter(({ data }) => data !== "").length;
      if (count !== expected) throw new Error(`${count} events came; expected ${expected}.`);
    };
  };
  return Object.fromEntries(Object.entries(readers).map(([name, load]) => [name, () => prepare(load)]));
}
