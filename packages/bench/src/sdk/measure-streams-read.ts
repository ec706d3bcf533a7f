import { streamText } from "ai";
import { createParser } from "eventsource-parser";
import { chatStream, chunksOf } from "./chat-stream.ts";
import { createClients, messages, model, prompt } from "./clients.ts";
import { type CpuRow, measureInTurn } from "./measure-in-turn.ts";

const eventCount = 1000;

/** Cost of reading a stream: event by event, and with the reply assembled. */
export interface StreamReadMeasurement {
  raw: CpuRow[];
  accumulating: CpuRow[];
}

/**
 * The CPU time of a chat stream of a thousand events, a token and a chunk each. The first row is TextDecoder and
 * JSON.parse alone, which know where each event ends.
 */
export async function measureStreamsRead({ runs = 20 } = {}): Promise<StreamReadMeasurement> {
  const chunks = chunksOf(eventCount);
  const { ours, openai, aiModel } = createClients(async () => chatStream(chunks));
  const body = { model, messages, stream: true as const };
  const baseline = { name: "TextDecoder and JSON.parse", run: () => decode(chatStream(chunks)) };
  const raw = [
    baseline,
    { name: "@model-access/sdk", run: async () => count(await ours.chat.completions.create(body)) },
    { name: "eventsource-parser and JSON.parse", run: () => parse(chatStream(chunks)) },
    { name: "openai", run: async () => count(await openai.chat.completions.create(body)) },
    { name: "ai (provider)", run: async () => count((await aiModel.doStream({ prompt })).stream) },
  ];
  const accumulating = [
    baseline,
    { name: "@model-access/sdk", run: () => ours.chat.completions.stream({ model, messages }).final() },
    { name: "openai", run: () => openai.chat.completions.stream({ model, messages }).finalChatCompletion() },
    { name: "ai (streamText)", run: async () => streamText({ model: aiModel, messages, maxRetries: 0 }).text },
  ];
  return { raw: await measureInTurn(raw, { runs }), accumulating: await measureInTurn(accumulating, { runs }) };
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

async function parse({ body }: Response): Promise<void> {
  const decoder = new TextDecoder();
  const values: unknown[] = [];
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data !== "[DONE]") values.push(JSON.parse(data));
    },
  });
  for await (const bytes of body ?? []) parser.feed(decoder.decode(bytes, { stream: true }));
}
