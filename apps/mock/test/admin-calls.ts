import { createMock } from "../src/index.js";
import { bearer, json } from "./requests.js";

export const question = { model: "GPT-5.2", messages: [{ role: "user", content: "Hello" }] };
export const stream = { ...question, stream: true };
const admin = { "x-mock-admin": "1" };

/** A mock, its admin API, and a client that asks it. */
export function createAdmin(options = {}) {
  const mock = createMock({ latency: "instant", ...options });
  const call = (method: string, path: string, body?: unknown) =>
    mock.fetch(`http://mock/_mock/api${path}`, {
      method,
      headers: admin,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  // biome-ignore lint/suspicious/noExplicitAny: the document says what comes back, and each test what it expects
  const of = async (method: string, path: string, body?: unknown): Promise<any> =>
    (await call(method, `/sessions/default${path}`, body)).json();
  const ask = (fields: object = question, key = "sk-mock-full", headers: Record<string, string> = {}) => {
    const { headers: type, ...init } = json(fields);
    return mock.fetch("http://mock/v1/chat/completions", {
      ...init,
      headers: { ...(type as Record<string, string>), ...bearer(key), ...headers },
    });
  };
  return { mock, call, of, ask };
}

export const journalOf = async ({ of }: ReturnType<typeof createAdmin>) =>
  (await of("GET", "/journal")).exchanges as unknown as {
    id: string;
    notes: { attempt: number; firstAttempt?: string; verdicts: { code: string; says: string }[]; notices: string[] };
  }[];
