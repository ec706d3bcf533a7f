import { chatStream, completion, createChatChunks, createMessageChunks, message } from "./answers.ts";
import { type Client, chat, clients, type Fetch, headers, streamedChat } from "./clients.ts";
import { decoding } from "./decoders.ts";

/** Tasks by group and client: functions that prepare the task, given a server's address. */
export type Tasks = Record<string, Record<string, (baseURL: string) => Promise<Run> | Run>>;
/** Runs a task; returns memory in megabytes if it holds this many streams open. */
type Run = (streams: number) => unknown;

const ours = "@model-access/sdk";
const eventCount = 1000;
/** Number of events of a stream that is held open; its server sends `createChatChunks(heldEventCount)`. */
export const heldEventCount = 30;
const stubURL = "https://api.example";

/** Each `fetch` answers from memory. */
const stub = (json: string) => () => async () =>
  new Response(json, { headers: { "content-type": "application/json" } });
const streamed = () => {
  const chunks = createChatChunks(eventCount);
  return async () => chatStream(chunks);
};
const large = () => {
  const chunks = createMessageChunks("x".repeat(4 * 1024 * 1024), 256);
  return async () => chatStream(chunks);
};

/** The baseline: TextDecoder and JSON.parse, with known ends of events. */
const baseline = {
  "TextDecoder and JSON.parse": () => {
    const fetch = streamed();
    return async () => decode(await fetch());
  },
};

export const tasks: Tasks = {
  // One whole reply. The first is the stubbed fetch alone, with its JSON parsed.
  calls: {
    "a stubbed fetch and JSON": () => {
      const fetch: Fetch = stub(completion)();
      const url = `${stubURL}/v1/chat/completions`;
      return async () => (await fetch(url, { method: "POST", headers, body: JSON.stringify(chat) })).json();
    },
    ...createRuns((client) => client.call?.(), stub(completion), [ours, "ky", "ai (provider)"]),
    ...createRuns((client) => client.call?.(), stub(JSON.stringify(message)), ["@anthropic-ai/sdk"]),
    ...createRuns((client) => client.call?.(), stub(completion), ["openai"]),
  },
  // A chat stream of one token per chunk, event by event, and accumulated.
  streams: { ...baseline, ...createRuns(readStream, streamed, [ours, "openai", "ai (provider)"]) },
  replies: { ...baseline, ...createRuns((client) => client.reply?.(), streamed, [ours, "openai", "ai (streamText)"]) },
  "large event": createRuns((client) => client.message?.(), large, ["@anthropic-ai/sdk", ours]),
  ...decoding,
  // All return parsed chunks, with one client for all streams.
  "open streams": {
    fetch: (baseURL) => (streams) => {
      const init = { method: "POST", headers, body: JSON.stringify(streamedChat) };
      return holdOpen(streams, async () =>
        parsedEvents(await announcing(streams)(`${baseURL}/v1/chat/completions`, init)),
      );
    },
    ...Object.fromEntries(
      ([ours, "openai"] as const).map((name) => [
        name,
        (baseURL: string) => async (streams: number) => {
          const client = await clients[name](announcing(streams), baseURL);
          return holdOpen(streams, () => openStream(client));
        },
      ]),
    ),
  },
  imports: Object.fromEntries(
    [ours, "ky", "ai", "@anthropic-ai/sdk", "openai"].map((name) => [name, () => () => import(name)]),
  ),
};

/** Creates the same task for each client, on its own `fetch`. */
function createRuns(run: (client: Client) => unknown, createFetch: () => Fetch, names: (keyof typeof clients)[]) {
  const prepare = async (name: keyof typeof clients) => {
    const client = await clients[name](createFetch(), stubURL);
    return () => run(client);
  };
  return Object.fromEntries(names.map((name) => [name, () => prepare(name)]));
}

async function openStream({ stream }: Client): Promise<AsyncIterable<unknown>> {
  if (stream === undefined) throw new Error("The client opens no stream.");
  return await stream();
}

async function readStream(client: Client): Promise<void> {
  await readAll(eventCount, await openStream(client));
}

async function readAll(expected: number, events: AsyncIterable<unknown>): Promise<void> {
  let count = 0;
  for await (const _ of events) count += 1;
  if (count < expected) throw new Error(`A stream had ${count} events; expected ${expected}.`);
}

/** Creates a `fetch` that sends the number of streams to wait for. */
function announcing(streams: number): Fetch {
  return (url, init) => {
    const headers = new Headers(init?.headers);
    headers.set("x-streams", String(streams));
    return fetch(url, { ...init, headers });
  };
}

/** Opens all streams, then reads them; resolves to their memory, in megabytes. */
async function holdOpen(streams: number, open: () => Promise<AsyncIterable<unknown>>): Promise<number> {
  const readMemory = () => {
    globalThis.gc?.();
    return process.memoryUsage().rss / 1024 / 1024;
  };
  const before = readMemory();
  let memory = 0;
  let openCount = 0;
  await Promise.all(
    Array.from({ length: streams }, async () => {
      const events = await open();
      openCount += 1;
      if (openCount === streams) memory = readMemory();
      await readAll(heldEventCount, events);
    }),
  );
  return memory - before;
}

async function decode({ body }: Response): Promise<void> {
  const decoder = new TextDecoder();
  const values: unknown[] = [];
  for await (const bytes of body ?? []) {
    const text = decoder.decode(bytes, { stream: true });
    if (text !== "data: [DONE]\n\n") values.push(JSON.parse(text.slice("data: ".length)));
  }
}

async function* parsedEvents({ body }: Response): AsyncGenerator<unknown> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of body ?? []) {
    const events = (rest + decoder.decode(bytes, { stream: true })).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      const data = event.slice("data: ".length);
      if (data !== "[DONE]") yield JSON.parse(data);
    }
  }
}
