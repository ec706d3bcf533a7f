// @module-tag socket
// Longer than most files because it is one table: the whole list of bad input of the two interfaces.
import { validateResponseBody } from "@model-access/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MockServer, startMock } from "../src/index.js";
import { type Exchange, openConnection } from "./raw-exchange.js";

let server: MockServer;

beforeAll(async () => {
  server = await startMock({ maxBodyBytes: 200_000, latency: "instant", requestsPerMinute: 1_000_000 });
});

afterAll(() => server.close());

const jsonHeader = "content-type: application/json";
const full = "authorization: Bearer sk-mock-full";
const hello = [{ role: "user", content: "Hello" }];
const chat = { model: "Claude-Haiku-4.5", messages: hello };
const message = { ...chat, max_tokens: 10 };
const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;

/** A request and the answer that it has to get. */
interface Row {
  title: string;
  /** Default POST. */
  method?: string;
  path?: string;
  /** Takes the place of the usual ones; the key comes with them. */
  headers?: string[];
  /** The body of the request; anything but a string is sent as JSON. */
  body?: unknown;
  status: number;
  /** The code of the error; on the messages interface its type. */
  code?: string;
}

const chatRows: Row[] = [
  { title: "no messages", body: { model: "Claude-Haiku-4.5" }, status: 400, code: "missing_parameter" },
  { title: "an empty list of messages", body: { ...chat, messages: [] }, status: 400, code: "invalid_parameter" },
  { title: "messages that are a text", body: { ...chat, messages: "Hello" }, status: 400, code: "invalid_parameter" },
  { title: "messages that are null", body: { ...chat, messages: null }, status: 400, code: "invalid_parameter" },
  { title: "a message that is a number", body: { ...chat, messages: [7] }, status: 400, code: "invalid_parameter" },
  { title: "a message without a role", body: { ...chat, messages: [{}] }, status: 400, code: "missing_parameter" },
  { title: "a temperature of 3", body: { ...chat, temperature: 3 }, status: 400, code: "invalid_parameter" },
  { title: "a temperature below 0", body: { ...chat, temperature: -0.1 }, status: 400, code: "invalid_parameter" },
  { title: "a temperature as text", body: { ...chat, temperature: "1" }, status: 400, code: "invalid_parameter" },
  { title: "no model", body: { messages: hello }, status: 400, code: "missing_parameter" },
  { title: "an unknown model", body: { ...chat, model: "No-Such" }, status: 400, code: "model_not_found" },
  { title: "no key", headers: [jsonHeader], status: 401, code: "invalid_api_key" },
  {
    title: "a wrong key",
    headers: [jsonHeader, "authorization: Bearer sk-other"],
    status: 401,
    code: "invalid_api_key",
  },
  {
    title: "a revoked key",
    headers: [jsonHeader, "authorization: Bearer sk-mock-revoked"],
    status: 401,
    code: "invalid_api_key",
  },
  {
    title: "a key without points",
    headers: [jsonHeader, "authorization: Bearer sk-mock-low"],
    status: 402,
    code: "insufficient_points",
  },
  {
    title: "a key without permission",
    headers: [jsonHeader, "authorization: Bearer sk-mock-limited"],
    status: 403,
    code: "permission_denied",
  },
  { title: "malformed JSON", body: '{"model":', status: 400, code: "invalid_json" },
  { title: "an empty body", body: "", status: 400, code: "invalid_json" },
  { title: "a body that is no object", body: "[]", status: 400, code: "invalid_parameter" },
  { title: "bytes that are no UTF-8", body: Buffer.from([0x7b, 0xff, 0x7d]), status: 400, code: "invalid_json" },
  { title: "JSON nested 20 000 deep", body: deep, status: 400, code: "invalid_json" },
  {
    title: "messages nested 20 000 deep",
    body: `{"model":"Claude-Haiku-4.5","messages":${deep}}`,
    status: 400,
    code: "invalid_json",
  },
  {
    title: "the schema of a tool nested 20 000 deep",
    body: JSON.stringify({ ...chat, tools: [functionTool({ type: "object", properties: { deep: [] } })] }).replace(
      "[]",
      deep,
    ),
    status: 400,
    code: "invalid_json",
  },
  {
    title: "the schema of a tool nested 90 deep",
    body: { ...chat, tools: [functionTool(nestedSchema(45))], tool_choice: "required" },
    status: 200,
  },
  {
    title: "an unknown field nested 20 000 deep",
    body: `{"extra":${deep},"model":"No-Such","messages":[{"role":"user","content":"Hello"}]}`,
    status: 400,
    code: "invalid_json",
  },
  {
    title: "duplicate keys, of which the last counts",
    body: JSON.stringify(chat).replace("}]}", '}],"model":"No-Such"}'),
    status: 400,
    code: "model_not_found",
  },
  { title: "a thousand messages", body: { ...chat, messages: Array(1000).fill(hello[0]) }, status: 200 },
  {
    title: "a JSON schema that asks for a text of a thousand million characters",
    body: { ...chat, response_format: jsonSchemaFormat({ type: "string", minLength: 1e9 }) },
    status: 400,
    code: "invalid_parameter",
  },
  {
    title: "a JSON schema with a pattern of a thousand million characters",
    body: { ...chat, response_format: jsonSchemaFormat({ type: "string", pattern: "^(ab){0,1000000000}$" }) },
    status: 200,
  },
  {
    title: "a wrong media type",
    headers: [full, "content-type: text/plain"],
    status: 415,
    code: "unsupported_media_type",
  },
  { title: "no media type", headers: [full], status: 415, code: "unsupported_media_type" },
  {
    title: "a media type that is none",
    headers: [full, "content-type: ;;;"],
    status: 415,
    code: "unsupported_media_type",
  },
  {
    title: "a compressed body",
    headers: [full, jsonHeader, "content-encoding: gzip"],
    body: Buffer.from([0x1f, 0x8b, 8, 0]),
    status: 415,
    code: "unsupported_media_type",
  },
  { title: "a body over the limit", body: "x".repeat(300_000), status: 413, code: "request_too_large" },
  { title: "a bad Prefer", headers: [full, jsonHeader, "prefer: code=;;=,,"], status: 400, code: "invalid_parameter" },
  {
    title: "an expectation nobody knows",
    headers: [full, jsonHeader, "expect: wonders"],
    body: "{",
    status: 400,
    code: "invalid_json",
  },
  { title: "a body to an unknown path", path: "/v1/nothing", status: 404, code: "not_found" },
  { title: "an unknown path", method: "GET", path: "/nothing", status: 404, code: "not_found" },
  { title: "a path of two slashes", method: "GET", path: "//evil.example/v1/models", status: 404, code: "not_found" },
  { title: "a path that climbs", method: "GET", path: "/docs/../../etc/passwd", status: 404, code: "not_found" },
  { title: "a path that is no path", method: "GET", path: "*", status: 404, code: "not_found" },
  { title: "the whole server", method: "OPTIONS", path: "*", status: 404, code: "not_found" },
  { title: "a wrong method", method: "PATCH", status: 405, code: "method_not_allowed" },
  { title: "a method nobody knows here", method: "PURGE", path: "/v1/models", status: 405, code: "method_not_allowed" },
  { title: "TRACE", method: "TRACE", path: "/v1/models", status: 405, code: "method_not_allowed" },
  {
    title: "the absolute form",
    method: "DELETE",
    path: "http://localhost/v1/models",
    status: 405,
    code: "method_not_allowed",
  },
  { title: "HEAD of what only POST answers", method: "HEAD", status: 405 },
  { title: "HEAD of what GET answers", method: "HEAD", path: "/v1/models", status: 200 },
  { title: "OPTIONS", method: "OPTIONS", status: 204 },
];

const messagesHeaders = [full, jsonHeader, "anthropic-version: 2023-06-01"];
const messagesRows: Row[] = [
  { title: "no max_tokens", body: chat, status: 400, code: "invalid_request_error" },
  { title: "a max_tokens of 0", body: { ...message, max_tokens: 0 }, status: 400, code: "invalid_request_error" },
  { title: "a max_tokens as text", body: { ...message, max_tokens: "9" }, status: 400, code: "invalid_request_error" },
  { title: "a temperature of 1.5", body: { ...message, temperature: 1.5 }, status: 400, code: "invalid_request_error" },
  { title: "no messages", body: { ...message, messages: undefined }, status: 400, code: "invalid_request_error" },
  {
    title: "an empty list of messages",
    body: { ...message, messages: [] },
    status: 400,
    code: "invalid_request_error",
  },
  {
    title: "messages that are an object",
    body: { ...message, messages: {} },
    status: 400,
    code: "invalid_request_error",
  },
  { title: "no version", headers: [full, jsonHeader], status: 400, code: "invalid_request_error" },
  {
    title: "a version that is no date",
    headers: [full, jsonHeader, "anthropic-version: latest"],
    status: 400,
    code: "invalid_request_error",
  },
  { title: "malformed JSON", body: "{", status: 400, code: "invalid_request_error" },
  { title: "an empty body", body: "", status: 400, code: "invalid_request_error" },
  { title: "JSON nested 20 000 deep", body: deep, status: 400, code: "invalid_request_error" },
  { title: "an unknown model", body: { ...message, model: "No-Such" }, status: 404, code: "not_found_error" },
  { title: "no key", headers: [jsonHeader], status: 401, code: "authentication_error" },
  { title: "a wrong key", headers: [jsonHeader, "x-api-key: sk-other"], status: 401, code: "authentication_error" },
  {
    title: "a revoked key",
    headers: [jsonHeader, "x-api-key: sk-mock-revoked"],
    status: 401,
    code: "authentication_error",
  },
  {
    title: "a key without permission",
    headers: [...messagesHeaders.slice(1), "x-api-key: sk-mock-limited"],
    status: 403,
    code: "permission_error",
  },
  { title: "an unknown path", path: "/v1/messages/batches", status: 404, code: "not_found_error" },
  { title: "a wrong method", method: "GET", status: 405, code: "invalid_request_error" },
  {
    title: "a wrong media type",
    headers: [full, "content-type: text/xml"],
    status: 415,
    code: "invalid_request_error",
  },
  { title: "a body over the limit", body: "x".repeat(300_000), status: 413, code: "request_too_large" },
];

const interfaces = [
  {
    operationId: "createChatCompletion",
    rows: chatRows,
    usual: { path: "/v1/chat/completions", body: chat, headers: [full, jsonHeader] },
  },
  {
    operationId: "createMessage",
    rows: messagesRows,
    usual: { path: "/v1/messages", body: message, headers: messagesHeaders },
  },
];

const cases = interfaces.flatMap(({ operationId, rows, usual }) =>
  rows.map((row) => ({ ...usual, ...row, operationId, title: `${operationId} with ${row.title}` })),
);

test.each(cases)("answers $title with $status, and goes on with the connection", async (row) => {
  const connection = openConnection(server.port);

  connection.send(written(row));
  const response = await connection.receive({ isHead: row.method === "HEAD" });
  connection.send(written({ method: "GET", path: "/v1/models", headers: [full], body: "" }));
  const next = await connection.receive();
  connection.leave();

  expect(response).toMatchObject({ status: row.status, isWhole: true });
  if (row.code !== undefined) expectError(response, row.code, row.operationId);
  expect(next).toMatchObject({ status: 200, isWhole: true });
});

function written({ method = "POST", path, headers = [], body }: Omit<Row, "title" | "status">): Buffer {
  const bytes = body instanceof Uint8Array ? body : Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
  const lines = [`${method} ${path} HTTP/1.1`, "host: localhost", `content-length: ${bytes.length}`, ...headers];
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), bytes]);
}

function jsonSchemaFormat(schema: unknown): unknown {
  return { type: "json_schema", json_schema: { name: "answer", schema } };
}

function functionTool(parameters: unknown): unknown {
  return { type: "function", function: { name: "find", parameters } };
}

function nestedSchema(depth: number): unknown {
  return depth === 0 ? { type: "string" } : { type: "object", properties: { next: nestedSchema(depth - 1) } };
}

/** The error is in the form of its interface and has the code, or there the type. */
function expectError({ status, text }: Exchange, code: string, operationId: string): void {
  const body = JSON.parse(text);
  expect(body).toMatchObject({ error: operationId === "createMessage" ? { type: code } : { code } });
  expect(validateResponseBody(operationId, status, "application/json", body)).toEqual([]);
}
