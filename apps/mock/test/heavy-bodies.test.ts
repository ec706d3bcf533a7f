// @module-tag socket
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MockServer, startMock } from "../src/index.js";
import { createClient, say, startClient } from "./client.js";
import { openConnection, type RawConnection } from "./raw-exchange.js";

let server: MockServer;

beforeAll(async () => {
  server = await startMock({ latency: "instant" });
});

afterAll(() => server.close());

const head = (path: string, bytes: number, type = "application/json") =>
  [
    `POST ${path} HTTP/1.1`,
    "host: localhost",
    "authorization: Bearer sk-mock-full",
    "anthropic-version: 2023-06-01",
    `content-type: ${type}`,
    `content-length: ${bytes}`,
    "x-mock-session: heavy",
    "\r\n",
  ].join("\r\n");

const hello = '{"model":"GPT-5.2","messages":[{"role":"user","content":"Hello"}]}';
const small = "GET /v1/models HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer sk-mock-full\r\n\r\n";

/** A body that is judged in one go is judged after so many turns of the event loop; one that lets others in takes far more. */
const turnsAhead = 6;

/** Sends a heavy body but for its last byte; then that byte, and a moment after it the request of another session. Tells who is answered first. */
async function race(path: string, body: Buffer, type?: string): Promise<[first: string, ...rest: string[]]> {
  const heavy = openConnection(server.port, { quietMs: 30_000 });
  const other = openConnection(server.port, { quietMs: 30_000 });
  // So that both are open, and what answers them is loaded.
  await answered(heavy, `${head("/v1/chat/completions", hello.length)}${hello}`);
  await answered(other, small);
  heavy.send(head(path, body.length, type));
  heavy.send(body.subarray(0, -1));
  await heavy.sent();

  const order: string[] = [];
  heavy.send(body.subarray(-1));
  for (let turn = 0; turn < turnsAhead; turn += 1) await setImmediate();
  other.send(small);
  await Promise.all([
    heavy.receive().then(({ status }) => order.push(`heavy ${status}`)),
    other.receive().then(({ status }) => order.push(`other ${status}`)),
  ]);
  heavy.leave();
  other.leave();
  return order as [string, string];
}

async function answered(connection: RawConnection, bytes: string): Promise<void> {
  connection.send(bytes);
  await connection.receive();
}

const chat = (messages: string) => Buffer.from(`{"model":"GPT-5.2","messages":[${messages}]}`);
const message = '{"role":"user","content":"a"}';
const filled = (item: string, bytes: number) => `${item},`.repeat(bytes / (item.length + 1)).slice(0, -1);
const longText = chat(`{"role":"user","content":"${"漢字 words ".repeat(800_000)}"}`);

test.each([
  { title: "a text of 10 MB", path: "/v1/chat/completions", body: longText, status: 200 },
  { title: "what is no JSON", path: "/v1/messages", body: Buffer.alloc(10e6, '"\\"'), status: 400 },
])(
  "another session is answered while $title is judged",
  async ({ path, body, status }) => {
    expect(await race(path, body)).toEqual(["other 200", `heavy ${status}`]);
  },
  60_000,
);

const members = (count: number, of: (index: number) => object) => ({
  type: "object",
  properties: Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, of(index)])),
});
const tools = (count: number, of: (tool: number, member: number) => object) =>
  Array.from({ length: count }, (_, tool) => ({
    type: "function",
    function: { name: `lookup_${tool}`, parameters: members(80, (member) => of(tool, member)) },
  }));
const asking = (text: string, more: object) =>
  Buffer.from(JSON.stringify({ model: "GPT-5.2", messages: [{ role: "user", content: text }], ...more }));

test.each([
  { title: "twenty tools that are all called", text: "Lookup it all.", pattern: false },
  { title: "twenty tools with patterns of which none is called", text: "Hello", pattern: true },
])(
  "another session is answered while the schemas of $title are worked on",
  async ({ text, pattern }) => {
    const offered = tools(20, (tool, member) => ({
      type: "string",
      ...(pattern ? { pattern: `^${tool}-[a-z]{2,6}-${member}$` } : { description: `${tool} ${member}` }),
    }));

    expect(await race("/v1/chat/completions", asking(text, { tools: offered }))).toEqual(["other 200", "heavy 200"]);
  },
  60_000,
);

test("however many heavy schemas come at once, another session is answered between them", async () => {
  const order: string[] = [];
  const ask = (connection: RawConnection, bytes: Buffer | string, who: string) => {
    connection.send(bytes);
    return connection.receive().then(({ status }) => order.push(`${who} ${status}`));
  };
  const open = () => openConnection(server.port, { quietMs: 30_000 });
  const bodies = Array.from({ length: 12 }, (_, run) =>
    asking("Fill it in.", {
      response_format: {
        type: "json_schema",
        json_schema: {
          name: "form",
          schema: members(400, (member) => ({ type: "string", title: `${run} ${member}` })),
        },
      },
    }),
  );
  const other = open();
  await answered(other, small);

  const connections = bodies.map(open);
  const heavy = bodies.map((body, index) =>
    ask(connections[index] as RawConnection, `${head("/v1/chat/completions", body.length)}${body}`, "heavy"),
  );
  for (let turn = 0; turn < turnsAhead; turn += 1) await setImmediate();
  await Promise.all([...heavy, ask(other, small, "other")]);
  for (const connection of [...connections, other]) connection.leave();

  expect(order.filter((line) => line === "heavy 200")).toHaveLength(bodies.length);
  expect(order.indexOf("other 200")).toBeGreaterThanOrEqual(0);
  expect(order.indexOf("other 200")).toBeLessThan(bodies.length / 2);
});

test("a schema of two thousand members is filled", async () => {
  const schema = members(2000, () => ({ type: "string" }));
  const format = { response_format: { type: "json_schema", json_schema: { name: "form", schema } } };

  const filled = await say(createClient(), "Fill it in.", format);

  expect(Object.keys(JSON.parse(filled))).toHaveLength(2000);
});

test.each([
  { title: "150 000 messages", path: "/v1/chat/completions", body: chat(filled(message, 5e6)) },
  { title: "values that are no messages", path: "/v1/chat/completions", body: chat(filled("1", 2e6)) },
  { title: "arrays in arrays", path: "/v1/responses", body: Buffer.from("[".repeat(2e6)) },
])(
  "$title are refused before they are read, and another session is answered",
  async ({ path, body }) => {
    expect((await race(path, body)).sort()).toEqual(["heavy 413", "other 200"]);
  },
  60_000,
);

test("a form of very many parts is refused before it is read, and another session is answered", async () => {
  const part = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n';

  const order = await race("/v1/files", Buffer.from(part.repeat(50_000)), "multipart/form-data; boundary=x");

  expect(order.sort()).toEqual(["heavy 413", "other 200"]);
});

test("what stands in texts is not counted, wherever a piece ends", async () => {
  const { post } = await startClient({ maxBodyValues: 8 });
  const ask = async (body: string) => (await post("/v1/chat/completions", body)).status;
  const said = (text: string) => `{"model":"GPT-5.2","messages":[{"role":"user","content":${JSON.stringify(text)}}]}`;
  const texts = [0, 1, 2, 3].map((shift) => `${" ".repeat(shift)}${'\\",[{'.repeat(100_000)}`);

  const statuses = await Promise.all([...texts.map((text) => ask(said(text))), ask(said("a").replace("]", ",1,1,1]"))]);

  expect(statuses).toEqual([200, 200, 200, 200, 413]);
});
