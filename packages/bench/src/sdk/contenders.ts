import type { createParser } from "eventsource-parser";
import type { Contenders } from "../measure-in-turn.ts";
import { chatStream, chunksOf, chunksOfMessage, completion, message } from "./answers.ts";
import { chat, clients, type Fetch, headers } from "./clients.ts";

const baseURL = "https://api.example";
const eventCount = 1000;
const largeBytes = 4 * 1024 * 1024;

/** Each `fetch` answers from memory. */
const stub = (json: string) => () => async () =>
  new Response(json, { headers: { "content-type": "application/json" } });
const streamed = () => {
  const chunks = chunksOf(eventCount);
  return async () => chatStream(chunks);
};
const large = (bytes: number) => () => {
  const chunks = chunksOfMessage("x".repeat(bytes), 256);
  return async () => chatStream(chunks);
};

/** The TextDecoder and JSON.parse alone know where each event ends. */
const baseline: Contenders = {
  "TextDecoder and JSON.parse": () => {
    const fetch = streamed();
    return async () => decode(await fetch());
  },
};

const ours = "@model-access/sdk";

export const contenders: Record<"calls" | "streams" | "replies" | "whole" | "half", Contenders> = {
  // One whole reply. The first is the stubbed fetch alone, with the JSON read.
  calls: {
    "a stubbed fetch and JSON": () => {
      const fetch: Fetch = stub(completion)();
      const url = `${baseURL}/v1/chat/completions`;
      return async () => (await fetch(url, { method: "POST", headers, body: JSON.stringify(chat) })).json();
    },
    ...runsOf("call", stub(completion), [ours, "ky", "ai (provider)"]),
    ...runsOf("call", stub(message), ["@anthropic-ai/sdk"]),
    ...runsOf("call", stub(completion), ["openai"]),
  },
  // A chat stream, a token and a chunk each, event by event, and with the reply put together.
  streams: {
    ...baseline,
    ...runsOf("stream", streamed, [ours]),
    "eventsource-parser and JSON.parse": async () => {
      const { createParser } = await import("eventsource-parser");
      const fetch = streamed();
      return async () => parse(createParser, await fetch());
    },
    ...runsOf("stream", streamed, ["openai", "ai (provider)"]),
  },
  replies: { ...baseline, ...runsOf("reply", streamed, [ours, "openai", "ai (streamText)"]) },
  // One event in chunks of 256 bytes, and one of half the size: a reader that is not linear takes four times as long for twice as much.
  whole: runsOf("message", large(largeBytes), ["@anthropic-ai/sdk", ours]),
  half: runsOf("message", large(largeBytes / 2), ["@anthropic-ai/sdk", ours]),
};

/** The same task of each client. */
function runsOf(
  task: "call" | "stream" | "reply" | "message",
  createFetch: () => Fetch,
  names: (keyof typeof clients)[],
): Contenders {
  const prepare = async (name: keyof typeof clients) => {
    const client = await clients[name](createFetch(), baseURL);
    const { stream } = client;
    return task === "stream" && stream ? async () => count(await stream()) : async () => client[task]?.();
  };
  return Object.fromEntries(names.map((name) => [name, () => prepare(name)]));
}

async function count(events: AsyncIterable<unknown>): Promise<void> {
  let count = 0;
  for await (const _ of events) count += 1;
  if (count < eventCount) throw new Error(`A stream had ${count} events; expected ${eventCount}.`);
}

async function decode({ body }: Response): Promise<void> {
  const decoder = new TextDecoder();
  const values: unknown[] = [];
  for await (const bytes of body ?? []) {
    const text = decoder.decode(bytes, { stream: true });
    if (text !== "data: [DONE]\n\n") values.push(JSON.parse(text.slice("data: ".length)));
  }
}

async function parse(create: typeof createParser, { body }: Response): Promise<void> {
  const decoder = new TextDecoder();
  const values: unknown[] = [];
  const parser = create({
    onEvent: ({ data }) => {
      if (data !== "[DONE]") values.push(JSON.parse(data));
    },
  });
  for await (const bytes of body ?? []) parser.feed(decoder.decode(bytes, { stream: true }));
}
