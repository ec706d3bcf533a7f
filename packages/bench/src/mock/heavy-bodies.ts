import { randomUUID } from "node:crypto";
import { spread, table } from "../markdown.ts";
import { startServer } from "../server.ts";
import { mockSubject } from "./subjects.ts";

const megabyte = 1_000_000;
const message = '{"role":"user","content":"a"}';

/** The slowest answer of one session while a body of another one is judged. */
export interface DelayMeasurement {
  body: string;
  megabytes: number;
  /** Status of the answer to the body. */
  status: number;
  /** One value a round. */
  slowestMs: number[];
}

/** Measures how long a session waits for its answers while another one sends a heavy body, up to the mock's limit. */
export async function measureDelays(isQuick: boolean): Promise<DelayMeasurement[]> {
  await using server = await startServer(mockSubject);
  await slowestAnswer(server.baseURL, chatOf(message)); // so that what answers is loaded
  const measured: DelayMeasurement[] = [];
  for (const { name, body } of heavyBodies().filter(({ body }) => !isQuick || body.length < megabyte)) {
    const row: DelayMeasurement = { body: name, megabytes: body.length / megabyte, status: 0, slowestMs: [] };
    for (let round = 0; round < (isQuick ? 1 : 5); round += 1) {
      const { status, slowestMs } = await slowestAnswer(server.baseURL, body);
      row.slowestMs.push(slowestMs);
      row.status = status;
    }
    measured.push(row);
  }
  return measured;
}

export function delaysMarkdown(measured: readonly DelayMeasurement[]): string {
  return `### While a heavy body is judged

The slowest answer of a session that asks all the while, in the same process as another session's heavy body: median of the rounds (lowest to highest).

${table(
  ["body", "size", "answered with", "slowest answer of another session"],
  measured.map(({ body, megabytes, status, slowestMs }) => [
    body,
    `${megabytes.toFixed(1)} MB`,
    String(status),
    spread(slowestMs, { digits: 0, unit: "ms" }),
  ]),
)}
`;
}

function heavyBodies(): { name: string; body: Buffer }[] {
  const filled = (item: string, bytes: number) => `${item},`.repeat(bytes / (item.length + 1)).slice(0, -1);
  const text = (bytes: number) => chatOf(`{"role":"user","content":"${"word ".repeat(bytes / 5)}"}`);
  return [
    { name: "messages, as many as it takes", body: chatOf(filled(message, 0.58 * megabyte)) },
    { name: "messages, too many", body: chatOf(filled(message, 20 * megabyte)) },
    { name: "numbers instead of messages", body: chatOf(filled("1", 20 * megabyte)) },
    { name: "one message of text", body: text(20 * megabyte) },
    { name: "one message of text, up to the limit", body: text(67 * megabyte) },
    { name: "a schema as long as one may be", body: schemaBody() },
  ];
}

/** So many characters of a schema are accepted; compiling it can't be interrupted. */
const mostSchema = 100_000;

function schemaBody(): Buffer {
  const schema = { type: "object", properties: {} as Record<string, unknown> };
  const member = { type: "string", minLength: 1, maxLength: 9 };
  const count = Math.floor((mostSchema - 100) / JSON.stringify({ m1000: member }).length);
  for (let index = 0; index < count; index += 1) schema.properties[`m${1000 + index}`] = member;
  const format = { type: "json_schema", json_schema: { name: "form", schema } };
  const messages = [{ role: "user", content: "Fill it in." }];
  return Buffer.from(JSON.stringify({ model: "GPT-5.2", messages, response_format: format }));
}

const chatOf = (messages: string) => Buffer.from(`{"model":"GPT-5.2","messages":[${messages}]}`);

/** Asks in one session, one request after the other, as long as the body of another session has no answer. */
async function slowestAnswer(baseURL: string, body: Buffer): Promise<{ status: number; slowestMs: number }> {
  const headers = { authorization: "Bearer sk-mock-full" };
  let isOver = false;
  const sendBody = async () => {
    const response = await fetch(`${baseURL}/v1/chat/completions`, {
      method: "POST",
      // Each body has a session of its own, so that it finds enough points.
      headers: { ...headers, "content-type": "application/json", "x-mock-session": randomUUID() },
      body: new Uint8Array(body),
    });
    await response.arrayBuffer();
    return response.status;
  };
  const askMeanwhile = async () => {
    let slowestMs = 0;
    while (!isOver) {
      const startMs = performance.now();
      // It is limited too, and a refusal for that is as good an answer here.
      await (await fetch(`${baseURL}/v1/models`, { headers: { ...headers, "x-mock-session": "other" } })).arrayBuffer();
      slowestMs = Math.max(slowestMs, performance.now() - startMs);
    }
    return slowestMs;
  };
  const sent = sendBody().finally(() => {
    isOver = true;
  });
  const [status, slowestMs] = await Promise.all([sent, askMeanwhile()]);
  return { status, slowestMs };
}
