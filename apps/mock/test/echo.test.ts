import { expect, test } from "vitest";
import { createMock } from "../src/index.js";
import { eventsOf } from "./events.js";
import { bearer, json } from "./requests.js";
import { say, seeds } from "./said.js";

const passage = `First line,  with two blanks and a tab:\there

  an indented line <b>a & b</b> &amp; "double", 'single' and \`code\`
- **bold** | a table | # no heading
Übergröße 東京 🙂 \\n {"json": [1, 2]}


the last line.`;

const long = Array.from({ length: 2000 }, (_, at) => (at % 40 === 39 ? "\n" : String.fromCodePoint(97 + (at % 26))))
  .join("")
  .trim();

test.each([
  ["several lines", passage],
  ["up to 2 000 letters", long],
  ["markup", "<b>a & b</b>"],
  ["quotes", "\"He said 'no'\""],
  ["a word that asks for something else", "Write a JSON table of three rivers in French"],
  ["a question", "What is 2 + 2?"],
])("“Reply with exactly this:” gets %s letter by letter", async (_, text) => {
  for (const seed of seeds) {
    expect(await say(`Reply with exactly this: ${text}`, {}, seed)).toBe(text);
    expect(await say(`Please repeat the following text word for word:\n\n${text}\n\n`, {}, seed)).toBe(text);
  }
});

test("blank lines at the ends are no part of an echo, an indent is", async () => {
  expect(await say("Reply with exactly this:\n \n\n  one\n\n  two\n\n  ")).toBe("  one\n\n  two");
});

test.each([
  ['Say "hello"', "hello"],
  ['Reply with exactly: "pong"', "pong"],
  ["Repeat after me: one two three", "one two three"],
  ["Reply exactly: a, b and c", "a, b and c"],
  ["Say nothing but pong", "pong"],
  ["reply with just OK", "OK"],
  ["Reply with only the word pong.", "pong"],
])("shorter words for an echo are understood: %s", async (prompt, answer) => {
  expect(await say(prompt)).toBe(answer);
});

test.each([
  "Repeat the following steps until the dough is soft",
  "Answer this: why is the sea salty?",
  "Write the following email: I am ill today",
])("what is no echo gets an answer of its own: %s", async (prompt) => {
  expect(await say(prompt)).not.toBe(prompt.replace(/^.*: ?/, ""));
});

const { fetch } = createMock({ latency: "instant" });

const headers = { ...bearer("sk-mock-full"), "content-type": "application/json", "anthropic-version": "2023-06-01" };

async function post(path: string, body: object): Promise<Response> {
  const response = await fetch(`http://mock${path}`, { ...json(body), headers });
  expect(response.status).toBe(200);
  return response;
}

/** The streamed events of an answer, as data. */
async function streamed(path: string, body: object): Promise<Record<string, unknown>[]> {
  const events = eventsOf(await (await post(path, { ...body, stream: true })).text());
  return events.filter(({ data }) => data.startsWith("{")).map(({ data }) => JSON.parse(data));
}

const parts = ["Reply with exactly this:", "one <b>a & b</b>", "", "  two"];
const joined = "one <b>a & b</b>\n\n  two";
const whole = `Reply with exactly this: ${passage}`;

test.each([
  ["a text", whole, passage],
  ["parts", parts.map((text) => ({ type: "text", text })), joined],
])("a chat completion echoes %s, streamed and plain", async (_, content, answer) => {
  const body = { model: "GPT-5.2", messages: [{ role: "user", content }] };

  const plain = await (await post("/v1/chat/completions", body)).json();
  const chunks = await streamed("/v1/chat/completions", body);

  expect(plain).toMatchObject({ choices: [{ message: { content: answer } }] });
  const deltas = chunks.flatMap(({ choices }) => choices as { delta?: { content?: string } }[]);
  expect(deltas.map(({ delta }) => delta?.content ?? "").join("")).toBe(answer);
});

test.each([
  ["a text", whole, passage],
  ["parts", parts.filter(Boolean).map((text) => ({ type: "text", text })), joined.replace("\n\n", "\n")],
])("a message echoes %s, streamed and plain", async (_, content, answer) => {
  const body = { model: "Claude-Haiku-4.5", max_tokens: 4000, messages: [{ role: "user", content }] };

  const plain = await (await post("/v1/messages", body)).json();
  const events = await streamed("/v1/messages", body);

  expect(plain).toMatchObject({ content: [{ type: "text", text: answer }] });
  expect(events.map(({ delta }) => (delta as { text?: string } | undefined)?.text ?? "").join("")).toBe(answer);
});

test.each([
  ["a text", whole, passage],
  ["parts", [{ role: "user", content: parts.map((text) => ({ type: "input_text", text })) }], joined],
])("a response echoes %s, streamed and plain", async (_, input, answer) => {
  const body = { model: "GPT-5.2", input };

  const plain = await (await post("/v1/responses", body)).json();
  const events = await streamed("/v1/responses", body);

  expect(plain).toMatchObject({ output: [{ content: [{ text: answer }] }] });
  const deltas = events.filter(({ type }) => type === "response.output_text.delta");
  expect(deltas.map(({ delta }) => delta).join("")).toBe(answer);
});

test("a bot echoes a text", async () => {
  const query = [{ role: "user", content: whole }];
  const body = { version: "1.2", type: "query", user_id: "", conversation_id: "", message_id: "", query };

  const events = eventsOf(await (await post("/bot/GPT-5.2", body)).text());

  const texts = events.filter(({ event }) => event === "text").map(({ data }) => JSON.parse(data).text as string);
  expect(texts.join("")).toBe(passage);
});
