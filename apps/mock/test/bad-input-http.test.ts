// @module-tag socket
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MockServer, startMock } from "../src/index.js";
import { openConnection } from "./raw-exchange.js";

let server: MockServer;

beforeAll(async () => {
  server = await startMock({ maxBodyBytes: 200_000, latency: "standard" });
});

afterAll(() => server.close());

const get = request("GET /v1/models HTTP/1.1", []);
const chat = '{"model":"Claude-Haiku-4.5","messages":[{"role":"user","content":"Hello"}]}';
const unknownModel = chat.replace("Claude-Haiku-4.5", "No-Such");

test.each([
  { title: "what is no HTTP", bytes: "hello\r\n\r\n", status: 400 },
  { title: "a request line without a version", bytes: get.replace(" HTTP/1.1", ""), status: 200 },
  { title: "a version of HTTP that does not exist", bytes: get.replace("1.1", "7.7"), status: 400 },
  { title: "a method in small letters", bytes: get.replace("GET", "get"), status: 400 },
  { title: "no Host", bytes: get.replace("host: localhost\r\n", ""), status: 400 },
  {
    title: "two Hosts",
    bytes: get.replace("host: localhost\r\n", "host: localhost\r\nhost: example.org\r\n"),
    status: 400,
  },
  { title: "a header without a colon", bytes: request("GET /v1/models HTTP/1.1", ["no colon"]), status: 400 },
  { title: "a header name with a space", bytes: request("GET /v1/models HTTP/1.1", ["a name: b"]), status: 400 },
  { title: "a control character in a header", bytes: request("GET /v1/models HTTP/1.1", ["x: a\u0000b"]), status: 400 },
  { title: "a length that is no number", bytes: post(chat, ["content-length: many"]), status: 400 },
  { title: "a negative length", bytes: post(chat, ["content-length: -1"]), status: 400 },
  { title: "two lengths", bytes: post(chat, ["content-length: 5", "content-length: 80"]), status: 400 },
  { title: "a length and chunks", bytes: post(chat, ["content-length: 5", "transfer-encoding: chunked"]), status: 400 },
  { title: "a chunk whose size is no number", bytes: post("zz\r\n", ["transfer-encoding: chunked"]), status: 400 },
  {
    title: "a header of 20 000 characters",
    bytes: request("GET /v1/models HTTP/1.1", [`x: ${"x".repeat(20_000)}`]),
    status: 431,
  },
  { title: "a path of 20 000 characters", bytes: get.replace("/v1/models", `/${"x".repeat(20_000)}`), status: 431 },
  { title: "CONNECT", bytes: request("CONNECT api.example:443 HTTP/1.1", []), status: 405 },
])("answers $title with $status and closes the connection", async ({ bytes, status }) => {
  const connection = openConnection(server.port);

  connection.send(bytes);
  const response = await connection.receive();

  expect(response).toMatchObject({ status, headers: { connection: "close" } });
  if (response.text !== "" && status >= 400)
    expect(JSON.parse(response.text)).toMatchObject({ error: { code: expect.any(String) } });
  expect(await connection.ended()).toBe("ended");
});

test.each([
  { path: "/v1/models", error: { error: { type: "invalid_request_error", code: "invalid_http" } } },
  { path: "/v1/messages", error: { type: "error", error: { type: "invalid_request_error" } } },
])("HTTP/1.1 without Host is refused with an error body at $path, HTTP/1.0 is not", async ({ path, error }) => {
  const bytes = get.replace("host: localhost\r\n", "");
  const [newer, older] = [openConnection(server.port), openConnection(server.port)];

  newer.send(bytes.replace("/v1/models", path));
  older.send(bytes.replace("HTTP/1.1", "HTTP/1.0"));
  const [refused, answered] = [await newer.receive(), await older.receive()];
  older.leave();

  expect(refused).toMatchObject({ status: 400, headers: { connection: "close" } });
  expect(JSON.parse(refused.text)).toMatchObject(error);
  expect(await newer.ended()).toBe("ended");
  expect(answered.status).toBe(200);
});

test("a body in chunks is read", async () => {
  const connection = openConnection(server.port);
  const [first, second] = [unknownModel.slice(0, 20), unknownModel.slice(20)];

  connection.send(post(`${chunk(first)}${chunk(second)}${chunk("")}`, ["transfer-encoding: chunked"]));
  const { status, text } = await connection.receive();
  connection.leave();

  expect(status).toBe(400);
  expect(text).toContain("model_not_found");
});

test("a body in chunks over the limit is refused, and the connection stays good", async () => {
  const connection = openConnection(server.port);

  connection.send(post(`${chunk("x".repeat(300_000))}${chunk("")}`, ["transfer-encoding: chunked"]));
  const refused = await connection.receive();
  connection.send(get);
  const next = await connection.receive();
  connection.leave();

  expect(refused).toMatchObject({ status: 413, isWhole: true });
  expect(next.status).toBe(200);
});

test("Expect: 100-continue gets 100, then the answer", async () => {
  const connection = openConnection(server.port);

  connection.send(post("", ["expect: 100-continue", `content-length: ${unknownModel.length}`]));
  const goOn = await connection.receive();
  connection.send(unknownModel);
  const { text } = await connection.receive();
  connection.leave();

  expect(goOn.status).toBe(100);
  expect(text).toContain("model_not_found");
});

test("Expect: 100-continue with a body over the limit is refused before the body is sent", async () => {
  const connection = openConnection(server.port);

  connection.send(post("", ["expect: 100-continue", "content-length: 300000"]));
  const { status, headers } = await connection.receive();

  expect(status).toBe(413);
  expect(headers.connection).toBe("close");
  expect(await connection.ended()).toBe("ended");
});

test("two requests in one go are answered in their order", async () => {
  const connection = openConnection(server.port);

  connection.send(post(unknownModel, [`content-length: ${unknownModel.length}`]) + get);
  const first = await connection.receive();
  const second = await connection.receive();
  connection.leave();

  expect([first.status, second.status]).toEqual([400, 200]);
});

test("a body that comes byte by byte is waited for, while others are answered", async () => {
  const [slow, other] = [openConnection(server.port), openConnection(server.port)];
  const bytes = post(unknownModel, [`content-length: ${unknownModel.length}`]);

  slow.send(bytes.slice(0, -10));
  other.send(get);
  const meanwhile = await other.receive();
  for (const byte of bytes.slice(-10)) slow.send(byte);
  const { text } = await slow.receive();
  slow.leave();
  other.leave();

  expect(meanwhile.status).toBe(200);
  expect(text).toContain("model_not_found");
});

test.each([
  { title: "in the middle of its headers", bytes: get.slice(0, -10) },
  { title: "in the middle of its body", bytes: post(chat.slice(0, -10), [`content-length: ${chat.length}`]) },
  { title: "before its answer", bytes: post(chat, [`content-length: ${chat.length}`]) },
])("a client that leaves $title does no harm", async ({ bytes }) => {
  for (const how of [undefined, "reset"] as const) {
    const leaving = openConnection(server.port);
    leaving.send(bytes);
    leaving.leave(how);
  }
  const connection = openConnection(server.port);

  connection.send(get);
  const { status } = await connection.receive();
  connection.leave();

  expect(status).toBe(200);
});

test.each([undefined, "reset"] as const)(
  "a client that leaves in the middle of its stream does no harm: %s",
  async (how) => {
    const leaving = openConnection(server.port, { quietMs: 50 });
    const body = chat.replace("{", '{"stream":true,');
    leaving.send(post(body, [`content-length: ${body.length}`]));
    const begun = await leaving.receive();
    leaving.leave(how);
    const connection = openConnection(server.port);

    connection.send(get);
    const { status } = await connection.receive();
    connection.leave();

    expect(begun.isWhole).toBe(false);
    expect(status).toBe(200);
  },
);

/** A request without a body, as text on the wire. */
function request(line: string, headers: string[]): string {
  return `${[line, "host: localhost", "authorization: Bearer sk-mock-full", ...headers].join("\r\n")}\r\n\r\n`;
}

/** A chat request; its headers say how long the body is. */
function post(body: string, headers: string[]): string {
  return request("POST /v1/chat/completions HTTP/1.1", ["content-type: application/json", ...headers]) + body;
}

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
