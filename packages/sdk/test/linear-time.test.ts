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
  namedEvent,
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

/** Reads a stream of a size in linear time, and returns its whole reply. */
async function sumInLinearTime<Final>(
  one: Interface,
  size: number,
  streamOf: (size: number) => string,
): Promise<Final> {
  const read = (stream: string) => one.open(clientStreaming(stream, { maxEventBytes: 64 * 1024 * 1024 })).final();
  // The tests know what they add up.
  return (await runInLinearTime(read, size, streamOf)) as Final;
}

// More than the stack holds as the arguments of one call.
const many = 130_000;
const manyCalls = 40_000;
const severalTimes = 20_000;

const listOf = <Item>(length: number, itemAt: (index: number) => Item): Item[] =>
  Array.from({ length }, (_, index) => itemAt(index));
const fieldsOf = (length: number) => Object.fromEntries(listOf(length, (index) => [`field${index}`, index]));

const callOf = (index: number) => ({ id: `call_${index}`, function: { name: "f", arguments: "{}" } });
const choicesOf = (length: number) =>
  listOf(length, (n) => ({ index: length - 1 - n, delta: { content: "x" }, finish_reason: null }));
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

type Completion = ReturnType<ReturnType<typeof clientStreaming>["chat"]["completions"]["stream"]>;
type Reply = Record<string, unknown> & { output_text?: string };

const completionOf = (size: number, chunksOf: (size: number) => object[]) =>
  sumInLinearTime<Awaited<ReturnType<Completion["final"]>>>(chat, size, (n) => streamText(...chunksOf(n), "[DONE]"));
const chatOf = async (...args: Parameters<typeof completionOf>) => (await completionOf(...args)).choices[0];
const messageOf = (size: number, eventsOf: (size: number) => { type: string }[]) =>
  sumInLinearTime<Reply>(message, size, (n) => [...eventsOf(n), { type: "message_stop" }].map(typedEvent).join(""));
const responseOf = (size: number, eventsOf: (size: number) => { type: string }[]) =>
  sumInLinearTime<Reply>(response, size, (n) =>
    [...eventsOf(n), { type: "response.completed", response: {} }].map(typedEvent).join(""),
  );

test("reads a chunk of very many choices", async () => {
  const { choices, ...chunk } = chunkOf({ content: "x" });

  const { length } = (
    await completionOf(many, (size) => [{ ...chunk, choices: listOf(size, () => choices[0]) }])
  ).choices
    .map(({ message }) => message.content)
    .join("");

  expect(length).toBe(many);
});

test("adds up tool calls that have no index", async () => {
  const choice = await chatOf(manyCalls, (size) => [chunkOf({ tool_calls: listOf(size, callOf) })]);

  expect(choice?.message.tool_calls).toHaveLength(manyCalls);
  expect(choice?.message.tool_calls?.at(-1)).toMatchObject({ id: `call_${manyCalls - 1}` });
});

test("goes on with tool calls by their ids, however many there are", async () => {
  const choice = await chatOf(manyCalls, (size) => {
    const chunk = chunkOf({ tool_calls: listOf(size, callOf) });
    return [chunk, chunk];
  });

  expect(choice?.message.tool_calls).toHaveLength(manyCalls);
  expect(choice?.message.tool_calls?.at(-1)).toMatchObject({ function: { arguments: "{}{}" } });
});

test("appends a long list of a delta", async () => {
  const choice = await chatOf(many, (size) => {
    const chunk = chunkOf({ annotations: listOf(size, (n) => ({ n })) });
    return [chunk, chunk];
  });

  expect(choice?.message.annotations).toHaveLength(2 * many);
});

test("appends the log probabilities of a long chunk", async () => {
  const choice = await chatOf(many, (size) => {
    const logprobs = { content: listOf(size, (n) => ({ token: `${n}` })) };
    const chunk = { choices: [{ index: 0, delta: {}, logprobs }] };
    return [chunk, chunk];
  });

  expect(choice).toMatchObject({ logprobs: { content: { length: 2 * many } } });
});

test("gives very many choices by index", async () => {
  const final = await completionOf(manyCalls, (size) => {
    const chunk = { choices: choicesOf(size) };
    return [chunk, chunk];
  });

  expect(final?.choices.every(({ index }, place) => index === place)).toBe(true);
  expect(final?.choices).toHaveLength(manyCalls);
  expect(final?.choices[0]?.message.content).toBe("xx");
});

test("does not copy what came before with every chunk", async () => {
  const choice = await chatOf(severalTimes, (size) => [
    { ...chunkOf(fieldsOf(size)), ...fieldsOf(size) },
    ...listOf(size, () => chunkOf({ content: "x" })),
  ]);

  expect(choice?.message.content).toHaveLength(severalTimes);
});

test("takes a message that starts with very many blocks", async () => {
  const message = await messageOf(many, (size) => [
    { type: "message_start", message: { content: listOf(size, () => ({ type: "text", text: "x" })) } },
  ]);

  expect(message.content).toHaveLength(many);
});

test("appends citations to a block that has very many", async () => {
  const delta = { type: "citations_delta", citation: {} };

  const message = await messageOf(severalTimes, (size) => [
    { type: "message_start", message: {} },
    {
      type: "content_block_start",
      index: 0,
      content_block: { type: "text", text: "", citations: listOf(size, (n) => ({ n })) },
    },
    ...listOf(size, () => ({ type: "content_block_delta", index: 0, delta })),
  ]);

  expect(message?.content).toMatchObject([{ citations: { length: 2 * severalTimes } }]);
});

test("does not copy a message with every change of it", async () => {
  const usage = { output_tokens: 1 };

  const message = await messageOf(severalTimes, (size) => [
    { type: "message_start", message: { ...fieldsOf(size), usage: fieldsOf(size) } },
    ...listOf(size, () => ({ type: "message_delta", delta: { usage }, usage })),
  ]);

  expect(Object.keys(message?.usage ?? {})).toHaveLength(severalTimes + 1);
});

test("does not copy a response with every word of its progress", async () => {
  const response = await responseOf(severalTimes, (size) => [
    { type: "response.created", response: fieldsOf(size) },
    ...listOf(size, (n) => ({ type: "response.in_progress", response: { n } })),
  ]);

  expect(response).toMatchObject({ field0: 0, n: severalTimes - 1 });
});

test("takes an output item with very many parts", async () => {
  const response = await responseOf(many, (size) => [itemDone(listOf(size, () => textPart)), textDelta("y", size - 1)]);

  expect(response?.output_text).toHaveLength(many + 1);
});

test("takes parts of a response from the last to the first", async () => {
  const response = await responseOf(severalTimes, (size) => {
    const parts = listOf(size, (n) => textDelta("x", size - n));
    return [...parts, ...parts];
  });

  expect(response?.output).toMatchObject([{ content: { length: severalTimes, 0: { text: "xx" } } }]);
});

test("appends the log probabilities of a long delta of a response", async () => {
  const response = await responseOf(many, (size) => {
    const delta = { ...textDelta("x"), logprobs: listOf(size, (n) => ({ token: `${n}` })) };
    return [delta, delta];
  });

  expect(response?.output).toMatchObject([{ content: [{ text: "xx", logprobs: { length: 2 * many } }] }]);
});

test("adds up very many tool calls and answers of a bot", async () => {
  const { tool_calls, answers } = await sumInLinearTime<{ tool_calls: object[]; answers: { index: number }[] }>(
    bot,
    severalTimes,
    (size) =>
      namedEvent("json", { choices: [{ delta: { tool_calls: listOf(size, callOf) } }] }) +
      namedEvent("text", { text: "x" }) +
      listOf(size, (n) => namedEvent("text", { text: "x", index: size - n })).join("") +
      namedEvent("done", {}),
  );

  expect(tool_calls).toHaveLength(severalTimes);
  expect(answers).toHaveLength(severalTimes + 1);
  expect(answers.every(({ index }, place) => index === place)).toBe(true);
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

  const error = await failureOf(client.chat.completions.create(request));

  expect(error).toBeInstanceOf(BadRequestError);
  expect(error).toMatchObject({ message: expect.stringContaining("answered 400: No") });
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
