import { expect, test } from "vitest";
import { createMock } from "../src/index.js";
import { createManualClock } from "./manual-clock.js";
import { bearer, json } from "./requests.js";

const { headers: type, ...init } = json({
  model: "GPT-5.2",
  messages: [{ role: "user", content: "Hello" }],
  stream: true,
});

/** A stream whose first event has been read, and what the journal says of it. */
async function openStream(signal?: AbortSignal) {
  const { fetch } = createMock({ latency: { firstMs: 0, gapMs: 0 }, clock: createManualClock() });
  const headers = { ...(type as Record<string, string>), ...bearer("sk-mock-full") };
  const response = await fetch("http://mock/v1/chat/completions", { ...init, headers, signal: signal ?? null });
  const reader = response.body?.getReader();
  await reader?.read();
  await new Promise((resolve) => setImmediate(resolve)); // until nothing more is asked of the stream
  const ending = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    const journal = await fetch("http://mock/_mock/api/sessions/default/journal");
    return ((await journal.json()) as { exchanges: { response: { ending: string } }[] }).exchanges[0]?.response.ending;
  };
  return { reader, ending };
}

test("a reader that cancels a stream half way has left it", async () => {
  const { reader, ending } = await openStream();

  await reader?.cancel();

  expect(await ending()).toBe("left");
});

test("a reader that aborts the request and reads no more has left the stream", async () => {
  const abort = new AbortController();
  const { ending } = await openStream(abort.signal);

  abort.abort();

  expect(await ending()).toBe("left");
});
