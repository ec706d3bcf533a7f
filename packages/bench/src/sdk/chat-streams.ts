import type { Contenders } from "../measure-in-turn.ts";
import { chatStream, chunksOf } from "./chat-stream.ts";
import { createAIModel, createOpenAI, createOurs, messages, model, prompt } from "./clients.ts";

const eventCount = 1000;
const chunks = chunksOf(eventCount);
const fetch = async () => chatStream(chunks);
const body = { model, messages, stream: true as const };

/** They know where each event ends. */
const baseline = { "TextDecoder and JSON.parse": () => () => decode(chatStream(chunks)) };

/** A chat stream of a thousand events, a token and a chunk each: event by event, and with the reply assembled. */
export const contenders: { streams: Contenders; replies: Contenders } = {
  streams: {
    ...baseline,
    "@model-access/sdk": async () => {
      const client = await createOurs(fetch);
      return async () => count(await client.chat.completions.create(body));
    },
    "eventsource-parser and JSON.parse": async () => {
      const { createParser } = await import("eventsource-parser");
      return () => parse(createParser, chatStream(chunks));
    },
    openai: async () => {
      const client = await createOpenAI(fetch);
      return async () => count(await client.chat.completions.create(body));
    },
    "ai (provider)": async () => {
      const client = await createAIModel(fetch);
      return async () => count((await client.doStream({ prompt })).stream);
    },
  },
  replies: {
    ...baseline,
    "@model-access/sdk": async () => {
      const client = await createOurs(fetch);
      return () => client.chat.completions.stream({ model, messages }).final();
    },
    openai: async () => {
      const client = await createOpenAI(fetch);
      return () => client.chat.completions.stream({ model, messages }).finalChatCompletion();
    },
    "ai (streamText)": async () => {
      const { streamText } = await import("ai");
      const client = await createAIModel(fetch);
      return () => streamText({ model: client, messages, maxRetries: 0 }).text;
    },
  },
};

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

async function parse(createParser: CreateParser, { body }: Response): Promise<void> {
  const decoder = new TextDecoder();
  const values: unknown[] = [];
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data !== "[DONE]") values.push(JSON.parse(data));
    },
  });
  for await (const bytes of body ?? []) parser.feed(decoder.decode(bytes, { stream: true }));
}

type CreateParser = typeof import("eventsource-parser").createParser;
