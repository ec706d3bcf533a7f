// Opens so many streams on one client, reads all of them to their end, and writes what that cost as JSON.
import { ModelAccess } from "@model-access/sdk";
import OpenAI from "openai";
import { headers, messages, model } from "./clients.ts";

/** Cost of the streams to the process, without its start and warm-up. */
export interface OpenStreamsReport {
  cpuMs: number;
  /** The memory that it had while all streams were open, beyond what it had before. */
  memoryMb: number;
}

const [, , reader = "", baseURL = "", streams = ""] = process.argv;
const apiKey = "sk-0123456789";
const body = { model, messages, stream: true as const };

type Open = (streams: number) => Promise<AsyncIterable<unknown>>;

/** Opens a stream with each reader; all return its chunks as parsed objects. */
const open: Record<string, () => Open> = {
  fetch: () => async (count) =>
    parsedEvents(
      await fetch(`${baseURL}/v1/chat/completions`, {
        method: "POST",
        headers: { ...headers, "x-streams": String(count) },
        body: JSON.stringify(body),
      }),
    ),
  "@model-access/sdk": () => {
    let announced = 0;
    const client = new ModelAccess({
      apiKey,
      baseURL,
      fetch: (url, init) =>
        fetch(url, {
          ...init,
          headers: { ...(init.headers as Record<string, string>), "x-streams": String(announced) },
        }),
    });
    return (count) => {
      announced = count;
      return client.chat.completions.create(body);
    };
  },
  openai: () => {
    const client = new OpenAI({ apiKey, baseURL: `${baseURL}/v1` });
    return (count) => client.chat.completions.create(body, { headers: { "x-streams": String(count) } });
  },
};

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

async function readAll(openStream: Open, count: number): Promise<number> {
  let memory = 0;
  let openCount = 0;
  await Promise.all(
    Array.from({ length: count }, async () => {
      const events = await openStream(count);
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
  return memory;
}

const openStream = open[reader]?.();
if (openStream === undefined) throw new Error(`There is no reader ${reader}.`);
await readAll(openStream, 50);
globalThis.gc?.();
const before = process.memoryUsage().rss;
const cpuBefore = process.cpuUsage();
const memory = await readAll(openStream, Number(streams));
const { user, system } = process.cpuUsage(cpuBefore);
const report: OpenStreamsReport = { cpuMs: (user + system) / 1000, memoryMb: (memory - before) / 1024 / 1024 };
process.stdout.write(JSON.stringify(report));
process.exit();
