// Recordings with one member missing, null, of another type, in another order or named otherwise: what gateways send.
import { expect, test } from "vitest";
import { createBots } from "../src/bots/index.js";
import { createChatCompletions } from "../src/chat/index.js";
import type { Client } from "../src/client.js";
import { StreamIncompleteError } from "../src/index.js";
import { createMessages } from "../src/messages/index.js";
import { createResponses } from "../src/responses/index.js";
import { mutationsOf } from "./mutations.js";
import { bareClientAnswering, bareClientStreaming } from "./stub-client.js";
import { examplesOf, failureOf } from "./stub-service.js";
import { streamText, wireForms } from "./stub-streams.js";

const [whole] = wireForms as [(typeof wireForms)[number]];
const messages = [{ role: "user" as const, content: "Hello" }];

/** An interface, read as a user of the contract's types reads it. */
interface Interface {
  /** Reads a whole reply; a bot has none. */
  readReply?(client: Client): Promise<string>;
  /** Reads the events, and gives the text of the loop and that of the whole reply. */
  readStream(client: Client): Promise<[loop: string, final: string]>;
}

const interfaces: Record<string, Interface> = {
  createChatCompletion: {
    async readReply(client) {
      const { choices } = await createChatCompletions(client).create({ model: "m", messages });
      for (const { message } of choices) for (const call of message.tool_calls ?? []) call.function.arguments.trim();
      return choices[0]?.message.content?.trim() ?? "";
    },
    async readStream(client) {
      const stream = createChatCompletions(client).stream({ model: "m", messages });
      let text = "";
      for await (const chunk of stream) {
        text += chunk.choices[0]?.delta.content ?? "";
        for (const { delta } of chunk.choices) text += delta.content?.slice(0, 0) ?? "";
      }
      const { choices } = await stream.final();
      for (const { message } of choices) for (const call of message.tool_calls ?? []) call.function.arguments.trim();
      return [text, choices[0]?.message.content ?? ""];
    },
  },
  createMessage: {
    async readReply(client) {
      const { content } = await createMessages(client).create({ model: "m", max_tokens: 1, messages });
      return content.map((block) => (block.type === "text" ? block.text.trim() : "")).join("");
    },
    async readStream(client) {
      const stream = createMessages(client).stream({ model: "m", max_tokens: 1, messages });
      let text = "";
      for await (const event of stream) {
        if (event.type === "content_block_delta" && event.delta.type === "text_delta") text += event.delta.text.trim();
        if (event.type === "content_block_start") text += event.content_block.type === "text" ? "" : "";
        if (event.type === "message_start") text += event.message.content ? "" : "";
      }
      return [text, await stream.text()];
    },
  },
  createResponse: {
    async readReply(client) {
      const { output, output_text } = await createResponses(client).create({ model: "m", input: "Hello" });
      for (const item of output) {
        if (item.type === "message") for (const part of item.content) if (part.type === "refusal") part.refusal?.trim();
        if (item.type === "reasoning") for (const part of item.summary) if (part.type === "summary_text") continue;
      }
      return output_text.trim();
    },
    async readStream(client) {
      const stream = createResponses(client).stream({ model: "m", input: "Hello" });
      let text = "";
      for await (const event of stream) {
        if (event.type === "response.output_text.delta") text += event.delta.slice(0);
        if (event.type === "response.created") text += event.response.status ? "" : "";
      }
      return [text, (await stream.final()).output_text.slice(0)];
    },
  },
  queryBot: {
    async readStream(client) {
      const stream = createBots(client).respond({ bot: "b", messages });
      let text = "";
      for await (const piece of stream) text = piece.is_replace_response ? piece.text : text + piece.text.slice(0);
      return [text, await stream.text()];
    },
  },
};

const streams = Object.keys(interfaces).flatMap((operationId) =>
  examplesOf(operationId, "200", "text/event-stream")
    .map(([name, text]) => [name, operationId, String(text)] as const)
    .filter(([, , text]) => !/^event: error|"error":\{/m.test(text)),
);

test.each(streams)("reads the events of %s, whatever one of them holds", async (_name, operationId, transcript) => {
  const { readStream } = interfaces[operationId] as Interface;
  const originals = await readStream(bareClientStreaming(transcript, whole));
  const lines = transcript.split("\n");
  const places = lines.flatMap((line, index) => (line.startsWith("data: {") ? [index] : []));

  for (const place of places) {
    for (const [what, mutated] of mutationsOf(JSON.parse(lines[place]?.slice(6) ?? ""))) {
      // The whole response that some events carry is mutated below, as a reply.
      if (what.startsWith(".response.") && !what.startsWith(".response.output ")) continue;
      const changed = lines.with(place, `data: ${JSON.stringify(mutated)}`).join("\n");
      const came = `${what} in ${lines[place]}`;

      const texts = await readStream(bareClientStreaming(changed, whole)).catch((error: unknown) => {
        // An end that is not one any longer.
        expect(error, came).toBeInstanceOf(StreamIncompleteError);
        expect(place, came).toBe(places.at(-1));
        return [];
      });

      for (const [index, text] of texts.entries()) {
        expect(text, came).not.toMatch(/\[object|undefined|null|NaN/);
        // At most the text of that event is lost.
        expect(text.length, came).toBeGreaterThanOrEqual((originals[index]?.length ?? 0) - (lines[place]?.length ?? 0));
      }
    }
  }
});

const replies = Object.keys(interfaces).flatMap((operationId) =>
  examplesOf(operationId, "200").map(([name, reply]) => [name, operationId, reply] as const),
);

test.each(replies)("reads the reply %s, whatever a member of it holds", async (_name, operationId, reply) => {
  const { readReply } = interfaces[operationId] as Interface;

  for (const [what, mutated] of mutationsOf(reply)) {
    const text = await readReply?.(bareClientAnswering(mutated)).catch((error: unknown) => {
      // Without the member that makes it a reply it is none; what came is kept.
      expect(error, what).toMatchObject({ name: "ResponseFormatError", partial: mutated });
      return "";
    });

    expect(text, what).not.toMatch(/\[object|undefined|null|NaN/);
  }
});

test("reads the note of a content filter after the last chunk", async () => {
  const chunk = { id: "c1", object: "chat.completion.chunk", created: 1, model: "m" };
  const note = {
    id: "",
    object: "",
    created: 0,
    model: "",
    choices: [{ index: 0, finish_reason: null, content_filter_results: {} }],
  };
  const said = { ...chunk, choices: [{ index: 0, delta: { role: "assistant", content: "Hi" }, finish_reason: null }] };
  const last = { ...chunk, choices: [{ index: 0, delta: null, finish_reason: "stop" }] };
  const client = bareClientStreaming(streamText(said, last, note, "[DONE]"), whole);

  const stream = createChatCompletions(client).stream({ model: "m", messages });
  const seen: unknown[] = [];
  for await (const event of stream) seen.push(event.choices[0]?.delta.content ?? "", JSON.stringify(event));

  expect(seen).toEqual([
    "Hi",
    JSON.stringify(said),
    "",
    JSON.stringify({ ...last, choices: [{ index: 0, finish_reason: "stop" }] }),
    "",
    JSON.stringify(note),
  ]);
  expect((await stream.final()).choices[0]).toMatchObject({ message: { content: "Hi" }, finish_reason: "stop" });
});

test.each([
  ["a list of parts", [{ type: "text", text: "Se" }, { type: "thinking", thinking: "?" }, "ven"], "Seven"],
  ["an object with a text", { text: "Seven" }, "Seven"],
  ["a number", 7, "7"],
  ["an object without a text", { image: "…" }, ""],
])("gives the text of a content that is %s, and keeps what came", async (_what, content, text) => {
  const chunk = { object: "chat.completion.chunk", choices: [{ index: 0, delta: { content } }] };

  const stream = createChatCompletions(bareClientStreaming(streamText(chunk, "[DONE]"), whole)).stream({
    model: "m",
    messages,
  });
  const reply = createChatCompletions(bareClientAnswering({ choices: [{ message: { content } }] }));
  const { choices } = await reply.create({ model: "m", messages });

  expect((await stream.final()).choices[0]?.message).toMatchObject({ content: text, content_parts: content });
  expect(choices[0]?.message).toMatchObject({ content: text, content_parts: content });
});

test("keeps the usage of a chunk that has no choices", async () => {
  const chunk = { object: "chat.completion.chunk", choices: [{ index: 0, delta: { content: "Hi" } }] };
  const usage = { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 };
  const client = bareClientStreaming(streamText(chunk, { usage }, "[DONE]"), whole);

  expect(await createChatCompletions(client).stream({ model: "m", messages }).final()).toMatchObject({ usage });
});

test("gives the arguments of a tool call as JSON where they came as an object", async () => {
  const call = { id: "t1", type: "function", function: { name: "weather", arguments: { city: "Lisbon" } } };
  const chunk = {
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta: { tool_calls: [{ index: 0, ...call }] } }],
  };
  const client = bareClientStreaming(streamText(chunk, "[DONE]"), whole);
  const reply = bareClientAnswering({ choices: [{ message: { content: null, tool_calls: [call] } }] });

  const streamed = await createChatCompletions(client).stream({ model: "m", messages }).final();
  const answered = await createChatCompletions(reply).create({ model: "m", messages });

  for (const { choices } of [streamed, answered]) {
    expect(choices[0]?.message.tool_calls?.[0]?.function.arguments).toBe('{"city":"Lisbon"}');
  }
});

test("keeps a message that is none in the error", async () => {
  const reply = { type: "message", role: "assistant", content: "Hi" };

  const failure = await failureOf(
    createMessages(bareClientAnswering(reply)).create({ model: "m", max_tokens: 1, messages }),
  );

  expect(failure).toMatchObject({ name: "ResponseFormatError", partial: reply });
});

test("reads a response whose reasoning has no summary", async () => {
  const output = [
    { type: "reasoning", id: "rs1", content: [] },
    { type: "message", content: "Hi" },
  ];

  const response = await createResponses(bareClientAnswering({ output })).create({ model: "m", input: "Hello" });

  const [reasoning] = response.output;
  expect(reasoning?.type === "reasoning" && reasoning.summary).toEqual([]);
  expect(response.output_text).toBe("Hi");
});
