import { describe, expect, test } from "vitest";
import { ChatCompletionStream, ModelAccessError } from "../src/index.js";
import { clientOf, streamRequest } from "./stub-service.js";
import {
  bytesOf,
  chunkOf,
  clientStreaming,
  collect,
  streamText,
  streamWith,
  wholeStreamOf,
  wireForms,
} from "./stub-streams.js";

const first = chunkOf({ role: "assistant", content: "" });
const seven = chunkOf({ content: "Sieben ist eine Primzahl — 7️⃣." });
const last = chunkOf({}, "stop");
const whole = streamText(first, seven, last, "[DONE]");
const reply = {
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1795000040,
  model: "Claude-Sonnet-4.5",
  choices: [
    { index: 0, message: { role: "assistant", content: "Sieben ist eine Primzahl — 7️⃣." }, finish_reason: "stop" },
  ],
};

describe.each(wireForms)("a stream $form", (form) => {
  const open = (text: string) => clientStreaming(text, form).chat.completions.create(streamRequest);

  test("gives its chunks in order and ends at [DONE]", async () => {
    const stream = await open(whole);

    expect(stream).toBeInstanceOf(ChatCompletionStream);
    expect(await collect(stream)).toEqual([first, seven, last]);
  });

  test("gives nothing that comes after [DONE]", async () => {
    expect(await collect(await open(whole + streamText(seven, { error: { message: "late" } })))).toEqual([
      first,
      seven,
      last,
    ]);
  });

  test("passes over comments and blank lines", async () => {
    expect(await collect(await open(`: ping\n\n\n${whole.replaceAll("\n\n", "\n: ping\n\n: ping\n\n")}`))).toEqual([
      first,
      seven,
      last,
    ]);
  });

  test("adds up to the whole reply, with or without a loop before", async () => {
    const looped = await open(whole);
    await collect(looped);

    expect(await looped.final()).toEqual(reply);
    expect(await (await open(whole)).final()).toEqual(reply);
    expect(await (await open(whole)).text()).toBe("Sieben ist eine Primzahl — 7️⃣.");
  });

  test("gives the rest of its chunks to a loop that waits for final() inside", async () => {
    const stream = await open(whole);
    const chunks: unknown[] = [];

    for await (const chunk of stream) {
      chunks.push(chunk);
      expect(await stream.final()).toEqual(reply);
    }

    expect(chunks).toEqual([first, seven, last]);
  });

  test("gives all chunks to a loop beside final()", async () => {
    const stream = await open(whole);

    const [chunks, final] = await Promise.all([collect(stream), stream.final()]);

    expect(chunks).toEqual([first, seven, last]);
    expect(final).toEqual(reply);
  });

  test("can be read as a web stream", async () => {
    expect(await collect((await open(whole)).toReadableStream())).toEqual([first, seven, last]);
  });

  test("takes a null error for none", async () => {
    const polite = { ...seven, error: null };

    expect(await collect(await open(streamText(first, polite, last, "[DONE]")))).toEqual([first, polite, last]);
  });

  test.each([
    ["a field", { ...seven, weather: "rain" }],
    ["an event", { object: "chat.completion.tomorrow", score: 1 }],
    ["an event without a kind", { novel: true }],
    ["an enum value", chunkOf({ role: "narrator" }, "tired")],
  ])("passes on %s that it does not know", async (_what, data) => {
    const stream = await open(streamText(first, data, last, "[DONE]"));

    expect(await collect(stream)).toEqual([first, data, last]);
    expect(await stream.final()).toMatchObject({ id: "chatcmpl-1", choices: [{ finish_reason: "stop" }] });
  });

  test("passes on a named event that it does not know, whatever its data", async () => {
    const stream = await open(
      `${streamText(first)}event: weather\ndata: rain\n\nevent: weather\ndata: {"rain":1}\n\n${streamText(last, "[DONE]")}`,
    );

    expect(await collect(stream)).toEqual([first, { event: "weather", data: "rain" }, { rain: 1 }, last]);
  });

  test("lets a caller walk over the choices of an event that it does not know", async () => {
    const texts: string[] = [];

    for await (const chunk of await open(streamText({ novel: true }, seven, last, "[DONE]")))
      texts.push(chunk.choices[0]?.delta.content ?? "");

    expect(texts.join("")).toBe("Sieben ist eine Primzahl — 7️⃣.");
  });
});

test("asks for an event stream", async () => {
  let accept: string | null = null;
  const client = clientOf(async (_url, init) => {
    accept = new Headers(init.headers).get("accept");
    return wholeStreamOf(whole);
  });

  await (await client.chat.completions.create(streamRequest)).final();

  expect(accept).toBe("text/event-stream");
});

test("refuses a second loop", async () => {
  const stream = await clientOf(async () => wholeStreamOf(whole)).chat.completions.create(streamRequest);
  await collect(stream);

  expect(() => stream[Symbol.asyncIterator]()).toThrow(ModelAccessError);
});

test("refuses a loop over a stream that final() has read", async () => {
  const stream = await clientOf(async () => wholeStreamOf(whole)).chat.completions.create(streamRequest);
  await stream.final();

  expect(() => stream[Symbol.asyncIterator]()).toThrow(/was already read; final\(\) gives its whole reply/);
});

test("reads no further than it is read", async () => {
  let pulls = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        pulls++;
        controller.enqueue(bytesOf(streamText(seven)));
      },
    },
    { highWaterMark: 0 },
  );
  const client = clientOf(async () => streamWith(body));
  const chunks = (await client.chat.completions.create(streamRequest)).toReadableStream().getReader();

  await chunks.read();
  await chunks.read();

  expect(pulls).toBe(2);
  await chunks.cancel();
});
