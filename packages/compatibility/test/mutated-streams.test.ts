// Streams with one member missing, null or of another type, as gateways send them: the SDK reads at least as much of them as
// the official clients.
import Anthropic from "@anthropic-ai/sdk";
import { operations } from "@model-access/contract";
import { ModelAccess } from "@model-access/sdk";
import OpenAI from "openai";
import { expect, test } from "vitest";

type Fetch = () => Promise<Response>;
type Read = (fetch: Fetch) => Promise<string>;

const messages = [{ role: "user" as const, content: "Hello" }];
const settings = { apiKey: "sk-test", maxRetries: 0 };
const openai = (fetch: Fetch) => new OpenAI({ ...settings, baseURL: "https://api.example/v1", fetch });
const anthropic = (fetch: Fetch) => new Anthropic({ ...settings, baseURL: "https://api.example", fetch });
const ours = (fetch: Fetch) => new ModelAccess({ ...settings, baseURL: "https://api.example", fetch });

/** Returns the text that a careful program reads before the stream fails. */
async function readText<Event>(
  events: AsyncIterable<Event> | Promise<AsyncIterable<Event>>,
  pieceOf: (event: Event) => unknown,
): Promise<string> {
  let text = "";
  try {
    for await (const event of await events) {
      const piece = pieceOf(event);
      if (typeof piece === "string") text += piece;
    }
  } catch {
    // The text up to here counts.
  }
  return text;
}

const interfaces: [operationId: string, theirs: Read, ours: Read][] = [
  [
    "createChatCompletion",
    (fetch) =>
      readText(
        openai(fetch).chat.completions.create({ model: "m", messages, stream: true }),
        (chunk) => chunk.choices?.[0]?.delta?.content,
      ),
    (fetch) =>
      readText(
        ours(fetch).chat.completions.stream({ model: "m", messages }),
        (chunk) => chunk.choices[0]?.delta.content,
      ),
  ],
  [
    "createMessage",
    (fetch) =>
      readText(anthropic(fetch).messages.create({ model: "m", max_tokens: 1, messages, stream: true }), (event) =>
        event.type === "content_block_delta" && event.delta?.type === "text_delta" ? event.delta.text : "",
      ),
    (fetch) =>
      readText(ours(fetch).messages.stream({ model: "m", max_tokens: 1, messages }), (event) =>
        event.type === "content_block_delta" && event.delta.type === "text_delta" ? event.delta.text : "",
      ),
  ],
  [
    "createResponse",
    (fetch) =>
      readText(openai(fetch).responses.create({ model: "m", input: "Hello", stream: true }), (event) =>
        event.type === "response.output_text.delta" ? event.delta : "",
      ),
    (fetch) =>
      readText(ours(fetch).responses.stream({ model: "m", input: "Hello" }), (event) =>
        event.type === "response.output_text.delta" ? event.delta : "",
      ),
  ],
];

const transcripts = interfaces.flatMap(([operationId, theirs, own]) => {
  const examples = operations[operationId]?.responses["200"]?.mediaTypes["text/event-stream"]?.examples ?? {};
  return Object.entries(examples).map(([name, { value }]) => [name, String(value), theirs, own] as const);
});

test.each(transcripts)("the SDK reads at least as much of a changed %s as the official client", async (...row) => {
  const [, transcript, theirs, own] = row;
  const lines = transcript.split("\n");
  const places = lines.flatMap((line, index) => (line.startsWith("data: {") ? [index] : []));

  for (const place of places) {
    for (const [what, changed] of listChanges(JSON.parse(lines[place]?.slice(6) ?? ""))) {
      // Skips whole responses in events: they are not read as text.
      if (what.startsWith(".response.")) continue;
      const text = lines.with(place, `data: ${JSON.stringify(changed)}`).join("\n");
      const fetch = async () => new Response(text, { headers: { "content-type": "text/event-stream" } });

      const [expected, read] = await Promise.all([theirs(fetch), own(fetch)]);

      expect(read.length, `${what} in ${lines[place]}`).toBeGreaterThanOrEqual(expected.length);
    }
  }
});

/** Returns the value with each of its members missing, null or of another type. */
function listChanges(value: unknown, path = ""): [what: string, changed: unknown][] {
  if (typeof value !== "object" || value === null) return [];
  const fields = Object.entries(value);
  const make = (entries: [string, unknown][]) =>
    Array.isArray(value) ? entries.map(([, member]) => member) : Object.fromEntries(entries);
  return fields.flatMap(([name, member], index) => {
    const at = `${path}.${name}`;
    const others = [null, {}, typeof member === "string" ? 7 : "x"];
    return [
      [`${at} missing`, make(fields.toSpliced(index, 1))] as [string, unknown],
      ...others.map((other): [string, unknown] => [
        `${at} is ${JSON.stringify(other)}`,
        make(fields.with(index, [name, other])),
      ]),
      ...listChanges(member, at).map(([what, inner]): [string, unknown] => [
        what,
        make(fields.with(index, [name, inner])),
      ]),
    ];
  });
}
