import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { describe, expect, test } from "vitest";
import { createBotModel } from "../src/bots/bot-model.js";
import { createChatModel } from "../src/chat/chat-model.js";
import { createModelAccess } from "../src/index.js";
import { createMessageModel } from "../src/messages/message-model.js";
import { createResponseModel } from "../src/responses/response-model.js";
import {
  createRandom,
  listReplies,
  listTranscripts,
  mutate,
  mutateEvents,
  type Random,
  writeEvents,
} from "./mutations.js";
import { createPassingBots, createPassingResource, type Reply } from "./passing-client.js";
import { question } from "./stub-provider.js";

/** Mutations of each recording. */
const rounds = 15 * Number(process.env.FUZZ_RUNS ?? 1);

type Fetch = typeof globalThis.fetch;

type Kind = "chat" | "messages" | "responses" | "bot";
const settings = { apiKey: "test-key", baseURL: "https://api.example/v1" };
const interfaces: [Kind, string, (reply: Reply) => LanguageModelV4, ((fetch: Fetch) => LanguageModelV4)[]][] = [
  [
    "chat",
    "createChatCompletion",
    (reply) => createChatModel("M", { completions: createPassingResource(reply) }),
    [
      (fetch) => createOpenAICompatible({ name: "peer", ...settings, fetch })("M"),
      (fetch) => createOpenAI({ ...settings, fetch }).chat("M"),
    ],
  ],
  [
    "messages",
    "createMessage",
    (reply) => createMessageModel("M", { messages: createPassingResource(reply) }),
    [(fetch) => createAnthropic({ ...settings, fetch })("M")],
  ],
  [
    "responses",
    "createResponse",
    (reply) => createResponseModel("M", { responses: createPassingResource(reply) }),
    [(fetch) => createOpenAI({ ...settings, fetch }).responses("M")],
  ],
  ["bot", "queryBot", (reply) => createBotModel("M", { bots: createPassingBots(reply), files: {} as never }), []],
];

interface Outcome {
  text: string;
  reasoning: string;
  calls: { name: string; input: string }[];
  error: unknown;
  /** Everything that the model gave, to look for values that were turned into text. */
  given: unknown[];
}

async function read(model: LanguageModelV4, reply: Reply): Promise<Outcome> {
  const outcome: Outcome = { text: "", reasoning: "", calls: [], error: undefined, given: [] };
  try {
    if ("whole" in reply) {
      const { content, usage, finishReason, providerMetadata } = await model.doGenerate(question);
      outcome.given.push(content, usage, finishReason, providerMetadata);
      for (const part of content) {
        if (part.type === "text") outcome.text += part.text;
        if (part.type === "reasoning") outcome.reasoning += part.text;
        if (part.type === "tool-call" && !part.providerExecuted)
          outcome.calls.push({ name: part.toolName, input: part.input });
      }
      return outcome;
    }
    const { stream } = await model.doStream(question);
    for await (const part of stream as AsyncIterable<LanguageModelV4StreamPart>) {
      outcome.given.push(part);
      if (part.type === "text-delta") outcome.text += part.delta;
      if (part.type === "reasoning-delta") outcome.reasoning += part.delta;
      if (part.type === "tool-call" && !part.providerExecuted)
        outcome.calls.push({ name: part.toolName, input: part.input });
      if (part.type === "error") outcome.error ??= part.error;
    }
  } catch (error) {
    outcome.error ??= error;
  }
  return outcome;
}

/** Returns the rest of a text whose characters are not in another one in the same order. */
function findMissing(text: string, inText: string): string {
  let place = 0;
  for (const char of inText.split("")) if (char === text[place]) place += 1;
  return text.slice(place);
}

/** True if a call has a name and an object as input, so that a tool can be run and the call replayed. */
function isUsable({ name, input }: Outcome["calls"][number]): boolean {
  try {
    return name !== "" && input.startsWith("{") && typeof JSON.parse(input) === "object";
  } catch {
    return false;
  }
}

function mutateReply(reply: Reply, random: Random): { mutated: Reply; change: string } {
  if ("whole" in reply) {
    const { mutated, change } = mutate(reply.whole, random);
    return { mutated: { whole: mutated }, change };
  }
  const { mutated, change } = mutateEvents(reply.events, random);
  return { mutated: { events: mutated }, change };
}

const serve =
  (reply: Reply): Fetch =>
  async () =>
    "whole" in reply
      ? Response.json(reply.whole)
      : new Response(writeEvents(reply.events), { headers: { "content-type": "text/event-stream" } });

describe.each(interfaces)("%s", (kind, operationId, make, peers) => {
  const replies = [
    ...listReplies(operationId).map(([name, whole]) => ({ name, reply: { whole } as Reply })),
    ...listTranscripts(operationId).map(([name, events]) => ({ name, reply: { events } as Reply })),
  ];

  test.each(replies)(
    "$name is read as well as by any other provider, whatever of it is changed",
    async ({ name, reply }) => {
      // The client ends a stream with its error event, and a response that failed is an error.
      const isFailure = /Error|Failed/.test(name);
      const random = createRandom(name.length * 7919);
      for (let round = 0; round < rounds; round++) {
        const { mutated, change } = round === 0 ? { mutated: reply, change: "nothing" } : mutateReply(reply, random);

        const ours = await read(make(mutated), mutated);

        const about = `${name}: ${change}`;
        expect(ours.error, about).not.toBeInstanceOf(TypeError);
        expect(JSON.stringify(ours) + String(ours.error ?? ""), about).not.toMatch(/\[object |undefined|NaN/);
        const provider = createModelAccess({ ...settings, fetch: serve(mutated) });
        const byClient = await read(provider[kind]("M"), mutated);
        expect(byClient.error, about).not.toBeInstanceOf(TypeError);
        expect(JSON.stringify(byClient), about).not.toMatch(/\[object |undefined|NaN/);
        for (const createPeer of isFailure ? [] : peers) {
          const peer = await read(createPeer(serve(mutated)), mutated);
          expect(findMissing(peer.text, ours.text), about).toBe("");
          expect(findMissing(peer.reasoning, ours.reasoning), about).toBe("");
          if (peer.error !== undefined || !peer.calls.every(isUsable)) continue;
          expect(ours.error, about).toBeUndefined();
          const lost = peer.calls.filter(
            (call) => !ours.calls.some(({ input }) => findMissing(call.input, input) === ""),
          );
          expect(lost, about).toEqual([]);
        }
      }
    },
  );
});
