import { describe, expect, test, vi } from "vitest";
import { InvalidKeyError, ResponseFormatError, StreamError, StreamIncompleteError } from "../src/index.js";
import { createResponses } from "../src/responses/index.js";
import {
  bareClientAnswering,
  bareClientOf,
  bareClientStreaming,
  cutBefore,
  payloadsOf,
  transcriptOf,
} from "./stub-client.js";
import { exampleOf, examplesOf, failureOf } from "./stub-service.js";
import { collect, collectUntilFailure, wireForms } from "./stub-streams.js";

const body = { model: "GPT-5.2", input: "Hello" };
const transcript = (name: string) => transcriptOf("createResponse", name);
const textStream = transcript("responseTextStream");
const text = "The primes between 20 and 50 are 23, 29, 31, 37, 41, 43 and 47.";
const event = (data: { type: string; [name: string]: unknown }) =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
const lastEvent = /"type":"response\.(completed|incomplete|failed)"/;

const transcripts = examplesOf("createResponse", "200", "text/event-stream").map(
  ([name, value]) => [name, String(value)] as const,
);
const ended = transcripts.filter(([, value]) => lastEvent.test(value));

interface Whole {
  output: { type: string; content?: { type: string; text?: string }[] }[];
}

function textOf({ output }: Whole): string {
  return output
    .filter(({ type }) => type === "message")
    .flatMap(({ content = [] }) => content)
    .map((part) => (part.type === "output_text" ? part.text : ""))
    .join("");
}

describe.each(wireForms)("a responses stream $form", (form) => {
  const open = (value: string) => createResponses(bareClientStreaming(value, form)).stream(body);

  test.each(ended)("gives every event of %s as it came, and its last response as the final", async (_name, value) => {
    const events = payloadsOf(value);
    const whole = events.at(-1)?.response as Whole;

    const stream = open(value);

    expect(await collect(stream)).toEqual(events);
    expect(await stream.final()).toEqual({ ...whole, output_text: textOf(whole) });
    expect(await stream.text()).toBe(textOf(whole));
  });

  test.each(ended)("rebuilds the output of %s from its events alone", async (_name, value) => {
    const whole = payloadsOf(value).at(-1)?.response as Whole & { status: string };
    const mark = lastEvent.exec(value)?.[0] ?? "";

    const failure = (await failureOf(open(cutBefore(value, mark)).final())) as StreamIncompleteError;

    expect(failure).toBeInstanceOf(StreamIncompleteError);
    // The items of a reply that stops half way were never closed, so that their own status did not come.
    const output =
      whole.status === "failed" ? whole.output.map((item) => ({ ...item, status: "in_progress" })) : whole.output;
    expect(failure.partial).toMatchObject({ status: "in_progress", output, output_text: textOf(whole) });
  });

  test.each(ended)("needs no end marker after %s", async (_name, value) => {
    expect(await open(value.replace("data: [DONE]\n\n", "")).final()).toEqual(await open(value).final());
  });

  test("takes the output from the events where the last response leaves it out", async () => {
    const short = { type: "response.completed", sequence_number: 12, response: { id: "resp_1", status: "completed" } };

    const final = await open(cutBefore(textStream, '"type":"response.completed"') + event(short)).final();

    expect(final).toMatchObject({ id: "resp_1", status: "completed", output_text: text });
    expect(final.output).toHaveLength(1);
  });

  test.each(["responseErrorStream", "responseFlatErrorStream"])(
    "throws the error in %s with what had come",
    async (name) => {
      const { failure } = await collectUntilFailure(open(transcript(name)));

      expect(failure).toBeInstanceOf(StreamError);
      expect(failure).toMatchObject({
        code: "internal_error",
        message: expect.stringMatching(
          /^POST \/v1\/responses failed in the middle of its stream( with api_error)?: The model stopped answering$/,
        ),
        partial: { output_text: "The primes between 20 and 50" },
      });
    },
  );

  test.each([
    ["before the last event", cutBefore(textStream, '"type":"response.completed"')],
    ["at [DONE] without its last event", `${cutBefore(textStream, '"type":"response.completed"')}data: [DONE]\n\n`],
    ["in the last event", textStream.slice(0, textStream.indexOf("data: [DONE]") - 2)],
    ["before anything", ""],
  ])("throws when it ends %s", async (_where, value) => {
    expect(await failureOf(open(value).final())).toBeInstanceOf(StreamIncompleteError);
  });

  test("reads events without an event line", async () => {
    expect(await open(textStream.replaceAll(/^event: .*\n/gm, "")).text()).toBe(text);
  });

  test.each([
    ["an event", { type: "response.tomorrow", score: 1 }],
    ["an item", { type: "response.output_item.added", output_index: 9, item: { type: "hologram", rays: [1] } }],
    ["a part", { type: "response.content_part.added", output_index: 0, content_index: 1, part: { type: "smell" } }],
    ["a field", { type: "response.in_progress", response: { status: "dreaming", mood: "calm" }, weather: "rain" }],
  ])("passes on %s that it does not know, and still has a final", async (_what, unknown) => {
    const value = textStream.replace("event: response.completed", `${event(unknown)}event: response.completed`);

    expect(await collect(open(value))).toContainEqual(unknown);
    expect((await open(value).final()).output_text).toBe(text);
  });

  test.each([
    ["a response that is none", { type: "response.created", response: null }],
    ["a delta that is no text", { type: "response.output_text.delta", output_index: 0, content_index: 0, delta: 7 }],
    ["a delta without its place", { type: "response.output_text.delta", delta: "x" }],
    ["an item that is none", { type: "response.output_item.added", output_index: 0, item: "x" }],
  ])("reads on after %s", async (_what, broken) => {
    expect(await open(event(broken) + textStream).text()).toBe(text);
  });

  test("does not fill a gap between indices", async () => {
    const far = { output_index: 0, content_index: 4_000_000_000, delta: "x" };

    const failure = await failureOf(open(event({ type: "response.output_text.delta", ...far })).final());

    expect(failure).toMatchObject({ partial: { output: [{ content: [{ type: "output_text", text: "x" }] }] } });
  });
});

test.each(examplesOf("createResponse", "200"))("adds output_text to the whole reply %s", async (_name, reply) => {
  const { output_text: _, ...bare } = reply as Whole & { output_text: string };
  const responses = createResponses(bareClientAnswering(bare));

  expect(await responses.create(body)).toEqual({ ...bare, output_text: textOf(reply as Whole) });
});

test.each([
  ["beside items", { output: [{ type: "message", content: [{ type: "output_text", text: "Six." }] }] }],
  ["beside no item", { output: [] }],
  ["alone", {}],
])("keeps an output_text that was sent %s", async (_where, reply) => {
  const responses = createResponses(bareClientAnswering({ ...reply, output_text: "Seven." }));

  expect(await responses.create(body)).toEqual({ output: [], ...reply, output_text: "Seven." });
});

test.each([null, 7, undefined])("joins the text where output_text is %s", async (output_text) => {
  const output = [{ type: "message", content: [{ type: "output_text", text: "Six." }] }];

  expect((await createResponses(bareClientAnswering({ output, output_text })).create(body)).output_text).toBe("Six.");
});

test("refuses a whole reply that has neither items nor a text", async () => {
  expect(await failureOf(createResponses(bareClientAnswering({ id: "resp_1" })).create(body))).toBeInstanceOf(
    ResponseFormatError,
  );
});

test("gives the answer with its headers beside the reply", async () => {
  const { data, response } = await createResponses(bareClientAnswering({ output: [] }))
    .create(body)
    .withResponse();

  expect(data.output_text).toBe("");
  expect(response.status).toBe(200);
});

test("gives the answer itself, unread", async () => {
  const answer = await createResponses(bareClientAnswering({ output: [] }))
    .create(body)
    .asResponse();

  expect(await answer.json()).toEqual({ output: [] });
});

test("gives a refusal of the answer to nobody else", async () => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  const client = bareClientOf(async () => Response.json(exampleOf("createResponse", "401"), { status: 401 }));

  const failure = await failureOf(createResponses(client).create(body).asResponse());
  await new Promise((resolve) => setTimeout(resolve));

  process.off("unhandledRejection", unhandled);
  expect(failure).toBeInstanceOf(InvalidKeyError);
  expect(unhandled).not.toHaveBeenCalled();
});
