import { operationOf, validateResponseBody } from "@model-access/contract";
import { expect } from "vitest";
import type { createClient } from "./client.js";
import { eventsOf, streamFaults } from "./events.js";

export type Fields = Record<string, unknown>;
export type Dialect = keyof typeof dialects;

const model = "Claude-Haiku-4.5";
const protocol = { version: "1.2", type: "query", user_id: "", conversation_id: "", message_id: "" };
const turns = (text: string, system?: string) => [
  ...(system === undefined ? [] : [{ role: "system", content: system }]),
  { role: "user", content: text },
];

/** A question, and where it is given a system prompt, on each interface that a model speaks through. */
export const dialects = {
  createChatCompletion: {
    path: "/v1/chat/completions",
    body: (text: string, system?: string): Fields => ({ model, messages: turns(text, system) }),
  },
  createMessage: {
    path: "/v1/messages",
    body: (text: string, system?: string): Fields => ({ model, messages: turns(text), system, max_tokens: 4000 }),
  },
  createResponse: {
    path: "/v1/responses",
    body: (input: string, instructions?: string): Fields => ({ model, input, instructions }),
  },
  queryBot: {
    path: `/bot/${model}`,
    body: (text: string, system?: string): Fields => ({ ...protocol, query: turns(text, system) }),
  },
};

export const dialectNames = Object.keys(dialects) as Dialect[];
/** The dialects that answer with JSON too. */
export const plainDialects = dialectNames.slice(0, 3);

type Client = Pick<ReturnType<typeof createClient>, "post">;

/** Asks a question on an interface, with more fields in the body. */
export function ask({ post }: Client, dialect: Dialect, fields: Fields = {}, headers: Record<string, string> = {}) {
  const { path, body } = dialects[dialect];
  return post(path, { ...body("Hello"), ...fields }, headers);
}

/** Returns a plain answer, in which the contract finds nothing wrong. */
export async function askPlain(client: Client, dialect: Dialect, fields: Fields = {}): Promise<Fields> {
  const answer = (await (await ask(client, dialect, fields)).json()) as Fields; // validated on the next line
  expect(validateResponseBody(dialect, 200, "application/json", answer)).toEqual([]);
  return answer;
}

/** The fields by which each dialect streams a whole answer, usage included; the native protocol always streams. */
export const streamFlags: Record<Dialect, Fields> = {
  createChatCompletion: { stream: true, stream_options: { include_usage: true } },
  createMessage: { stream: true },
  createResponse: { stream: true },
  queryBot: {},
};

/** Returns the data of a stream's events, in which the contract finds nothing wrong. */
export async function askStreamed(client: Client, dialect: Dialect, fields: Fields = {}): Promise<Fields[]> {
  const events = eventsOf(await (await ask(client, dialect, { ...fields, ...streamFlags[dialect] })).text());
  expect(streamFaults(operationOf(dialect), events)).toEqual([]);
  const named = events.filter(({ data }) => data !== "[DONE]");
  return named.map(({ event, data }) => ({ ...JSON.parse(data), ...(dialect === "queryBot" && { event }) }));
}

/** Returns the values of a member, wherever it stands, but for null and empty ones. */
export function valuesOf(value: unknown, name: string): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([own, member]) =>
    own === name && member !== null && member !== "" ? [member] : valuesOf(member, name),
  );
}

/** Returns the text of a streamed answer. */
export function textOf(dialect: Dialect, events: Fields[]): string {
  const pieces = {
    createChatCompletion: () => valuesOf(events, "content"),
    createMessage: () =>
      valuesOf(
        events.filter(({ type }) => type === "content_block_delta"),
        "text",
      ),
    createResponse: () =>
      valuesOf(
        events.filter(({ type }) => type === "response.output_text.delta"),
        "delta",
      ),
    queryBot: () => events.flatMap(({ event, text }) => (event === "text" ? [text] : [])),
  };
  return pieces[dialect]().join("");
}
