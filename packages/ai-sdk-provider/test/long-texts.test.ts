import type { ImageModelV4CallOptions } from "@ai-sdk/provider";
import { jsonReply } from "@model-access/sdk/testing";
import { expect, test } from "vitest";
import { createChatModel } from "../src/chat/chat-model.js";
import { createPassingResource } from "./passing-client.js";
import { chatCompletion, partsOf, providerOf, question } from "./stub-provider.js";

/** Asks for JSON and gets this text. */
async function readJSON(content: string): Promise<unknown> {
  const { modelAccess } = providerOf([jsonReply(chatCompletion({ content }))]);
  return modelAccess.chat("Test-Model").doGenerate({ ...question, responseFormat: { type: "json" } });
}

/** Asks for an image and gets this text, which names none that can be fetched. */
async function readImage(content: string): Promise<void> {
  const { modelAccess } = providerOf([jsonReply(chatCompletion({ content }))]);
  const options = { prompt: "A cat.", n: 1, providerOptions: {} } as ImageModelV4CallOptions; // what counts is the text
  await expect(modelAccess.image("Test-Painter").doGenerate(options)).rejects.toThrow();
}

/** Gets these pieces of tool calls. */
async function readCalls(pieces: object[]): Promise<void> {
  const completions = createPassingResource({
    events: pieces.map((piece) => ({ data: { choices: [{ delta: { tool_calls: [piece] } }] } })),
  });
  await partsOf(createChatModel("M", { completions }));
}

const size = 128_000;
const parts = 64;

test.each([
  ["a code block that only line feeds follow", readJSON, "```json", "\n"],
  ["a code block whose lines are empty", readJSON, "```json\n{", "\n "],
  ["code blocks that open and open", readJSON, "", "```json\n"],
  ["code blocks in one line", readJSON, "", "```json"],
  ["a code block that almost closes", readJSON, "```json\n", "\n  ``"],
  ["images that open and open", readImage, "", "!["],
  ["links that open and open", readImage, "", "["],
  ["links that close and close", readImage, "", "]("],
  ["a link whose address is white space", readImage, "[](", " "],
  ["links whose addresses are white space", readImage, "", "[](   "],
  ["addresses of nothing", readImage, "", "http://)"],
  ["a data URL that has a wrong end", readImage, "![](data:image/png;base64,", "A*"],
  ["a data URL whose type has no end", readImage, "![](data:image/png", ";base64"],
])("%s takes time that grows with its length", async (_name, read, start, piece) => {
  await expectLinearTime((length) => read(start + piece.repeat(length / piece.length)), size);
});

const start = { id: "a", function: { name: "f", arguments: '{"a":[' } };
const calls = 6_400;

test.each<[string, (index: number) => object]>([
  ["calls without an index", (index) => ({ id: `call_${index}`, function: { name: "f", arguments: "{}" } })],
  ["calls of one index", (index) => ({ index: 0, id: `call_${index}`, function: { name: "f", arguments: "{}" } })],
  ["pieces that repeat the name", () => ({ index: 0, function: { name: "f", arguments: '{"b":1}' } })],
  ["pieces with an index each", (index) => ({ index, function: { arguments: "{}," } })],
  ["pieces with an index each that look complete", (index) => ({ index, function: { arguments: ",{}" } })],
  ["pieces without an index", () => ({ function: { arguments: ",{}" } })],
])("%s take time that grows with their number", async (_name, createPiece) => {
  const createPieces = (length: number) => [start, ...Array.from({ length }, (_, index) => createPiece(index + 1))];

  await expectLinearTime((length) => readCalls(createPieces(length)), calls);
});

/** Checks that work of a size takes about the CPU time of 64 works of a 64th of it. */
async function expectLinearTime(run: (size: number) => Promise<unknown>, size: number): Promise<void> {
  await run(size / parts);
  const whole = await measure(() => run(size));
  const inParts = await measure(async () => {
    for (let count = 0; count < parts; count++) await run(size / parts);
  });

  // Time that grows with the square is 64 times as long. Some systems count CPU time in steps of 10 ms.
  expect(whole).toBeLessThan(8 * Math.max(inParts, 20_000));
}

/** Returns the CPU time of a run in microseconds. */
async function measure(run: () => Promise<unknown>): Promise<number> {
  const start = process.threadCpuUsage();
  await run();
  const { user, system } = process.threadCpuUsage(start);
  return user + system;
}
