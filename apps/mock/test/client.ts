import { onTestFinished } from "vitest";
import {
  createMock,
  type Mock,
  type MockOptions,
  type MockServer,
  type ServerOptions,
  startMock,
} from "../src/index.js";
import { bearer } from "./requests.js";

type Init = Omit<RequestInit, "headers"> & { headers?: Record<string, string> };
type Client = ReturnType<typeof clientOf>;

/** The headers that every operation accepts. */
const usual = { ...bearer("sk-mock-full"), "content-type": "application/json", "anthropic-version": "2023-06-01" };

/** Returns the options of a JSON request. A header that is "" is left out. */
export function jsonRequest(body: unknown, headers: Record<string, string> = {}) {
  const sent = Object.entries({ ...usual, ...headers }).filter(([, value]) => value !== "");
  return {
    method: "POST",
    headers: Object.fromEntries(sent),
    body: typeof body === "string" ? body : JSON.stringify(body),
  };
}

/** Returns the calls of a mock, with a key where a test gives no other one. */
export function clientOf(
  { fetch, baseURL = "http://mock" }: Pick<Mock, "fetch"> & { baseURL?: string },
  key = "sk-mock-full",
) {
  const get = (path: string, { headers, ...init }: Init = {}) =>
    fetch(`${baseURL}${path}`, { ...init, headers: { ...bearer(key), ...headers } });
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${baseURL}${path}`, jsonRequest(body, { ...bearer(key), ...headers }));
  /** Calls the admin API. */
  const callAdmin = (method: string, path: string, body?: unknown) =>
    fetch(`${baseURL}/_mock/api${path}`, {
      method,
      headers: { "x-mock-admin": "1" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  /** Calls the admin API on the default session, and returns what it answers. */
  // biome-ignore lint/suspicious/noExplicitAny: the admin API's document says what comes back, and each test what it expects
  const admin = async (method: string, path: string, body?: unknown): Promise<any> => {
    const text = await (await callAdmin(method, `/sessions/default${path}`, body)).text();
    return text === "" ? undefined : JSON.parse(text);
  };
  /** Returns the exchanges of the journal. */
  const journal = async (): Promise<JournalEntry[]> => (await admin("GET", "/journal")).exchanges;
  return {
    fetch,
    get,
    post,
    admin,
    callAdmin,
    journal,
    /** Asks for a chat completion. */
    chat: (fields: object = {}, headers?: Record<string, string>) =>
      post(
        "/v1/chat/completions",
        { model: "GPT-5.2", messages: [{ role: "user", content: "Hello" }], ...fields },
        headers,
      ),
    /** Returns the notices of each exchange in the journal. */
    notices: async () => (await journal()).map(({ notes }) => notes.notices),
  };
}

export interface JournalEntry {
  request: { target: string };
  notes: { attempt: number; firstAttempt?: string; verdicts: { code: string; says: string }[]; notices: string[] };
}

/** Starts a mock without a port and returns a client of it. */
export const createClient = (options: MockOptions = {}): Client =>
  clientOf(createMock({ latency: "instant", ...options }));

/** Starts a mock on a port, which is closed after the test, and returns it as a client. */
export async function startClient(options: ServerOptions = {}): Promise<MockServer & Client> {
  const server = await startMock({ latency: "instant", ...options });
  onTestFinished(() => server.close());
  return { ...server, ...clientOf({ fetch, baseURL: server.baseURL }) };
}

/** Returns the text of a model's reply to a prompt, as a chat completion. */
export async function say(
  { chat }: Pick<Client, "chat">,
  content: string,
  { system, ...fields }: { system?: string; [field: string]: unknown } = {},
): Promise<string> {
  const instructions = system === undefined ? [] : [{ role: "system", content: system }];
  const answer = await chat({ messages: [...instructions, { role: "user", content }], ...fields });
  const { choices } = (await answer.json()) as { choices: { message: { content: string | null } }[] }; // others validate it
  return choices[0]?.message.content ?? "";
}
