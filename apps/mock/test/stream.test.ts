// @module-tag socket
import { operations } from "@model-access/contract";
import { expect, test } from "vitest";
import { createClient, startClient } from "./client.js";
import { dialectNames } from "./dialects.js";
import { eventsOf } from "./events.js";
import { createManualClock } from "./manual-clock.js";
import { exampleRequest } from "./requests.js";

/** A running mock whose time stands still, and a chat stream of it. */
async function openStream() {
  const clock = createManualClock();
  const server = await startClient({ clock, latency: "standard" });
  const leave = new AbortController();
  const { url, init } = streamRequest("createChatCompletion");
  const response = await fetch(url.replace("http://mock", server.baseURL), { ...init, signal: leave.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new Error("The answer has no body.");
  const read = async () => (await reader.read()).value;
  return { clock, server, response, read, reader, leave };
}

test.each(dialectNames)("%s sends its stream event by event", async (operationId) => {
  const { fetch } = createClient();
  const { url, init } = streamRequest(operationId);

  const response = await fetch(url, init);
  const chunks: string[] = [];
  for await (const chunk of response.body ?? []) chunks.push(new TextDecoder().decode(chunk));

  expect(chunks.length).toBeGreaterThan(3);
  expect(chunks.every((chunk) => chunk.endsWith("\n\n") && eventsOf(chunk).length <= 1)).toBe(true);
});

/** Compressing proxies (the rewrites of `next dev`, for one) keep a stream until it ends, if they aren't told not to. */
test.each(dialectNames)(
  "a stream of %s tells proxies not to compress it, whatever it is made of",
  async (operationId) => {
    const { fetch } = createClient();
    const { url, init } = streamRequest(operationId);
    const { examples = {} } = operations[operationId]?.responses["200"]?.mediaTypes["text/event-stream"] ?? {};
    const [example = ""] = Object.keys(examples);

    for (const asked of [{}, { prefer: `example=${example}` }]) {
      const response = await fetch(url, { ...init, headers: { ...init.headers, ...asked } });
      expect(response.headers.get("content-type")).toBe("text/event-stream");
      expect(response.headers.get("cache-control")).toBe("no-cache, no-transform");
    }
  },
);

test("the first event arrives before the second is sent, each when it is due", async () => {
  const { clock, response, read } = await openStream();
  expect(response.headers.get("content-type")).toBe("text/event-stream");

  await clock.advance(399);
  expect(clock.sleepers).toBe(1);
  await clock.advance(1);
  const first = await read();
  expect(clock.sleepers).toBe(1);
  await clock.advance(30);
  const second = await read();

  expect(eventsOf(first ?? "")).toHaveLength(1);
  expect(eventsOf(second ?? "")).toHaveLength(1);
});

test("a client that leaves ends the stream's work", async () => {
  const { clock, read, leave } = await openStream();
  await clock.advance(400);
  await read();
  expect(clock.sleepers).toBe(1);

  leave.abort();

  await expect.poll(() => clock.sleepers).toBe(0);
});

test("leaving a stream of the function ends its work too", async () => {
  const clock = createManualClock();
  const { fetch } = createClient({ clock, latency: "fast" });
  const { url, init } = streamRequest("createMessage");
  const response = await fetch(url, init);
  expect(clock.sleepers).toBe(1);

  await response.body?.cancel();

  expect(clock.sleepers).toBe(0);
});

test("close ends open streams and resolves at once", async () => {
  const { server, reader, clock } = await openStream();
  const ended = reader.read().catch(() => "cut");

  await server.close();

  expect(await ended).toBe("cut");
  await expect.poll(() => clock.sleepers).toBe(0);
});

/** The native protocol streams without being asked to. */
const streamRequest = (operationId: string) =>
  exampleRequest(operationId, operationId === "queryBot" ? {} : { stream: true });
