// Streams and replies that hold what no contract allows: what gateways send, and what nobody should.
import fc from "fast-check";
import { expect, test } from "vitest";
import { type ModelAccess, ModelAccessError, StreamIncompleteError } from "../src/index.js";
import { clientAnswering, examplesOf, request } from "./stub-service.js";
import {
  bot,
  chat,
  clientStreaming,
  type Interface,
  interfaces,
  message,
  namedEvent,
  response,
  streamText,
  transcripts,
} from "./stub-streams.js";

const body = { ...request, max_tokens: 1 };
const input = { model: "m", input: "Hello" };

/** An interface, read as a user of the contract's types reads it. */
interface Reader {
  /** Reads a whole reply; a bot has none. */
  readReply?(client: ModelAccess): Promise<string>;
  /** Reads the events, and gives the text of the loop and that of the whole reply. */
  readStream(client: ModelAccess): Promise<[loop: string, final: string]>;
}

const readers: Record<string, Reader> = {
  createChatCompletion: {
    async readReply(client) {
      const { choices } = await client.chat.completions.create(request);
      for (const { message } of choices) for (const call of message.tool_calls ?? []) call.function.arguments.trim();
      return choices[0]?.message.content?.trim() ?? "";
    },
    async readStream(client) {
      const stream = client.chat.completions.stream(request);
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
      const { content } = await client.messages.create(body);
      return content.map((block) => (block.type === "text" ? block.text.trim() : "")).join("");
    },
    async readStream(client) {
      const stream = client.messages.stream(body);
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
      const { output, output_text } = await client.responses.create(input);
      for (const item of output) {
        if (item.type === "message") for (const part of item.content) if (part.type === "refusal") part.refusal?.trim();
        if (item.type === "reasoning") for (const part of item.summary) if (part.type === "summary_text") continue;
      }
      return output_text.trim();
    },
    async readStream(client) {
      const stream = client.responses.stream(input);
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
      const stream = client.bots.respond({ bot: "b", ...request });
      let text = "";
      for await (const piece of stream) text = piece.is_replace_response ? piece.text : text + piece.text.slice(0);
      return [text, await stream.text()];
    },
  },
};

test.each(transcripts.filter(({ isFailed }) => !isFailed))(
  "reads the events of $name, whatever one of them holds",
  async ({ operationId, stream }) => {
    const { readStream } = readers[operationId] as Reader;
    const originals = await readStream(clientStreaming(stream));
    const lines = stream.split("\n");
    const places = placesIn(lines);

    for (const place of places) {
      const payload = JSON.parse(lines[place]?.slice(6) ?? "");
      for (const [what, mutated] of [
        ...others.map((value) => ["it is no object", value] as const),
        ...mutationsOf(payload),
      ]) {
        // The whole response that some events carry is mutated below, as a reply.
        if (what.startsWith(".response.") && !what.startsWith(".response.output ")) continue;
        const changed = lines.with(place, `data: ${JSON.stringify(mutated)}`).join("\n");
        const came = `${what} in ${lines[place]}`;

        const texts = await readStream(clientStreaming(changed)).catch((error: unknown) => {
          // An end that is not one any longer.
          expect(error, came).toBeInstanceOf(StreamIncompleteError);
          expect(place, came).toBe(places.at(-1));
          return [];
        });

        for (const [index, text] of texts.entries()) {
          expect(text, came).not.toMatch(/\[object|undefined|null|NaN/);
          // At most the text of that event is lost.
          const lost = (originals[index]?.length ?? 0) - text.length;
          expect(lost, came).toBeLessThanOrEqual(lines[place]?.length ?? 0);
        }
      }
    }
  },
);

const replies = interfaces.flatMap(({ operationId }) =>
  examplesOf(operationId, "200").map(([name, reply]) => [name, operationId, reply] as const),
);

test.each(replies)("reads the reply %s, whatever a member of it holds", async (_name, operationId, reply) => {
  for (const [what, mutated] of mutationsOf(reply)) {
    const text = await readers[operationId]?.readReply?.(clientAnswering(mutated)).catch((error: unknown) => {
      // Without the member that makes it a reply it is none; what came is kept.
      expect(error, what).toMatchObject({ name: "ResponseFormatError", partial: mutated });
      return "";
    });

    expect(text, what).not.toMatch(/\[object|undefined|null|NaN/);
  }
});

test.each(interfaces)(
  "ends $operation well or with an error of ours, whatever member of its events is changed",
  async ({ operationId, open }) => {
    const streams = transcripts.flatMap((one) => (one.operationId === operationId ? [one.stream] : []));
    const change = fc.record({
      stream: fc.constantFrom(...streams),
      event: fc.nat(),
      member: fc.nat(),
      replacement: fc.oneof(
        fc.constantFrom(undefined, null, "", 0, -1, 4_000_000_000, 0.5, true, [], {}, [null], "message_stop", "x"),
        fc.jsonValue({ maxDepth: 2 }),
      ),
    });

    await fc.assert(
      fc.asyncProperty(change, async ({ stream, event, member, replacement }) => {
        const lines = stream.split("\n");
        const places = placesIn(lines);
        const place = places[event % places.length] ?? 0;
        const payload: unknown = JSON.parse(lines[place]?.slice(6) ?? "{}");
        const paths = pathsIn(payload);
        lines[place] = `data: ${JSON.stringify(changed(payload, paths[member % paths.length] ?? [], replacement))}`;

        try {
          JSON.stringify(await open(clientStreaming(lines.join("\n"))).final());
        } catch (error) {
          expect(error).toBeInstanceOf(ModelAccessError);
        }
      }),
      { seed: 20261121, numRuns: 200 * Number(process.env.FUZZ_RUNS ?? 1) },
    );
  },
);

// Neither can be made a text or a number: JavaScript throws a TypeError or a RangeError of its own.
const values: [what: string, value: string][] = [
  ["an object that can't be printed", '{"toString":null,"valueOf":null}'],
  ["a list that is too deep", `${"[".repeat(100_000)}"text_delta"${"]".repeat(100_000)}`],
  ["a number", "7"],
  ["a text", '"7"'],
  ["null", "null"],
];

// A stream of each interface that says "Hello" after an event, in which `$` is the place of the value.
const chatStream = (choice: string) =>
  streamText(`{"choices":[${choice}]}`, '{"choices":[{"index":0,"delta":{"content":"Hello"}}]}', "[DONE]");
const messageStream = (name: string, data: string) =>
  namedEvent("message_start", '{"message":{}}') +
  namedEvent(name, data) +
  namedEvent("content_block_delta", '{"index":9,"delta":{"type":"text_delta","text":"Hello"}}') +
  namedEvent("message_stop", "{}");
const item = (text: string) => `{"type":"message","content":[{"type":"output_text","text":${text}}]}`;
const responseStream = (name: string, data: string) =>
  namedEvent(`response.${name}`, data) +
  namedEvent("response.output_item.done", `{"output_index":9,"item":${item('"Hello"')}}`) +
  namedEvent("response.completed", '{"response":{}}');
const botStream = (name: string, data: string) =>
  namedEvent(name, data) + namedEvent("text", '{"text":"Hello"}') + namedEvent("done", "{}");
const inPart = (members: string) => `{"output_index":0,"content_index":0,${members}}`;

const block = '{"type":"text","text":$,"citations":$}';

const places: [place: string, one: Interface, stream: string][] = [
  ["the index of a choice", chat, chatStream('{"index":$,"delta":{}}')],
  ["a choice's reason to end", chat, chatStream('{"index":0,"delta":{},"finish_reason":$}')],
  ["a field of a delta", chat, chatStream('{"index":0,"delta":{"role":$,"refusal":$}}')],
  ["the index and id of a tool call", chat, chatStream('{"index":0,"delta":{"tool_calls":[{"index":$,"id":$}]}}')],
  ["a function's arguments", chat, chatStream('{"delta":{"tool_calls":[{"function":{"name":$,"arguments":$}}]}}')],
  ["log probabilities", chat, chatStream('{"index":0,"delta":{},"logprobs":{"content":$,"refusal":$}}')],
  ["the type of a delta", message, messageStream("content_block_delta", '{"index":0,"delta":{"type":$}}')],
  ["the text of a block", message, messageStream("content_block_start", `{"index":0,"content_block":${block}}`)],
  ["the usage of a message", message, messageStream("message_delta", '{"delta":{"usage":$},"usage":$}')],
  ["the text of a part", response, responseStream("output_item.done", `{"output_index":0,"item":${item("$")}}`)],
  ["a delta beside a whole text", response, responseStream("output_text.done", inPart('"delta":$,"text":"x"'))],
  ["log probabilities of a text", response, responseStream("output_text.done", inPart('"text":"x","logprobs":$'))],
  ["the index of a summary", response, responseStream("output_text.delta", inPart('"summary_index":$,"delta":"x"'))],
  ["an annotation", response, responseStream("output_text.annotation.added", inPart('"annotation":$'))],
  ["the index of a bot's text", bot, botStream("text", '{"text":"","index":$}')],
  ["the tool calls of a bot's text", bot, botStream("text", '{"text":"","tool_calls":$}')],
  ["the attachment and data of a bot's text", bot, botStream("text", '{"text":"","attachment":$,"data":$}')],
  ["the choices of a bot's chunk", bot, botStream("json", '{"choices":[{"delta":{"content":$,"tool_calls":[$]}}]}')],
];

test.each(places.flatMap(([place, ...rest]) => values.map(([what, value]) => [what, place, value, ...rest] as const)))(
  "adds a reply up with %s as %s",
  async (_what, _place, value, { open }, text) => {
    const stream = open(clientStreaming(text.replaceAll("$", () => value)));

    expect(await stream.final()).toBeTypeOf("object");
    expect(await stream.text()).toMatch(/Hello/);
  },
);

/** The lines of a stream that hold a payload. */
function placesIn(lines: string[]): number[] {
  return lines.flatMap((line, index) => (line.startsWith("data: {") ? [index] : []));
}

/** The paths to every member of a JSON value. */
function pathsIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, member]) => pathsIn(member, [...path, name]))];
}

/** The value with another one at the path, or with nothing there. */
function changed(value: unknown, [name, ...rest]: string[], replacement: unknown): unknown {
  if (name === undefined) return replacement;
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  const fields = copy as Record<string, unknown>;
  fields[name] = changed(fields[name], rest, replacement);
  return copy;
}

type Mutation = readonly [what: string, value: unknown];

// What a member of another type may be. A text is not among them for a text: that is what it is.
const others: unknown[] = [null, 7, true, "x", [], {}, [null], { text: "x" }];

/** Every value that differs in one member: missing, null, of another type, named otherwise, or in another order. */
function mutationsOf(value: unknown, path = ""): Mutation[] {
  if (typeof value !== "object" || value === null) return [];
  const fields = Object.entries(value);
  const make = (entries: [string, unknown][]) =>
    Array.isArray(value) ? entries.map(([, member]) => member) : Object.fromEntries(entries);
  return [
    [`${path} in another order`, make(fields.toReversed())],
    ...fields.flatMap(([name, member], index): Mutation[] => {
      const at = `${path}.${name}`;
      return [
        [`${at} missing`, make(fields.toSpliced(index, 1))],
        [`${at} named otherwise`, make(fields.with(index, [`x_${name}`, member]))],
        ...others
          .filter(
            (other) =>
              typeof other !== typeof member || other === null || Array.isArray(other) !== Array.isArray(member),
          )
          .map((other): Mutation => [`${at} is ${JSON.stringify(other)}`, make(fields.with(index, [name, other]))]),
        ...mutationsOf(member, at).map(([what, inner]): Mutation => [what, make(fields.with(index, [name, inner]))]),
      ];
    }),
  ];
}
