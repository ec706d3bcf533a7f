import { expect, test } from "vitest";
import { StreamIncompleteError } from "../src/index.js";
import { clientAnswering, examplesOf, failureOf } from "./stub-service.js";
import {
  clientStreaming,
  collectUnchanged,
  cutBefore,
  typedEvent as event,
  partialOf,
  payloadsOf,
  response,
  transcripts,
} from "./stub-streams.js";

const body = { model: "GPT-5.2", input: "Hello" };
const { textStream, text } = response;
const open = (stream: string) => clientStreaming(stream).responses.stream(body);
const create = (reply: object) => clientAnswering(reply).responses.create(body);

const own = transcripts.filter(({ operationId }) => operationId === response.operationId);
const ended = own.filter(({ isFailed }) => !isFailed);
const failed = own.filter(({ isFailed }) => isFailed);

type Event = { type: string; [name: string]: unknown };
/** Adds these events up, without an end. */
const sumOf = (...events: Event[]) => partialOf(response, events.map(event).join(""));

const delta = (content_index: number, text: unknown, output_index = 0): Event => ({
  type: "response.output_text.delta",
  output_index,
  content_index,
  delta: text,
});
const itemOf = (content: unknown) => ({ type: "message", id: "msg_1", content });
const itemDone = (content: unknown): Event => ({
  type: "response.output_item.done",
  output_index: 0,
  item: itemOf(content),
});

interface Whole {
  status: string;
  output: { type: string; content?: { type: string; text?: string }[] }[];
}

function textOf({ output }: Whole): string {
  return output
    .filter(({ type }) => type === "message")
    .flatMap(({ content = [] }) => content)
    .map((part) => (part.type === "output_text" ? part.text : ""))
    .join("");
}

test.each(ended)("gives the last response of $name as the final", async ({ stream: value }) => {
  const whole = payloadsOf(value).at(-1)?.response as Whole;
  const stream = open(value);

  expect(await stream.final()).toEqual({ ...whole, output_text: textOf(whole) });
  expect(await stream.text()).toBe(textOf(whole));
});

test.each(ended)("rebuilds the output of $name from its events alone", async ({ stream }) => {
  const whole = payloadsOf(stream).at(-1)?.response as Whole;
  const last = /"type":"response\.(completed|incomplete|failed)"/.exec(stream)?.[0] ?? "";

  const failure = await failureOf(open(cutBefore(stream, last)).final(), StreamIncompleteError);

  // The items of a reply that stops half way were never closed, so that their own status did not come.
  const output =
    whole.status === "failed" ? whole.output.map((item) => ({ ...item, status: "in_progress" })) : whole.output;
  expect(failure.partial).toMatchObject({ status: "in_progress", output, output_text: textOf(whole) });
});

test("takes the output from the events where the last response leaves it out", async () => {
  const short = { type: "response.completed", sequence_number: 12, response: { id: "resp_1", status: "completed" } };

  const final = await open(cutBefore(textStream, response.last) + event(short)).final();

  expect(final).toMatchObject({ id: "resp_1", status: "completed", output_text: text });
  expect(final.output).toHaveLength(1);
});

test.each(failed)("throws the error in $name with what had come", async ({ stream }) => {
  expect(await failureOf(open(stream).final())).toMatchObject({
    name: "StreamError",
    code: "internal_error",
    message: expect.stringMatching(
      /^POST \/v1\/responses failed in the middle of its stream( with api_error)?: The model stopped answering$/,
    ),
    partial: { output_text: "The primes between 20 and 50" },
  });
});

test.each<[string, Event[], unknown]>([
  ["nothing before the first event", [], undefined],
  [
    "a part whose parts before it never came, without filling the gap",
    [delta(4_000_000_000, "Sev"), delta(4_000_000_000, "en")],
    { output: [{ content: [{ type: "output_text", text: "Seven" }] }] },
  ],
  [
    "items and parts by index, whichever came first",
    [delta(0, "c", 1), delta(10, "b"), delta(2, "a")],
    { output: [{ content: [{ text: "a" }, { text: "b" }] }, { content: [{ text: "c" }] }] },
  ],
  ["an item without parts as one with an empty list of them", [itemDone([])], { output: [itemOf([])] }],
  ["an item whose parts are null likewise", [itemDone(null)], { output: [itemOf([])] }],
  [
    "the last value of each field of a response, null included",
    [
      { type: "response.created", response: { id: "resp_1", error: { code: "x" }, status: "queued" } },
      { type: "response.in_progress", response: { error: null, status: "in_progress" } },
    ],
    { id: "resp_1", error: null, status: "in_progress" },
  ],
])("adds up %s", async (_what, events, expected) => {
  const sum = await sumOf(...events);

  if (expected === undefined) expect(sum).toBeUndefined();
  else expect(sum).toMatchObject(expected as object);
});

test("leaves the events as they came", async () => {
  const events: Event[] = [
    { type: "response.created", response: { id: "resp_1" } },
    itemDone([{ type: "output_text", text: "Sev", annotations: [], logprobs: [] }]),
    delta(0, "en"),
    { type: "response.output_text.annotation.added", output_index: 0, content_index: 0, annotation: {} },
    delta(1, "."),
    { type: "response.in_progress", response: { status: "in_progress" } },
    { type: "response.completed", response: {} },
  ];

  const seen = await collectUnchanged(open(events.map(event).join("")));

  expect(seen).toMatchObject(events);
});

test("keeps the output_text of the last event", async () => {
  const created = { type: "response.created", response: { output: [], output_text: "" } };
  const completed = { type: "response.completed", response: { output: [], output_text: "Seven." } };
  const added = { type: "response.output_item.added", output_index: 0, item: itemOf([]) };
  const begun = [created, added, delta(0, "Sev")];

  expect(await sumOf(...begun)).toMatchObject({ output_text: "Sev" });
  expect((await open([...begun, completed].map(event).join("")).final()).output_text).toBe("Seven.");
});

test.each(examplesOf("createResponse", "200"))("adds output_text to the whole reply %s", async (_name, reply) => {
  const { output_text: _, ...bare } = reply as Whole & { output_text: string };

  expect(await create(bare)).toEqual({ ...bare, output_text: textOf(reply as Whole) });
});

test.each([
  ["beside items", { output: [{ type: "message", content: [{ type: "output_text", text: "Six." }] }] }],
  ["beside no item", { output: [] }],
  ["alone", {}],
])("keeps an output_text that was sent %s", async (_where, reply) => {
  expect(await create({ ...reply, output_text: "Seven." })).toEqual({ output: [], ...reply, output_text: "Seven." });
});

test.each([null, 7, undefined])("joins the text where output_text is %s", async (output_text) => {
  const output = [{ type: "message", content: [{ type: "output_text", text: "Six." }] }];

  expect((await create({ output, output_text })).output_text).toBe("Six.");
});

test("refuses a whole reply that has neither items nor a text", async () => {
  expect(await failureOf(create({ id: "resp_1" }))).toMatchObject({ name: "ResponseFormatError" });
});

test("reads a response whose reasoning has no summary, and whose texts are none", async () => {
  const refusal = { type: "refusal", refusal: ["N", "o"] };
  const output = [
    { type: "reasoning", id: "rs1", content: [] },
    { type: "message", content: "Hi" },
    { type: "message", content: [{ type: "output_text", text: 7 }, refusal] },
  ];

  const { output: items, output_text } = await create({ output });

  expect(items[0]).toMatchObject({ type: "reasoning", summary: [] });
  expect(items[2]).toMatchObject({ content: [{ text: "7" }, { refusal: "No" }] });
  expect(output_text).toBe("Hi7");
});
