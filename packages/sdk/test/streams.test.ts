// What holds for the streams of all interfaces, whole and byte by byte; the tests of the decoder have every other cut.
import { describe, expect, test } from "vitest";
import { ResponseFormatError, StreamError, StreamIncompleteError } from "../src/index.js";
import { clientOf, failureOf } from "./stub-service.js";
import {
  bot,
  chat,
  clientStreaming,
  collect,
  collectUntilFailure,
  cutBefore,
  type Interface,
  interfaces,
  message,
  namedEvent,
  openStream,
  partialOf,
  payloadsOf,
  response,
  streamText,
  transcripts,
  typedEvent,
  wireForms,
} from "./stub-streams.js";
import { createTestClock, settle } from "./test-clock.js";

const whole = transcripts.filter(({ isFailed }) => !isFailed);
const failed = transcripts.filter(({ isFailed }) => isFailed);
const others = interfaces.filter(({ operationId }) => operationId !== chat.operationId);
const rain = { event: "weather", data: "rain" };

describe.each(wireForms)("$form", (form) => {
  const playing = (text: string, maxEventBytes?: number) => clientStreaming(text, { maxEventBytes }, form);

  test.each(whole.filter(({ operationId }) => operationId !== bot.operationId))(
    "gives every event of $name as it came",
    async ({ open, stream }) => {
      expect(await collect(open(playing(stream)))).toEqual(payloadsOf(stream));
    },
  );

  test.each(whole)("adds $name up to the same with a loop before and without", async ({ open, stream }) => {
    const looped = open(playing(stream));
    await collect(looped);

    expect(await looped.final()).toEqual(await open(clientStreaming(stream)).final());
  });

  test.each(interfaces)("$operation gives the text of its stream", async ({ open, textStream, text }) => {
    expect(await open(playing(textStream)).text()).toBe(text);
  });

  test.each(interfaces)("$operation passes over comments and blank lines", async ({ open, textStream, text }) => {
    const spaced = `: ping\n\n\n${textStream.replaceAll("\n\n", "\n: ping\n\n: ping\n\n")}`;

    expect(await open(playing(spaced)).text()).toBe(text);
  });

  test.each(interfaces)("$operation gives nothing that comes after its end", async ({ open, textStream }) => {
    const late = textStream + streamText({ error: { message: "late" } }, "[DONE]");

    expect(await collect(open(playing(late)))).toEqual(await collect(open(playing(textStream))));
  });

  test.each(failed)("throws the error in $name with the events before it", async ({ open, stream, operation }) => {
    const { failure } = await collectUntilFailure(open(playing(stream)));

    expect(failure).toBeInstanceOf(StreamError);
    expect(failure).toMatchObject({
      status: 200,
      requestId: "req-1",
      message: expect.stringContaining(`${operation} failed in the middle of its stream`),
    });
  });

  test.each(
    interfaces.flatMap((one) => {
      const { textStream, last, text } = one;
      const cuts: [where: string, cut: string, said?: string][] = [
        ["before its last event", cutBefore(textStream, last), text],
        ["in an event", textStream.slice(0, textStream.indexOf(last) - 1), text.slice(0, 9)],
        ["before the blank line of its last event", lastLinesOf(one), text],
        ["before anything", ""],
        ["after a comment", ": ping\n\n"],
      ];
      return cuts.map(([where, cut, said]) => ({ ...one, where, cut, said }));
    }),
  )("$operation throws when it ends $where, with what had come", async ({ open, cut, said, operation }) => {
    const failure = await failureOf(open(playing(cut)).final(), StreamIncompleteError);

    expect(failure).toMatchObject({
      status: 200,
      requestId: "req-1",
      message: `${operation} ended its stream before the end marker; the reply so far is in error.partial`,
    });
    if (said === undefined) expect(failure.partial).toBeUndefined();
    else expect(JSON.stringify(failure.partial)).toContain(said);
  });

  test.each(others)("$operation ends at its own last event, and not at chat's marker", async ({ open, ...one }) => {
    const marker = "data: [DONE]\n\n";
    const bare = one.textStream.replace(marker, "");

    expect(await open(playing(bare)).text()).toBe(one.text);
    expect(await open(playing(bare + marker)).text()).toBe(one.text);
    expect(await failureOf(open(playing(cutBefore(bare, one.last) + marker)).final())).toBeInstanceOf(
      StreamIncompleteError,
    );
  });

  test.each(interfaces)(
    "$operation passes on a named event that it does not know",
    async ({ open, textStream, text }) => {
      const stream = namedEvent("weather", "rain") + namedEvent("weather", { rain: 1 }) + textStream;

      const [first, second] = await collect(open(playing(stream)));

      const pieces = ["rain", { rain: 1 }].map((data) => ({ text: "", raw_response: { event: "weather", data } }));
      expect([[rain, { rain: 1 }], pieces]).toContainEqual([first, second]);
      expect(await open(playing(stream)).text()).toBe(text);
    },
  );

  test.each(
    interfaces.flatMap((one) => [
      { ...one, what: "malformed JSON", data: "{choices: []}", said: "malformed" },
      { ...one, what: "cut JSON", data: '{"text":"chatcmpl-1","cho', said: "cut" },
      { ...one, what: "more than maxEventBytes", data: "x".repeat(9_000), said: "larger than maxEventBytes (8000)" },
    ]),
  )("$operation throws for an event of $what, with what came before it", async ({ open, data, said, ...one }) => {
    const head = cutBefore(one.textStream, one.last);
    const known = one.operationId === chat.operationId ? streamText(data) : namedEvent(nameOf(one), data);

    const { items, failure } = await collectUntilFailure(open(playing(head + known + one.textStream, 8_000)));

    expect(items).toEqual((await collect(open(playing(one.textStream)))).slice(0, items.length));
    expect(items.length).toBeGreaterThan(2);
    expect(failure).toBeInstanceOf(ResponseFormatError);
    expect(failure).toMatchObject({ status: 200, requestId: "req-1", message: expect.stringContaining(said) });
    expect(JSON.stringify((failure as ResponseFormatError).partial)).toContain(one.text);
    expect(JSON.stringify(failure) + (failure as Error).stack).not.toContain(one.text);
  });
});

test.each(interfaces)("$operation needs no name on the event line, and no type in the data", async (one) => {
  const { open, textStream, text, operationId } = one;
  const unnamed = textStream.replaceAll(/^event: .*\n/gm, "");
  const untyped = textStream.replaceAll(/"type":"(message|content|response)[._]\w[\w.]*",?/g, "");

  // A bot's events have no other name.
  if (operationId !== bot.operationId) expect(await open(clientStreaming(unnamed)).text()).toBe(text);
  expect(await open(clientStreaming(untyped)).final()).toEqual(await open(clientStreaming(textStream)).final());
});

test.each(interfaces)("$operation ends a stream that is only kept alive, with what had come", async (one) => {
  const { clock, advance } = createTestClock();
  const { answer, send, state } = openStream(cutBefore(one.textStream, one.last));
  const client = clientOf(async () => answer, { clock, timeouts: { firstContent: 1000, betweenContents: 100 } });
  const failing = failureOf(one.open(client).final());
  await settle();

  advance(60);
  send(one.keepAlive);
  await settle();
  advance(60);

  const failure = (await failing) as { partial: object };
  expect(failure).toMatchObject({ name: "TimeoutError", phase: "betweenContents", partial: expect.anything() });
  expect(JSON.stringify(failure.partial)).toContain(one.text);
  expect(JSON.stringify(failure)).not.toContain(one.text);
  expect(state.isCancelled).toBe(true);
});

type Unknown = { type: string; [name: string]: unknown };
const hologram = { type: "hologram", rays: [1] };
const rayOf = { type: "hologram_delta", ray: 1 };
const tired = { delta: { stop_reason: "tired", mood: "calm" }, usage: { watts: 3 } };
const dreaming = { response: { status: "dreaming", mood: "calm" }, weather: "rain" };

test.each<[string, Interface, Unknown]>([
  ["an event of messages", message, { type: "tomorrow", score: 1 }],
  ["a block of messages", message, { type: "content_block_start", index: 7, content_block: hologram }],
  ["a delta of messages", message, { type: "content_block_delta", index: 0, delta: rayOf }],
  ["a field of messages", message, { type: "message_delta", ...tired }],
  ["an event of responses", response, { type: "response.tomorrow", score: 1 }],
  ["an item of responses", response, { type: "response.output_item.added", output_index: 9, item: hologram }],
  [
    "a part of responses",
    response,
    { type: "response.content_part.added", output_index: 0, content_index: 1, part: { type: "smell" } },
  ],
  ["a field of responses", response, { type: "response.in_progress", ...dreaming }],
])("passes on %s that it does not know, and still has its text", async (_what, one, unknown) => {
  const head = cutBefore(one.textStream, one.last);
  const stream = one.open(clientStreaming(head + typedEvent(unknown) + one.textStream.slice(head.length)));

  expect(await collect(stream)).toContainEqual(unknown);
  expect(await stream.text()).toBe(one.text);
});

const polluted = '"__proto__":{"polluted":true}';

test.each<[Interface, string]>([
  [chat, streamText(`{${polluted},"choices":[{"index":0,"delta":{${polluted},"content":"7"}}]}`)],
  [message, namedEvent("message_start", `{"message":{${polluted},"id":"msg_1"}}`)],
  [response, namedEvent("response.created", `{"response":{${polluted},"id":"resp_1"}}`)],
  [bot, namedEvent("text", `{${polluted},"text":"7"}`)],
])("$operation lets no field reach a prototype", async (one, text) => {
  const partial = (await partialOf(one, text)) as { choices?: { message: object }[] };

  expect(partial).toBeTypeOf("object");
  for (const part of [partial, partial.choices?.[0]?.message ?? {}]) expect(part).not.toHaveProperty("polluted");
});

test.each([
  ["its last event alone", message, 'data: {"type":"message_stop"}\n\n', "with a message_stop before message_start"],
  ["a ping alone", message, 'data: {"type":"ping"}\n\ndata: {"type":"message_stop"}\n\n', "before message_start"],
  ["its end marker alone", chat, "data: [DONE]\n\n", ""],
  ["events of tomorrow alone", chat, streamText({ object: "tomorrow" }, "[DONE]"), ""],
])("makes no reply of a stream that has %s", async (_what, { open }, text, said) => {
  expect(await failureOf(open(clientStreaming(text)).final(), ResponseFormatError)).toMatchObject({
    message: expect.stringContaining(said),
  });
});

/** The stream to the line end of its last event, whose blank line is missing. */
function lastLinesOf({ textStream, last }: Interface): string {
  return textStream.slice(0, textStream.indexOf("\n\n", textStream.indexOf(last)) + 1);
}

/** The name of an event with text. */
function nameOf({ textStream }: { textStream: string }): string {
  return /^event: (.*(?:text|delta).*)$/m.exec(textStream)?.[1] ?? "";
}
