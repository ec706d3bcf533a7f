import { randomUUID } from "node:crypto";
import type { Column } from "../markdown.ts";
import { measureInTurn, type Row } from "../measure-in-turn.ts";
import { type Server, startServer } from "../node-process.ts";
import { mockSubject } from "./subjects.ts";

const message = '{"role":"user","content":"a"}';
const createChatBody = (messages: string) => Buffer.from(`{"model":"GPT-5.2","messages":[${messages}]}`);

/** The slowest bodies up to each of the mock's limits. */
const bodies: { name: string; status: number; createBody(): Buffer }[] = [
  {
    name: "messages, as many as it takes (0.6 MB)",
    status: 200,
    createBody: () => createChatBody(Array(19_300).fill(message).join()),
  },
  // Schemas of up to 100 000 characters are accepted; compiling one can't be interrupted.
  {
    name: "a schema as long as one may be (0.1 MB)",
    status: 200,
    createBody: () => Buffer.from(JSON.stringify(schemaRequest())),
  },
  {
    name: "numbers instead of messages (15 MB)",
    status: 413,
    createBody: () => createChatBody(Array(7_500_000).fill(1).join()),
  },
  {
    name: "one message of text, up to the limit (16 MB)",
    status: 200,
    createBody: () => createChatBody(message.replace("a", "word ".repeat(3_300_000))),
  },
];

function schemaRequest() {
  const member = { type: "string", minLength: 1, maxLength: 9 };
  const members = Array.from({ length: 1850 }, (_, index) => [`m${1000 + index}`, member]);
  const schema = { type: "object", properties: Object.fromEntries(members) };
  const messages = [{ role: "user", content: "Fill it in." }];
  return {
    model: "GPT-5.2",
    messages,
    response_format: { type: "json_schema", json_schema: { name: "form", schema } },
  };
}

export const bodyColumns: Column[] = [{ title: "slowest answer of another session", unit: "ms" }];

/** Measures how long a session waits for its answers while another one sends a heavy body, up to the mock's limit. */
export function measureBodies(isQuick: boolean): Promise<Row[]> {
  return measureInTurn(
    bodies.slice(0, isQuick ? 1 : undefined).map(({ name, status, createBody }) => ({
      name,
      start: () => startServer(mockSubject),
      warmUp: ({ baseURL }: Server) => slowestAnswer(baseURL, createChatBody(message), 200), // loads the handlers
      measure: async ({ baseURL }: Server) => ({
        "slowest answer of another session": await slowestAnswer(baseURL, createBody(), status),
      }),
    })),
    { rounds: isQuick ? 1 : 5 },
  );
}

/** Sends requests in one session, one after the other, until another session's body is answered. */
async function slowestAnswer(baseURL: string, body: Buffer, status: number): Promise<number> {
  const authorization = "Bearer sk-mock-full";
  let isOver = false;
  async function sendBody() {
    // Each body has its own session, with enough points.
    const headers = { authorization, "content-type": "application/json", "x-mock-session": randomUUID() };
    const request = { method: "POST", headers, body: new Uint8Array(body) };
    const response = await fetch(`${baseURL}/v1/chat/completions`, request);
    await response.arrayBuffer();
    if (response.status !== status) throw new Error(`The mock answered ${response.status}; expected ${status}.`);
  }
  async function askMeanwhile() {
    let slowestMs = 0;
    while (!isOver) {
      const startMs = performance.now();
      const headers = { authorization, "x-mock-session": "other" };
      await (await fetch(`${baseURL}/v1/models`, { headers })).arrayBuffer();
      slowestMs = Math.max(slowestMs, performance.now() - startMs);
    }
    return slowestMs;
  }
  const sent = sendBody().finally(() => {
    isOver = true;
  });
  const [slowestMs] = await Promise.all([askMeanwhile(), sent]);
  return slowestMs;
}
