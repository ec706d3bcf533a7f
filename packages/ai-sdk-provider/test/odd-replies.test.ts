import { jsonReply } from "@model-access/sdk/testing";
import { generateImage, generateText, streamText } from "ai";
import { describe, expect, test } from "vitest";
import { createChatModel } from "../src/chat/chat-model.js";
import { createImageModel } from "../src/images/image-model.js";
import { createMessageModel } from "../src/messages/message-model.js";
import { createResponseModel } from "../src/responses/response-model.js";
import { createPassingResource } from "./passing-client.js";
import { chatCompletion, generateBy, namedStream, providerOf, question } from "./stub-provider.js";

const chunk = { id: "c1", object: "chat.completion.chunk", created: 1, model: "m" };
const choice = (fields: object) => ({ ...chunk, choices: [{ index: 0, finish_reason: null, ...fields }] });
const hi = choice({ delta: { role: "assistant", content: "Hi" } });
const stop = choice({ delta: {}, finish_reason: "stop" });
const note = { id: "", object: "", created: 0, model: "", choices: [{ index: 0, content_filter_results: {} }] };
const parts = ["H", "i"].map((text) => ({ type: "text", text }));

/** Streams chat completions of a client that checks nothing. */
function askChat(events: unknown[]) {
  const completions = createPassingResource({ events: events.map((data) => ({ data })) });
  return streamText({ model: createChatModel("M", { completions }), prompt: "Hello" });
}

/** Gets a message with this content from a client that checks nothing. */
function askMessage(content: unknown) {
  const messages = createPassingResource({ whole: { id: "msg_1", content, stop_reason: "end_turn" } });
  return generateText({ model: createMessageModel("M", { messages }), prompt: "Hello" });
}

test.each([
  ["the note of a content filter at its end", [hi, stop, note]],
  ["the note of a content filter at its start", [note, hi, stop]],
  ["a last delta of null", [hi, choice({ delta: null, finish_reason: "stop" })]],
  ["chunks that are no objects", [null, "x", hi, 7, [], stop]],
  ["chunks without choices", [chunk, { ...chunk, choices: null }, hi, stop, { ...chunk, choices: [null] }]],
  ["usage beside a choice without an end", [hi, stop, { ...choice({ delta: { content: "" } }), usage: {} }]],
  ["usage that is none", [hi, { ...stop, usage: "none" }]],
  ["its message repeated at the end", [hi, choice({ message: { content: "Hi" }, finish_reason: "stop" })]],
  ["its message in one piece", [choice({ message: { content: "Hi" }, finish_reason: "stop" })]],
  ["its content in parts", [choice({ delta: { content: parts } }), stop]],
  ["annotations of other kinds", [hi, choice({ delta: { annotations: [null, { type: "file" }, "x"] } }), stop]],
])("a chat stream with %s ends with its text and the reason of its end", async (_name, events) => {
  const { text, finishReason } = askChat(events);

  expect(await text).toBe("Hi");
  expect(await finishReason).toBe("stop");
});

test("the metadata of a chat stream are those of the first chunk that has any", async () => {
  expect(await askChat([note, hi, stop]).response).toMatchObject({ id: "c1", modelId: "m", timestamp: new Date(1000) });
});

const message = { type: "message", id: "m1", role: "assistant", content: [{ type: "output_text", text: "Hi" }] };
const response = { id: "r1", object: "response", created_at: 1, status: "completed", model: "m" };

test.each([
  ["a reasoning item without a summary", [{ type: "reasoning", id: "rs1", content: [] }, message]],
  ["a reasoning item whose summary is a text", [{ type: "reasoning", id: "rs1", summary: "Hm." }, message]],
  ["an item of null", [null, message]],
  ["content that is a text", [{ ...message, content: "Hi" }]],
  ["an item of tomorrow", [{ type: "tomorrow", content: [{ text: "x" }] }, message]],
])("a response with %s has its text", async (_name, output) => {
  const plain = createPassingResource({ whole: { ...response, output } });
  const streamed = createPassingResource({
    events: [{ data: { type: "response.completed", response: { ...response, output } } }],
  });

  const whole = await generateText({ model: createResponseModel("M", { responses: plain }), prompt: "Hello" });
  const stream = streamText({ model: createResponseModel("M", { responses: streamed }), prompt: "Hello" });

  expect(whole).toMatchObject({ text: "Hi", finishReason: "stop" });
  expect(await stream.text).toBe("Hi");
});

test.each([
  ["content that is a text", "Hi"],
  ["a block without a type", [{ text: "Hi" }]],
  ["a block of null", [null, { type: "text", text: "Hi", citations: null }]],
  [
    "a block of tomorrow",
    [
      { type: "tomorrow", value: "x" },
      { type: "text", text: "Hi" },
    ],
  ],
])("a message with %s has its text", async (_name, content) => {
  const { text, finishReason } = await askMessage(content);

  expect([text, finishReason]).toEqual(["Hi", "stop"]);
});

test("a message whose start comes late has its text and its end", async () => {
  const { modelAccess } = providerOf([
    namedStream([
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "Hi" } },
      { type: "message_start", message: { id: "msg_1", content: [] } },
      { type: "message_delta", delta: { stop_reason: "end_turn" } },
      { type: "message_stop" },
    ]),
  ]);

  const { text, finishReason } = streamText({ model: modelAccess.messages("M"), prompt: "Hello" });

  expect([await text, await finishReason]).toEqual(["Hi", "stop"]);
});

test("hidden reasoning without its data does not go back, where it would be refused", async () => {
  const { responseMessages } = await askMessage([{ type: "redacted_thinking" }, { type: "text", text: "Hi" }]);

  expect(JSON.stringify(responseMessages)).not.toContain("reasoning");
});

test.each(["constructor", "toString", "__proto__"])(
  "a reason of the end that is named %s is another one",
  async (raw) => {
    const { finishReason } = await generateBy("chat", jsonReply(chatCompletion({ content: "Hi" }, raw)));

    expect(finishReason).toEqual({ unified: "other", raw });
  },
);

describe("a whole reply that calls a tool without a name", () => {
  const nameless = [{ id: "a", type: "function", function: { arguments: "{}" } }];

  test("has its text, and a warning", async () => {
    const { content, warnings } = await generateBy(
      "chat",
      jsonReply(chatCompletion({ content: "Hi", tool_calls: nameless })),
    );

    expect(content).toEqual([{ type: "text", text: "Hi" }]);
    expect(warnings).toEqual([{ type: "other", message: "A tool call without a name is left out." }]);
  });

  test("is an error where it has nothing else", async () => {
    const { modelAccess } = providerOf([jsonReply(chatCompletion({ tool_calls: nameless }))]);

    await expect(modelAccess.chat("M").doGenerate(question)).rejects.toMatchObject({
      message: "The reply calls a tool without a name; make the call again",
      isRetryable: false,
      cause: { mayHaveBeenProcessed: "yes" },
    });
  });
});

test.each([
  ["is none", {}],
  ["has no choices", { choices: null }],
  ["has a choice of null", { choices: [null] }],
  ["has a message of null", { choices: [{ message: null }] }],
  ["has a message without content", { choices: [{ message: { role: "assistant" } }], usage: "none", model: 7 }],
])("a media bot's reply that %s is an error that says what came", async (_name, whole) => {
  const model = createImageModel("Test-Painter", { completions: createPassingResource({ whole }) });

  const making = generateImage({ model, prompt: "A cat.", maxRetries: 0 });

  await expect(making).rejects.toThrow("The reply names no image; it says:");
});

test("a media bot's image is found in a member of its own", async () => {
  const reply = {
    choices: [{ message: { content: "", images: [{ image_url: { url: "https://media.example/a.png" } }] } }],
  };
  const urls: string[] = [];
  const fetch = async (url: string | URL | Request) => {
    urls.push(String(url));
    return new Response(new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10]));
  };
  const model = createImageModel("Test-Painter", { completions: createPassingResource({ whole: reply }), fetch });

  await generateImage({ model, prompt: "A cat." });

  expect(urls).toEqual(["https://media.example/a.png"]);
});
