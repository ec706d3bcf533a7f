import { randomUUID } from "node:crypto";
import type { Column } from "../markdown.ts";
import { measureInTurn, type Row } from "../measure-in-turn.ts";
import { type Server, startServer } from "../node-process.ts";
import { mockSubject } from "./subjects.ts";

const megabyte = 1_000_000;
const message = '{"role":"user","content":"a"}';
const slowest = "slowest answer of another session";

export const heavyColumns: Column[] = [
  { title: "size", unit: "MB" },
  { title: "answered with" },
  { title: slowest, unit: "ms" },
];

/** Measures how long a session waits for its answers while another one sends a heavy body, up to the mock's limit. */
export function measureHeavyBodies(isQuick: boolean): Promise<Row[]> {
  return measureInTurn(
    Object.entries(isQuick ? smallBodies : { ...smallBodies, ...largeBodies }).map(([name, createBody]) => ({
      name,
      start: () => startServer(mockSubject),
      warmUp: ({ baseURL }: Server) => slowestAnswer(baseURL, chatOf(message)), // so that what answers is loaded
      async measure({ baseURL }: Server) {
        const body = createBody();
        const { status, slowestMs } = await slowestAnswer(baseURL, body);
        return { size: body.length / megabyte, "answered with": status, [slowest]: slowestMs };
      },
    })),
    { rounds: isQuick ? 1 : 5 },
  );
}

const chatOf = (messages: string) => Buffer.from(`{"model":"GPT-5.2","messages":[${messages}]}`);
const filled = (item: string, bytes: number) => chatOf(`${item},`.repeat(bytes / (item.length + 1)).slice(0, -1));

const smallBodies: Record<string, () => Buffer> = {
  "messages, as many as it takes": () => filled(message, 0.58 * megabyte),
  /** Up to 100 000 characters of a schema are accepted; compiling it can't be interrupted. */
  "a schema as long as one may be": () => {
    const member = { type: "string", minLength: 1, maxLength: 9 };
    const count = Math.floor(99_900 / JSON.stringify({ m1000: member }).length);
    const members = Array.from({ length: count }, (_, index) => [`m${1000 + index}`, member]);
    const schema = { type: "object", properties: Object.fromEntries(members) };
    const format = { type: "json_schema", json_schema: { name: "form", schema } };
    const messages = [{ role: "user", content: "Fill it in." }];
    return Buffer.from(JSON.stringify({ model: "GPT-5.2", messages, response_format: format }));
  },
};

const largeBodies: Record<string, () => Buffer> = {
  "numbers instead of messages": () => filled("1", 20 * megabyte),
  "one message of text, up to the limit": () =>
    chatOf(`{"role":"user","content":"${"word ".repeat((67 * megabyte) / 5)}"}`),
};

/** Asks in one session, one request after the other, as long as the body of another session has no answer. */
async function slowestAnswer(baseURL: string, body: Buffer): Promise<{ status: number; slowestMs: number }> {
  const authorization = "Bearer sk-mock-full";
  let isOver = false;
  let slowestMs = 0;
  const sent = fetch(`${baseURL}/v1/chat/completions`, {
    method: "POST",
    // Each body has a session of its own, so that it finds enough points.
    headers: { authorization, "content-type": "application/json", "x-mock-session": randomUUID() },
    body: new Uint8Array(body),
  }).then(async (response) => {
    await response.arrayBuffer();
    return response.status;
  });
  const ended = sent.finally(() => {
    isOver = true;
  });
  ended.catch(() => undefined); // `sent` tells it below
  while (!isOver) {
    const startMs = performance.now();
    const headers = { authorization, "x-mock-session": "other" };
    await (await fetch(`${baseURL}/v1/models`, { headers })).arrayBuffer();
    slowestMs = Math.max(slowestMs, performance.now() - startMs);
  }
  return { status: await sent, slowestMs };
}
