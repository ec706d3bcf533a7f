import { askForRuns, type Contenders, type Run, startContender } from "../measure-in-turn.ts";
import { pathOf } from "../node-process.ts";
import { startServer } from "../server.ts";
import { clients, type Fetch, headers, streamedChat } from "./clients.ts";

/** Cost to a process of holding a number of streams open and reading them to their end, one value for each fresh process. */
export interface OpenStreamsRow {
  name: string;
  cpuMs: number[];
  /** The memory that it had while all streams were open, beyond what it had before. */
  memoryMb: number[];
}

/** Opens so many streams at once with each reader, in fresh processes, in turn. */
export async function measureOpenStreams({ streams, rounds }: { streams: number; rounds: number }) {
  const group = "open streams";
  const rows: OpenStreamsRow[] = Object.keys(contenders[group]).map((name) => ({ name, cpuMs: [], memoryMb: [] }));
  await using server = await startServer({
    name: "the chat streams",
    command: [pathOf("open-streams-server.ts", import.meta.url)],
  });
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, cpuMs, memoryMb } of rows) {
      await using reader = await startContender(import.meta.url, { group, name, args: [server.baseURL] });
      await askForRuns(reader, { runs: 1, size: Math.min(streams, 50) });
      const { microseconds, value } = await askForRuns(reader, { runs: 1, size: streams });
      cpuMs.push(microseconds / 1000);
      memoryMb.push(Number(value));
    }
  }
  return rows;
}

/** All return their chunks as parsed objects. */
export const contenders: { "open streams": Contenders } = {
  "open streams": {
    fetch: (baseURL) => (streams) =>
      readAll(streams, async () =>
        parsedEvents(
          await announcing(streams)(`${baseURL}/v1/chat/completions`, {
            method: "POST",
            headers,
            body: JSON.stringify(streamedChat),
          }),
        ),
      ),
    "@model-access/sdk": openWith("@model-access/sdk"),
    openai: openWith("openai"),
  },
};

/** One client for all streams. */
function openWith(name: "@model-access/sdk" | "openai"): (baseURL?: string) => Run {
  return (baseURL = "") =>
    async (streams) => {
      const { stream } = await clients[name](announcing(streams), baseURL);
      return readAll(streams, () => stream?.() ?? Promise.reject(new Error(`${name} opens no stream.`)));
    };
}

/** A `fetch` that tells the server how many streams to wait for. */
function announcing(streams: number): Fetch {
  return (url, init) => {
    const headers = new Headers(init?.headers);
    headers.set("x-streams", String(streams));
    return fetch(url, { ...init, headers });
  };
}

/** Opens streams until all are open, then reads them; resolves to the memory that they take, in megabytes. */
async function readAll(count: number, open: () => Promise<AsyncIterable<unknown>>): Promise<number> {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let memory = 0;
  let openCount = 0;
  await Promise.all(
    Array.from({ length: count }, async () => {
      const events = await open();
      openCount += 1;
      if (openCount === count) {
        globalThis.gc?.();
        memory = process.memoryUsage().rss;
      }
      let eventCount = 0;
      for await (const _ of events) eventCount += 1;
      if (eventCount !== 30) throw new Error(`A stream had ${eventCount} chunks; expected 30.`);
    }),
  );
  return (memory - before) / 1024 / 1024;
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
