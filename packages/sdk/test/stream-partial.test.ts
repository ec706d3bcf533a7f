import { expect, test, vi } from "vitest";
import { Call } from "../src/call/call.js";
import { createChatCompletions } from "../src/chat/index.js";
import { ResponseFormatError } from "../src/index.js";
import type { Dialect } from "../src/stream/dialect.js";
import { ModelStream } from "../src/stream/model-stream.js";
import { bareClientOf } from "./stub-client.js";
import { failureOf, request } from "./stub-service.js";
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

const first = chunkOf({ content: "Sev" });
const broken: [string, string][] = [
  ["malformed JSON", streamText(first, '{"choices": [')],
  ["cut JSON", streamText(first, '{"choices": "n')],
  ["an event that is too large", streamText(first, chunkOf({ content: "x".repeat(2_000) }))],
];

test.each(broken.flatMap(([what, text]) => wireForms.map((form) => [what, form.form, text, form] as const)))(
  "keeps what had come before %s, %s",
  async (_what, _form, text, form) => {
    const client = clientStreaming(text, form, { maxEventBytes: 1_000 });

    const error = (await failureOf(collect(client.chat.completions.stream(request)))) as ResponseFormatError;

    expect(error).toBeInstanceOf(ResponseFormatError);
    expect(error.partial).toMatchObject({ choices: [{ message: { content: "Sev" } }] });
    expect(JSON.stringify(error)).not.toContain("Sev");
  },
);

test.each(["read", "add", "result"] as const)(
  "types the failure of a dialect's %s, and ends the request",
  async (method) => {
    const cancel = vi.fn();
    const ends: unknown[] = [];
    const client = bareClientOf(
      async () => {
        const body = new ReadableStream({ start: (source) => source.enqueue(bytesOf(streamText({}))), cancel });
        return streamWith(body);
      },
      { onCallEnd: ({ outcome }) => void ends.push(outcome) },
    );
    const fail = (): never => {
      throw new RangeError("Invalid array length");
    };
    const dialect: Dialect<object, object> = {
      read: () => (method === "result" ? { kind: "broken", what: "with nonsense" } : { kind: "event", event: {} }),
      add: () => {},
      result: () => ({}),
      textOf: () => "",
      hasContent: () => false,
      [method]: fail,
    };
    const call = new Call({ client, options: {}, accept: "text/event-stream" });
    const opening = call.open((init) => client.requests.POST("/v1/chat/completions", { ...init, body: request }));

    const error = await failureOf(new ModelStream(call, dialect, opening).final());

    expect(error).toBeInstanceOf(ResponseFormatError);
    await expect.poll(() => cancel.mock.calls.length).toBe(1);
    expect(ends).toEqual(["failed"]);
  },
);

test("gives the choices of several answers by their index", async () => {
  const piece = (index: number, content: string) => ({
    ...first,
    choices: [{ index, delta: { content }, finish_reason: "stop" }],
  });
  const text = streamText(piece(2, "c"), piece(0, "a"), piece(1, "b"), "[DONE]");
  const client = bareClientOf(async () => wholeStreamOf(text));

  const { choices } = await createChatCompletions(client)
    .stream({ ...request, n: 3 })
    .final();

  expect(choices.map(({ message }) => message.content)).toEqual(["a", "b", "c"]);
});
