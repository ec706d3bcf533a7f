import { expect, test } from "vitest";
import { bytesOf, chunkOf, clientOf, streamRequest, streamText } from "./stub-service.js";
import { createTestClock, settle } from "./test-clock.js";

/** An event stream whose parts come when the test says so. */
function openStream() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(own) {
      controller = own;
    },
  });
  const send = (text: string) => controller?.enqueue(bytesOf(text));
  return { send, answer: new Response(body, { headers: { "content-type": "text/event-stream" } }) };
}

test("does not count the time before the next read to the deadline between contents", async () => {
  const { clock, advance } = createTestClock();
  const { send, answer } = openStream();
  const client = clientOf(async () => answer, { clock, timeouts: { betweenContents: 1000 } });
  const events = (await client.chat.completions.create(streamRequest))[Symbol.asyncIterator]();
  send(streamText(chunkOf({ content: "7" })));
  await events.next();
  // The caller is busy for most of the deadline, and waits for the service for a fifth of it.
  advance(900);
  let failure: unknown;
  const next = events.next().catch((error) => {
    failure = error;
  });
  await settle();

  advance(200);
  await settle();
  send(streamText(chunkOf({ content: "8" })));
  await next;

  expect(failure).toBeUndefined();
});

test("does not count the time before the first read to the deadline of the first content", async () => {
  const { clock, advance } = createTestClock();
  const { send, answer } = openStream();
  const client = clientOf(async () => answer, { clock, timeouts: { firstContent: 1000 } });
  const events = (await client.chat.completions.create(streamRequest))[Symbol.asyncIterator]();
  advance(900);
  let failure: unknown;
  const next = events.next().catch((error) => {
    failure = error;
  });
  await settle();

  advance(200);
  await settle();
  send(streamText(chunkOf({ content: "8" })));
  await next;

  expect(failure).toBeUndefined();
});

test("does not count the time before the next read of a body of the raw client", async () => {
  const { clock, advance } = createTestClock();
  const { send, answer } = openStream();
  const client = clientOf(async () => answer, { clock, timeouts: { betweenContents: 1000 } });
  const { data } = await client.raw.POST("/v1/chat/completions", { body: streamRequest, parseAs: "stream" });
  const reader = (data as unknown as ReadableStream<Uint8Array>).getReader();
  send("data: 1\n\n");
  await reader.read();
  advance(900);
  let failure: unknown;
  const next = reader.read().catch((error) => {
    failure = error;
  });
  await settle();

  advance(200);
  await settle();
  send("data: 2\n\n");
  await next;

  expect(failure).toBeUndefined();
});
