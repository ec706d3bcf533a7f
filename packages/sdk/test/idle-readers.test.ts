import { expect, test } from "vitest";
import type { ModelAccess } from "../src/index.js";
import { clientOf, streamRequest } from "./stub-service.js";
import { chunkOf, openStream, streamText } from "./stub-streams.js";
import { createTestClock, settle } from "./test-clock.js";

/** A stream whose service answers within each deadline, while its reader is slow. */
async function readLate(
  deadline: "betweenContents" | "firstContent",
  open: (client: ModelAccess) => PromiseLike<() => Promise<unknown>>,
  before = 0,
) {
  const { clock, advance } = createTestClock();
  const { send, answer } = openStream();
  const read = await open(clientOf(async () => answer, { clock, timeouts: { [deadline]: 1000 } }));
  for (let event = 0; event < before; event++) {
    send(seven);
    await read();
  }
  // The caller is busy for most of the deadline, and waits for the service for a fifth of it.
  advance(900);
  const reading = read().then(
    () => undefined,
    (failure: unknown) => failure,
  );
  await settle();

  advance(200);
  await settle();
  send(seven);
  return reading;
}

const seven = streamText(chunkOf({ content: "7" }));

const openEvents = async (client: ModelAccess) => {
  const events = (await client.chat.completions.create(streamRequest))[Symbol.asyncIterator]();
  return () => events.next();
};

const openBody = async (client: ModelAccess) => {
  const { data } = await client.raw.POST("/v1/chat/completions", { body: streamRequest, parseAs: "stream" });
  const reader = (data as unknown as ReadableStream<Uint8Array>).getReader();
  return () => reader.read();
};

test("does not count the time before the next read to the deadline between contents", async () => {
  expect(await readLate("betweenContents", openEvents, 1)).toBeUndefined();
});

test("does not count the time before the first read to the deadline of the first content", async () => {
  expect(await readLate("firstContent", openEvents)).toBeUndefined();
});

test("does not count the time before the next read of a body of the raw client", async () => {
  expect(await readLate("betweenContents", openBody, 1)).toBeUndefined();
});
