import { expect, test, vi } from "vitest";
import { createChatCompletions } from "../src/chat/index.js";
import {
  AbortError,
  type ClientOptions,
  InvalidKeyError,
  ModelAccessError,
  StreamIncompleteError,
} from "../src/index.js";
import { createMessages } from "../src/messages/index.js";
import { createResponses } from "../src/responses/index.js";
import { bareClientOf, transcriptOf } from "./stub-client.js";
import { exampleOf, failureOf, request, streamRequest } from "./stub-service.js";
import { bytesOf, chunkOf, collect, streamText, streamWith, wholeStreamOf } from "./stub-streams.js";

const whole = streamText(chunkOf({ role: "assistant", content: "Sev" }), chunkOf({ content: "en" }, "stop"), "[DONE]");
const textBody = {
  model: "claude-sonnet-4.5",
  max_tokens: 64,
  messages: [{ role: "user" as const, content: "Hello" }],
};

/** A body that gives these texts and then nothing, and whether it was cancelled. */
function openBody(...texts: string[]) {
  const cancel = vi.fn();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const text of texts) controller.enqueue(bytesOf(text));
    },
    cancel,
  });
  const response = () => streamWith(body);
  return { cancel, response };
}

const completions = (fetch: () => Promise<Response>, options?: ClientOptions) =>
  createChatCompletions(bareClientOf(fetch, options));

test("begins a stream at once and asks for a stream in its body", async () => {
  const bodies: unknown[] = [];
  const client = bareClientOf(async (_url, init) => {
    bodies.push(JSON.parse(String(init.body)));
    return wholeStreamOf(whole);
  });

  const stream = createChatCompletions(client).stream(request);

  expect(await stream.text()).toBe("Seven");
  expect(bodies).toEqual([streamRequest]);
});

test("gives the stream of create and its headers", async () => {
  const call = completions(async () => wholeStreamOf(whole)).create(streamRequest);

  const { data, requestId } = await call.withResponse();

  expect(requestId).toBe("req-1");
  expect(await data.text()).toBe("Seven");
});

test("throws what the service refuses at the first read, for all who read", async () => {
  const refusal = () => Response.json(exampleOf("createChatCompletion", "401"), { status: 401 });
  const stream = completions(async () => refusal()).stream(request);

  const [loop, text] = await Promise.all([failureOf(collect(stream)), failureOf(stream.text())]);

  expect(loop).toBeInstanceOf(InvalidKeyError);
  expect(text).toBe(loop);
});

test("gives a refusal that nobody reads to nobody", async () => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  const refusal = () => Response.json(exampleOf("createChatCompletion", "401"), { status: 401 });

  completions(async () => refusal()).stream(request);
  await new Promise((resolve) => setTimeout(resolve));

  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

test("cancels a stream that is left before it began", async () => {
  const { cancel, response } = openBody();

  {
    await using stream = completions(async () => response()).stream(request);
    expect(stream).toBeDefined();
  }

  await expect.poll(() => cancel.mock.calls.length).toBe(1);
});

test("refuses the reply of a stream that was left before it began", async () => {
  const stream = completions(async () => openBody().response()).stream(request);
  await stream[Symbol.asyncDispose]();

  expect(await failureOf(stream.final())).toBeInstanceOf(ModelAccessError);
});

test("cancels the request when the loop is left, and has no whole reply after", async () => {
  const { cancel, response } = openBody(streamText(chunkOf({ content: "Sev" })));
  const stream = completions(async () => response()).stream(request);

  for await (const chunk of stream) {
    expect(chunk.choices[0]?.delta.content).toBe("Sev");
    break;
  }

  expect(cancel).toHaveBeenCalledOnce();
  expect(await failureOf(stream.final())).toBeInstanceOf(StreamIncompleteError);
});

test("throws when the signal aborts between two events", async () => {
  const controller = new AbortController();
  const { response } = openBody(streamText(chunkOf({ content: "Sev" })));
  const stream = completions(async () => response()).stream(request, { signal: controller.signal });

  const failure = await failureOf(
    (async () => {
      for await (const _ of stream) controller.abort();
    })(),
  );

  expect(failure).toBeInstanceOf(AbortError);
});

/** Time that a test moves, and a timer that looks at it. */
function standingClock() {
  let nowMs = 0;
  let timers: { dueMs: number; run: () => void }[] = [];
  return {
    clock: {
      now: () => nowMs,
      after(delayMs: number, run: () => void) {
        const timer = { dueMs: nowMs + delayMs, run };
        timers.push(timer);
        return () => {
          timers = timers.filter((other) => other !== timer);
        };
      },
    },
    pass(ms: number) {
      nowMs += ms;
      for (const timer of timers.filter(({ dueMs }) => dueMs <= nowMs)) {
        timers = timers.filter((other) => other !== timer);
        timer.run();
      }
    },
  };
}

const messageHead = transcriptOf("createMessage", "messageTextStream").split("\n\n").slice(0, 4);
const responseHead = transcriptOf("createResponse", "responseTextStream").split("\n\n").slice(0, 5);

test.each([
  [
    "chat",
    [chunkOf({ role: "assistant", content: "" }), chunkOf({ content: "Sev" })].map((chunk) => streamText(chunk)),
    streamText(chunkOf({ content: "" })),
    "Sev",
    (fetch: () => Promise<Response>, options: ClientOptions) => completions(fetch, options).stream(request),
  ],
  [
    "messages",
    messageHead.map((event) => `${event}\n\n`),
    'event: ping\ndata: {"type":"ping"}\n\n',
    "The three",
    (fetch: () => Promise<Response>, options: ClientOptions) =>
      createMessages(bareClientOf(fetch, options)).stream(textBody),
  ],
  [
    "responses",
    responseHead.map((event) => `${event}\n\n`),
    ": keep-alive\n\n",
    "The primes between",
    (fetch: () => Promise<Response>, options: ClientOptions) =>
      createResponses(bareClientOf(fetch, options)).stream({ model: "GPT-5.2", input: "Hello" }),
  ],
] as const)(
  "ends a %s stream that is only kept alive, at the deadline between contents, with what had come",
  async (_dialect, events, idle, said, open) => {
    const { clock, pass } = standingClock();
    let source: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        source = controller;
      },
    });
    const stream: AsyncIterable<object> = open(async () => streamWith(body), {
      clock,
      timeouts: { firstContent: 1000, betweenContents: 100 },
    });
    const loop = stream[Symbol.asyncIterator]();
    const read = async (text: string) => {
      source?.enqueue(bytesOf(text));
      await loop.next();
    };

    for (const event of events) await read(event);
    const waiting = loop.next();
    pass(60);
    source?.enqueue(bytesOf(idle));
    const failure = failureOf(idle.startsWith(":") ? waiting : waiting.then(() => loop.next()));
    await new Promise((resolve) => setTimeout(resolve));
    pass(60);

    expect(await failure).toMatchObject({ name: "TimeoutError", phase: "betweenContents", partial: expect.anything() });
    const { partial } = (await failure) as { partial: object };
    expect(JSON.stringify(partial)).toContain(said);
    expect(JSON.stringify(await failure)).not.toContain(said);
  },
);
