import { createMock, type MockOptions } from "../src/index.js";
import { bearer } from "./requests.js";

type Init = Omit<RequestInit, "headers"> & { headers?: Record<string, string> };

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

/** Starts a mock without a port and returns a client of it. */
export function createClient(options: MockOptions = {}) {
  const { fetch } = createMock({ latency: "instant", ...options });
  const get = (path: string, { headers, ...init }: Init = {}) =>
    fetch(`http://mock${path}`, { ...init, headers: { ...bearer("sk-mock-full"), ...headers } });
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`http://mock${path}`, jsonRequest(body, headers));
  // biome-ignore lint/suspicious/noExplicitAny: the admin API's document says what comes back, and each test what it expects
  const admin = async (method: string, path: string, body?: unknown): Promise<any> => {
    const init = {
      method,
      headers: { "x-mock-admin": "1" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    const text = await (await fetch(`http://mock/_mock/api/sessions/default${path}`, init)).text();
    return text === "" ? undefined : JSON.parse(text);
  };
  return {
    fetch,
    get,
    post,
    admin,
    /** Asks for a chat completion. */
    chat: (fields: object = {}, headers?: Record<string, string>) =>
      post(
        "/v1/chat/completions",
        { model: "GPT-5.2", messages: [{ role: "user", content: "Hello" }], ...fields },
        headers,
      ),
    /** Returns the notices of each exchange in the journal. */
    notices: async (): Promise<string[][]> =>
      (await admin("GET", "/journal")).exchanges.map(({ notes }: { notes: { notices: string[] } }) => notes.notices),
  };
}

/** Returns the text of a model's reply to a prompt, as a chat completion. */
export async function say(
  { chat }: Pick<ReturnType<typeof createClient>, "chat">,
  content: string,
  { system, ...fields }: { system?: string; [field: string]: unknown } = {},
): Promise<string> {
  const instructions = system === undefined ? [] : [{ role: "system", content: system }];
  const answer = await chat({ messages: [...instructions, { role: "user", content }], ...fields });
  const { choices } = (await answer.json()) as { choices: { message: { content: string | null } }[] }; // others validate it
  return choices[0]?.message.content ?? "";
}
