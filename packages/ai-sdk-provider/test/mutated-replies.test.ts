import { describe, expect, test } from "vitest";
import { createBotModel } from "../src/bots/bot-model.js";
import { createChatModel } from "../src/chat/chat-model.js";
import { createModelAccess } from "../src/index.js";
import { createMessageModel } from "../src/messages/message-model.js";
import { createResponseModel } from "../src/responses/response-model.js";
import { createRandom, listReplies, listTranscripts, mutateReply, writeReply } from "./mutations.js";
import { createPassingBots, createPassingResource, type Reply } from "./passing-client.js";
import { type Call, peers, readByModel } from "./peers.js";

/** Mutations of each recording. */
const rounds = 15 * Number(process.env.FUZZ_RUNS ?? 1);

const interfaces = [
  [
    "chat",
    "createChatCompletion",
    (reply: Reply) => createChatModel("M", { completions: createPassingResource(reply) }),
  ],
  ["messages", "createMessage", (reply: Reply) => createMessageModel("M", { messages: createPassingResource(reply) })],
  [
    "responses",
    "createResponse",
    (reply: Reply) => createResponseModel("M", { responses: createPassingResource(reply) }),
  ],
  ["bot", "queryBot", (reply: Reply) => createBotModel("M", { bots: createPassingBots(reply), files: {} as never })],
] as const;

/** Returns the rest of a text whose characters are not in another one in the same order. */
function findMissing(text: string, inText: string): string {
  let place = 0;
  for (const char of inText.split("")) if (char === text[place]) place += 1;
  return text.slice(place);
}

/** True if a call has a name and an object as input, so that a tool can be run and the call replayed. */
function isUsable({ name, input }: Call): boolean {
  try {
    return name !== "" && input.startsWith("{") && typeof JSON.parse(input) === "object";
  } catch {
    return false;
  }
}

describe.each(interfaces)("%s", (kind, operationId, createModel) => {
  const replies = [
    ...listReplies(operationId).map(([name, whole]) => ({ name, reply: { whole } as Reply })),
    ...listTranscripts(operationId).map(([name, events]) => ({ name, reply: { events } as Reply })),
  ];

  test.each(replies)(
    "$name is read as well as by any other client, whatever of it is changed",
    async ({ name, reply }) => {
      // The client ends a stream with its error event, and a response that failed is an error.
      const isFailure = /Error|Failed/.test(name);
      const random = createRandom(name.length * 7919);
      for (let round = 0; round < rounds; round++) {
        const { mutated, change } = round === 0 ? { mutated: reply, change: "nothing" } : mutateReply(reply, random);
        const isStream = "events" in mutated;
        const fetch = async () => writeReply(mutated);
        const provider = createModelAccess({ apiKey: "test-key", baseURL: "https://api.example/v1", fetch });

        const outcomes = {
          "a client that checks nothing": await readByModel(createModel(mutated), isStream),
          "the SDK's client": await readByModel(provider[kind]("M"), isStream),
        };

        for (const [by, ours] of Object.entries(outcomes)) {
          const about = `${name}: ${change}; by ${by}`;
          expect(ours.error, about).not.toBeInstanceOf(TypeError);
          expect(JSON.stringify(ours) + String(ours.error ?? ""), about).not.toMatch(/\[object |undefined|NaN/);
        }
        const theirs = isFailure ? [] : await Promise.all(peers[kind].map((read) => read(fetch, isStream)));
        for (const [by, ours] of Object.entries(outcomes)) {
          const about = `${name}: ${change}; by ${by}`;
          for (const peer of theirs) {
            expect(findMissing(peer.text, ours.text), about).toBe("");
            expect(findMissing(peer.reasoning, ours.reasoning), about).toBe("");
          }
          // A reply in which nobody finds anything is an error that says so.
          const readers = theirs.filter(({ error, text, reasoning, calls }) => {
            return error === undefined && calls.every(isUsable) && (text + reasoning !== "" || calls.length > 0);
          });
          if (readers.length > 0) expect(ours.error, about).toBeUndefined();
          for (const { calls } of readers) {
            // Where a reply contradicts itself, each client believes another part of it.
            const rest = readers.flatMap((reader) => (reader.calls.length === calls.length ? reader.calls : []));
            const isHeld = ({ input }: Call) => ours.calls.some((own) => findMissing(input, own.input) === "");
            const lost = calls.filter((call) => !rest.some((same) => same.name === call.name && isHeld(same)));
            expect(lost, about).toEqual([]);
            expect(ours.calls.length, about).toBeGreaterThanOrEqual(calls.length);
          }
        }
      }
    },
  );
});
