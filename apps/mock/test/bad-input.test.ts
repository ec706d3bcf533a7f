import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MockServer, startMock } from "../src/index.js";

let server: MockServer;

beforeAll(async () => {
  server = await startMock({ maxBodyBytes: 200_000 });
});

afterAll(() => server.close());

const chat = '{"model":"Claude-Haiku-4.5","messages":[{"role":"user","content":"Hello"}]}';
const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;

/** A request as bytes on the wire. */
function raw(line: string, options: { headers?: string[]; body?: string | Buffer } = {}): Buffer {
  const { headers = ["content-type: application/json"], body = "" } = options;
  const head = [line, "host: localhost", "connection: close", "authorization: Bearer sk-mock-full", ...headers];
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), Buffer.from(body)]);
}

/** A chat request with a body and its length. */
function post(body: string | Buffer, headers = ["content-type: application/json"]): Buffer {
  return raw("POST /v1/chat/completions HTTP/1.1", {
    headers: [...headers, `content-length: ${Buffer.byteLength(body)}`],
    body,
  });
}

const manyMessages = JSON.stringify({
  model: "No-Such",
  messages: Array.from({ length: 1000 }, () => ({ role: "user", content: "Hello" })),
});

test.each([
  { title: "malformed JSON", bytes: post('{"model":'), status: 400, code: "invalid_json" },
  { title: "an empty body", bytes: post(""), status: 400, code: "invalid_json" },
  {
    title: "no body at all",
    bytes: raw("POST /v1/chat/completions HTTP/1.1", { headers: [] }),
    status: 400,
    code: "invalid_json",
  },
  { title: "bytes that are no UTF-8", bytes: post(Buffer.from([0x7b, 0xff, 0x7d])), status: 400, code: "invalid_json" },
  { title: "JSON nested 20 000 deep", bytes: post(deep), status: 400, code: "invalid_parameter" },
  {
    title: "messages nested 20 000 deep",
    bytes: post(`{"model":"Claude-Haiku-4.5","messages":${deep}}`),
    status: 400,
    code: "invalid_parameter",
  },
  {
    title: "tools nested 20 000 deep",
    bytes: post(chat.replace("{", `{"stream":7,"tools":${deep},`)),
    status: 400,
    code: "invalid_parameter",
  },
  {
    title: "an unknown field nested 20 000 deep",
    bytes: post(chat.replace("Claude-Haiku-4.5", "No-Such").replace("{", `{"extra":${deep},`)),
    status: 400,
    code: "model_not_found",
  },
  {
    title: "duplicate keys, of which the last counts",
    bytes: post(chat.replace("{", '{"model":7,').replace("Claude-Haiku-4.5", "No-Such")),
    status: 400,
    code: "model_not_found",
  },
  { title: "a thousand messages", bytes: post(manyMessages), status: 400, code: "model_not_found" },
  {
    title: "a wrong media type",
    bytes: post(chat, ["content-type: text/plain"]),
    status: 415,
    code: "unsupported_media_type",
  },
  { title: "no media type", bytes: post(chat, []), status: 415, code: "unsupported_media_type" },
  {
    title: "a media type that is none",
    bytes: post(chat, ["content-type: ;;;"]),
    status: 415,
    code: "unsupported_media_type",
  },
  { title: "a body over the limit", bytes: post("x".repeat(300_000)), status: 413, code: "request_too_large" },
  {
    title: "a chunked body over the limit",
    bytes: raw("POST /v1/messages HTTP/1.1", {
      headers: ["transfer-encoding: chunked"],
      body: `493e0\r\n${"x".repeat(300_000)}\r\n0\r\n\r\n`,
    }),
    status: 413,
    code: undefined,
  },
  {
    title: "a body to an unknown path",
    bytes: raw("POST /v1/nothing HTTP/1.1", { headers: [`content-length: ${chat.length}`], body: chat }),
    status: 404,
    code: "not_found",
  },
  { title: "an unknown path", bytes: raw("GET /nothing HTTP/1.1"), status: 404, code: "not_found" },
  {
    title: "a path of two slashes",
    bytes: raw("GET //evil.example/v1/models HTTP/1.1"),
    status: 404,
    code: "not_found",
  },
  { title: "a path that climbs", bytes: raw("GET /docs/../../etc/passwd HTTP/1.1"), status: 404, code: "not_found" },
  { title: "the whole server", bytes: raw("OPTIONS * HTTP/1.1"), status: 404, code: "not_found" },
  {
    title: "a wrong method",
    bytes: raw("PATCH /v1/chat/completions HTTP/1.1"),
    status: 405,
    code: "method_not_allowed",
  },
  {
    title: "a method nobody knows here",
    bytes: raw("PURGE /v1/models HTTP/1.1"),
    status: 405,
    code: "method_not_allowed",
  },
  {
    title: "HEAD of what only POST answers",
    bytes: raw("HEAD /v1/chat/completions HTTP/1.1"),
    status: 405,
    code: undefined,
  },
  { title: "OPTIONS", bytes: raw("OPTIONS /v1/chat/completions HTTP/1.1"), status: 204, code: undefined },
  {
    title: "a bad Prefer",
    bytes: post(chat, ["content-type: application/json", "prefer: code=;;=,,"]),
    status: 400,
    code: "invalid_parameter",
  },
  {
    title: "an expectation nobody knows",
    bytes: raw("GET /nothing HTTP/1.1", { headers: ["expect: wonders"] }),
    status: 404,
    code: "not_found",
  },
  {
    title: "a name that was made to lead here",
    bytes: Buffer.from(raw("GET /v1/models HTTP/1.1").toString().replace("localhost", "evil.example")),
    status: 403,
    code: "permission_denied",
  },
  {
    title: "the absolute form of a request",
    bytes: raw("DELETE http://localhost/v1/models HTTP/1.1"),
    status: 405,
    code: "method_not_allowed",
  },
  { title: "what is no HTTP", bytes: Buffer.from("hello\r\n\r\n"), status: 400, code: undefined },
])("answers $title with $status within a second", async ({ bytes, status, code }) => {
  const { statusLine, body, tookMs } = await exchange(bytes);

  expect(statusLine).toContain(` ${status} `);
  if (code !== undefined) expect(JSON.parse(body)).toMatchObject({ error: { code } });
  expect(tookMs).toBeLessThan(1000);
});

test("405 says in Allow what the path answers", async () => {
  const { head } = await exchange(raw("DELETE /v1/models HTTP/1.1"));

  expect(head).toMatch(/^allow: GET, HEAD, OPTIONS$/im);
});

test("Expect: 100-continue is told to go on, and answered", async () => {
  const { statusLine, body } = await exchange(
    post(chat.replace("Claude-Haiku-4.5", "No-Such"), ["content-type: application/json", "expect: 100-continue"]),
  );

  expect(statusLine).toContain(" 100 ");
  expect(body).toContain("model_not_found");
});

test("Expect: 100-continue with a body over the limit is refused before the body is sent", async () => {
  const { statusLine } = await exchange(
    raw("POST /v1/chat/completions HTTP/1.1", { headers: ["expect: 100-continue", "content-length: 300000"] }),
  );

  expect(statusLine).toContain(" 413 ");
});

test("a body that comes slowly is waited for", async () => {
  const bytes = post(chat.replace("Claude-Haiku-4.5", "No-Such"));

  const { body } = await exchange(bytes.subarray(0, -10), { later: bytes.subarray(-10) });

  expect(body).toContain("model_not_found");
});

test("a client that leaves in the middle of its body does no harm", async () => {
  const socket = connect(server.port, "127.0.0.1");
  socket.write(post(chat).subarray(0, -10), () => socket.destroy());
  await new Promise((resolve) => socket.on("close", resolve));

  const { statusLine } = await exchange(raw("GET /nothing HTTP/1.1"));

  expect(statusLine).toContain(" 404 ");
});

interface Reply {
  statusLine: string;
  head: string;
  body: string;
  tookMs: number;
}

/** Sends bytes and reads until the server closes the connection. */
function exchange(bytes: Buffer, { later }: { later?: Buffer } = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const startMs = performance.now();
    const received: Buffer[] = [];
    const socket = connect(server.port, "127.0.0.1");
    socket.write(bytes);
    if (later !== undefined) setTimeout(() => socket.write(later), 100);
    socket.on("data", (chunk) => received.push(chunk));
    socket.on("error", reject);
    socket.on("close", () => {
      const text = Buffer.concat(received).toString();
      const at = text.lastIndexOf("\r\n\r\n");
      resolve({
        statusLine: text.slice(0, text.indexOf("\r\n")),
        head: text.slice(0, at),
        body: text.slice(at + 4),
        tookMs: performance.now() - startMs,
      });
    });
  });
}
