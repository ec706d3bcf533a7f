// Work that grows with the square of a reply is work that a service can make a client do for hours.
import { expect, test } from "vitest";
import { BadRequestError, ConnectionError, InternalError, resolveBaseURL } from "../src/index.js";
import { clientAnswering, clientOf, exampleOf, failureOf, key, request } from "./stub-service.js";
import {
  bot,
  chat,
  chunkOf,
  clientStreaming,
  type Interface,
  message,
  response,
  streamText,
  typedEvent,
} from "./stub-streams.js";

const parts = 64;

/**
 * Checks that work of a size takes about the CPU time of 64 works of a 64th of it: work that grows with the square takes 64
 * times as long. The limit is between, far from both. Returns the result of the whole.
 */
async function runInLinearTime<Input, Result>(
  run: (input: Input) => Result | Promise<Result>,
  size: number,
  inputOf: (size: number) => Input,
): Promise<Result> {
  const [whole, part] = [inputOf(size), inputOf(Math.ceil(size / parts))];
  const start = process.threadCpuUsage();
  for (let count = 0; count < parts; count++) await run(part);
  const ofParts = process.threadCpuUsage(start);
  const middle = process.threadCpuUsage();
  const result = await run(whole);
  const ofWhole = process.threadCpuUsage(middle);

  // Some systems count CPU time in steps of 10 ms.
  expect(ofWhole.user + ofWhole.system).toBeLessThan(8 * Math.max(ofParts.user + ofParts.system, 20_000));
  return result;
}

// More than the stack holds as the arguments of one call.
const many = 130_000;
const manyCalls = 40_000;
const severalTimes = 20_000;
const lastArguments = `choices.0.message.tool_calls.${manyCalls - 1}.function.arguments`;

const listOf = <Item>(length: number, itemAt: (index: number) => Item): Item[] =>
  Array.from({ length }, (_, index) => itemAt(index));
const fieldsOf = (length: number) => Object.fromEntries(listOf(length, (index) => [`field${index}`, index]));

const callOf = (index: number) => ({ id: `call_${index}`, function: { name: "f", arguments: "{}" } });
const textPart = { type: "output_text", text: "x", annotations: [], logprobs: [] };
const itemDone = (content: unknown) => ({
  type: "response.output_item.done",
  output_index: 0,
  item: { type: "message", content },
});
const textDelta = (delta: unknown, content_index = 0) => ({
  type: "response.output_text.delta",
  output_index: 0,
  content_index,
  delta,
});

const tokenOf = (n: number) => ({ token: `${n}` });
const twice = (event: object) => [event, event];
const choiceOf = (index: number) => ({ index, delta: { content: "x" }, finish_reason: null });
const cited = (size: number) => ({ type: "text", text: "", citations: listOf(size, (n) => ({ n })) });
const citation = { type: "content_block_delta", index: 0, delta: { type: "citations_delta", citation: {} } };
const progressOf = (n: number) => ({ type: "response.in_progress", response: { last: "x".repeat(n % 2) } });
const changeOf = (n: number) => ({ type: "message_delta", delta: { usage: { n } }, usage: { stop: "x".repeat(7) } });
const start = (message: object) => ({ type: "message_start", message });

/** A reply of a size: its interface, the path to a list or text in it, its length, and its events. */
type Row = [string, Interface, size: number, path: string, length: number, eventsOf: (size: number) => object[]];
const row = (...given: Row) => given;

const rows: Row[] = [
  row("a chunk of very many choices", chat, many, "choices.0.message.content", many, (size) => [
    { ...chunkOf({}), choices: listOf(size, () => choiceOf(0)) },
  ]),
  row("tool calls that have no index", chat, manyCalls, "choices.0.message.tool_calls", manyCalls, (size) => [
    chunkOf({ tool_calls: listOf(size, callOf) }),
  ]),
  row("a second piece of tool calls by their ids", chat, manyCalls, lastArguments, "{}{}".length, (size) =>
    twice(chunkOf({ tool_calls: listOf(size, callOf) })),
  ),
  row("a long list of a delta", chat, many, "choices.0.message.annotations", 2 * many, (size) =>
    twice(chunkOf({ annotations: listOf(size, (n) => ({ n })) })),
  ),
  row("the log probabilities of a long chunk", chat, many, "choices.0.logprobs.content", 2 * many, (size) =>
    twice({ choices: [{ index: 0, delta: {}, logprobs: { content: listOf(size, tokenOf) } }] }),
  ),
  row("very many choices from the last to the first", chat, manyCalls, "choices", manyCalls, (size) =>
    twice({ choices: listOf(size, (n) => choiceOf(size - 1 - n)) }),
  ),
  row("chunks after one of very many fields", chat, severalTimes, "choices.0.message.content", severalTimes, (size) => [
    { ...chunkOf(fieldsOf(size)), ...fieldsOf(size) },
    ...listOf(size, () => chunkOf({ content: "x" })),
  ]),
  row("a message that starts with very many blocks", message, many, "content", many, (size) => [
    start({ content: listOf(size, () => ({ type: "text", text: "x" })) }),
  ]),
  row(
    "citations of a block that has very many",
    message,
    severalTimes,
    "content.0.citations",
    2 * severalTimes,
    (size) => [
      start({}),
      { type: "content_block_start", index: 0, content_block: cited(size) },
      ...listOf(size, () => citation),
    ],
  ),
  row("changes of a message that has very many fields", message, severalTimes, "usage.stop", 7, (size) => [
    start({ ...fieldsOf(size), usage: fieldsOf(size) }),
    ...listOf(size, changeOf),
  ]),
  row("the progress of a response that has very many fields", response, severalTimes, "last", 1, (size) => [
    { type: "response.created", response: fieldsOf(size) },
    ...listOf(size, progressOf),
  ]),
  row("an output item with very many parts", response, many, "output_text", many + 1, (size) => [
    itemDone(listOf(size, () => textPart)),
    textDelta("y", size - 1),
  ]),
  row("parts from the last to the first", response, severalTimes, "output.0.content", severalTimes, (size) =>
    [0, 1].flatMap(() => listOf(size, (n) => textDelta("x", size - n))),
  ),
  row("the log probabilities of a long delta", response, many, "output.0.content.0.logprobs", 2 * many, (size) =>
    twice({ ...textDelta("x"), logprobs: listOf(size, tokenOf) }),
  ),
  row("very many tool calls of a bot", bot, severalTimes, "tool_calls", severalTimes, (size) => [
    { type: "json", choices: [{ delta: { tool_calls: listOf(size, callOf) } }] },
  ]),
  row("answers of a bot from the last to the first", bot, severalTimes, "answers", severalTimes + 1, (size) => [
    { type: "text", text: "x" },
    ...listOf(size, (n) => ({ type: "text", text: "x", index: size - n })),
  ]),
];

test.each(rows)("adds up %s in linear time", async (_what, { open, operationId }, size, path, length, eventsOf) => {
  const ends: Record<string, object> = {
    createMessage: { type: "message_stop" },
    createResponse: { type: "response.completed", response: {} },
    queryBot: { type: "done" },
  };
  const end = ends[operationId];
  const streamOf = (count: number) =>
    end === undefined
      ? streamText(...eventsOf(count), "[DONE]")
      : [...eventsOf(count), end].map((event) => typedEvent(event as { type: string })).join("");
  async function read(text: string): Promise<unknown> {
    const stream = open(clientStreaming(text, { maxEventBytes: 64 * 1024 * 1024 }));
    await stream.text();
    return stream.final();
  }

  let found = await runInLinearTime(read, size, streamOf);
  for (const name of path.split(".")) found = (found as Record<string, unknown>)[name];

  expect(found).toHaveLength(length);
  // What has an index stands at it, whichever came first.
  const indices = Array.isArray(found) ? found.flatMap(({ index = [] }: { index?: number | [] }) => index) : [];
  expect(indices).toEqual([...indices].sort((one, other) => one - other));
});

test.each([
  ["backslashes", "\\"],
  ["backslashes with letters of the key", "s\\\\\\"],
  ["escapes of JSON", "\\\\u0073"],
  ["escapes of a URL", "%73"],
  ["starts of the key", "sk-\\t"],
])("takes the key out of a text of %s in linear time", async (_what, unit) => {
  const refuse = (text: string) =>
    failureOf(clientAnswering(text, { status: 400, headers: { "content-type": "text/plain" } }).models.list());

  const { body } = (await runInLinearTime(
    refuse,
    200_000,
    (size) => `${unit.repeat(size / unit.length)} \\u0073${key.slice(1)} %41`,
  )) as BadRequestError;

  expect(body).toMatch(/ \[key\] %41$/);
});

test.each(["\\", "%5C"])("reads a base URL with many of %s in linear time", async (unit) => {
  const root = await runInLinearTime(
    resolveBaseURL,
    200_000,
    (size) => `https://api.example/${unit.repeat(size)}x/v1/`,
  );

  expect(root).toMatch(/x$/);
});

test("searches a cause whose 2 800 objects all refer to each other once", async () => {
  const parts: Record<string, unknown>[] = Array.from({ length: 2_800 }, (_, number) => ({ number }));
  for (const part of parts) part.others = parts;
  const cause = Object.assign(new Error("socket hang up"), { parts });
  const client = clientOf(async () => {
    throw cause;
  });

  expect(await failureOf(client.models.list())).toBeInstanceOf(ConnectionError);
});

test("ends at a cause that is its own cause", async () => {
  const cause: Error & { cause?: unknown } = new Error("round and round");
  cause.cause = cause;
  const client = clientOf(async () => {
    throw cause;
  });

  expect(await failureOf(client.models.list())).toMatchObject({ reason: "lost" });
});

const deep = `${"[".repeat(9_000)}${"]".repeat(9_000)}`;

test("types a refusal whose body is nested 9 000 times, with its message", async () => {
  const client = clientAnswering(`{"error":{"message":"No","details":${deep}}}`, { status: 400 });

  expect(await failureOf(client.chat.completions.create(request), BadRequestError)).toMatchObject({
    message: expect.stringContaining("answered 400: No"),
  });
});

test("tries again after a refusal whose body is nested 9 000 times", async () => {
  let calls = 0;
  const client = clientOf(
    async () =>
      ++calls === 1 ? new Response(deep, { status: 500 }) : Response.json(exampleOf("createChatCompletion", "200")),
    { maxRetries: 1, clock: { random: () => 0 } },
  );

  await client.chat.completions.create(request);

  expect(calls).toBe(2);
  expect(await failureOf(clientAnswering(deep, { status: 500 }).models.list())).toBeInstanceOf(InternalError);
});
