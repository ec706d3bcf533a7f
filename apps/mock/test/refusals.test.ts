// @module-tag socket
// Longer than most files because it is one table: all bad input of the two interfaces, and its answers.
import { operations, validateResponseBody, validateResponseHeaders } from "@model-access/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MockServer, startMock } from "../src/index.js";
import { createClient } from "./client.js";
import { openConnection } from "./raw-exchange.js";
import { bearer, exampleRequest, json } from "./requests.js";

let server: MockServer;

beforeAll(async () => {
  server = await startMock({ maxBodyBytes: 200_000, latency: "instant", requestsPerMinute: 1_000_000 });
});

afterAll(() => server.close());

/** A change of a right request. A header or a field that is undefined is left out. */
interface Change {
  method?: string;
  path?: string;
  headers?: Record<string, string | undefined>;
  fields?: object;
  /** The whole body in place of the usual one. */
  body?: string | Buffer;
}

/** `code` is the code of the error, or on the messages interface its type; undefined for an answer that is no error. */
type Row = [title: string, change: Change, status: number, code?: string, says?: string];

const key = (name: string) => ({ headers: bearer(`sk-mock-${name}`) });
const noKey = { headers: { authorization: undefined } };
const withHeaders = (headers: Record<string, string | undefined>): Change => ({ headers });
const at = (path: string, method = "GET") => ({ method, path, body: "" });
const hello = [{ role: "user", content: "Hello" }];
const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
const tool = (parameters: unknown) => ({ tools: [{ type: "function", function: { name: "find", parameters } }] });
const form = (schema: unknown) => ({ response_format: { type: "json_schema", json_schema: { name: "a", schema } } });
const nested = (depth: number): object =>
  depth === 0 ? { type: "string" } : { type: "object", properties: { next: nested(depth - 1) } };

const chat = { model: "Claude-Haiku-4.5", messages: hello };
const chatRows: Row[] = [
  ["R7.5, R2.5: no messages", { fields: { messages: undefined } }, 400, "missing_parameter", "'messages'"],
  ["an empty list of messages", { fields: { messages: [] } }, 400, "invalid_parameter"],
  ["messages that are a text", { fields: { messages: "Hello" } }, 400, "invalid_parameter"],
  ["messages that are null", { fields: { messages: null } }, 400, "invalid_parameter"],
  ["a message that is a number", { fields: { messages: [7] } }, 400, "invalid_parameter"],
  ["a message without a role", { fields: { messages: [{}] } }, 400, "missing_parameter"],
  [
    "a message of an unknown role",
    { fields: { messages: [{ role: "narrator", content: "Once." }] } },
    400,
    "invalid_parameter",
    "'messages[0].role' has to be one of 'system', 'developer', 'user', 'assistant', 'tool', 'function'.",
  ],
  ["R2.5, R8.2: every named field", { fields: { stream: false, max_tokens: 20, temperature: 2 } }, 200],
  ["R7.4, R8.2: a temperature above 2", { fields: { temperature: 2.01 } }, 400, "invalid_parameter", "'temperature'"],
  ["R7.4: a temperature below 0", { fields: { temperature: -0.1 } }, 400, "invalid_parameter"],
  ["a temperature as text", { fields: { temperature: "1" } }, 400, "invalid_parameter"],
  ["a stream that is a text", { fields: { stream: "yes" } }, 400, "invalid_parameter"],
  ["a max_tokens with a fraction", { fields: { max_tokens: 1.5 } }, 400, "invalid_parameter"],
  ["R2.5: no model", { fields: { model: undefined } }, 400, "missing_parameter"],
  ["R7.3: an unknown model", { fields: { model: "No-Such" } }, 400, "model_not_found", "'No-Such'"],
  ["R1.10: a private bot", { fields: { model: "Harbour-Guide-Internal" } }, 400, "model_not_found"],
  ["R1.11: the app-creation bot", { fields: { model: "App-Creator" } }, 400, "model_not_supported"],
  ["a tool choice that no tool can meet", { fields: { tool_choice: "required" } }, 400, "invalid_parameter"],
  [
    "no key",
    noKey,
    401,
    "invalid_api_key",
    "The API key is missing. Send 'Authorization: Bearer sk-mock-full', or another key of the mock.",
  ],
  ["R7.2: a wrong key", withHeaders(bearer("sk-private-0")), 401, "invalid_api_key", "invalid"],
  ["a key that is the name of a method", withHeaders(bearer("toString")), 401, "invalid_api_key"],
  [
    "a key without its scheme",
    withHeaders({ authorization: "sk-mock-full" }),
    401,
    "invalid_api_key",
    "Send the key as 'Authorization: Bearer KEY'; the request has it elsewhere.",
  ],
  [
    "R5.2: a key in x-api-key",
    withHeaders({ authorization: undefined, "x-api-key": "sk-mock-full" }),
    401,
    "invalid_api_key",
  ],
  ["a revoked key", key("revoked"), 401, "invalid_api_key", "revoked"],
  ["R7.7: a key without points", key("low"), 402, "insufficient_points"],
  ["a key without permission", key("limited"), 403, "permission_denied"],
  ["R7.6: the fault 429", withHeaders({ "x-mock-fault": "status-429" }), 429, "rate_limit_exceeded"],
  ["R7.8: the fault 500", withHeaders({ "x-mock-fault": "status-500" }), 500, "internal_error"],
  ["R7.8: the fault 503", withHeaders({ "x-mock-fault": "status-503" }), 503, "internal_error"],
  ["malformed JSON", { body: '{"private-0": ' }, 400, "invalid_json", "see character 14"],
  ["an empty body", { body: "" }, 400, "invalid_json", "empty"],
  ["a body that is no object", { body: "[]" }, 400, "invalid_parameter"],
  ["bytes that are no UTF-8", { body: Buffer.from([0x7b, 0xff, 0x7d]) }, 400, "invalid_json"],
  ["JSON nested 20 000 deep", { body: deep }, 400, "invalid_json"],
  ["messages nested 20 000 deep", { body: JSON.stringify(chat).replace("[", `[${deep},`) }, 400, "invalid_json"],
  [
    "the schema of a tool nested 20 000 deep",
    { body: JSON.stringify({ ...chat, ...tool({ properties: { deep: "here" } }) }).replace('"here"', deep) },
    400,
    "invalid_json",
  ],
  ["the schema of a tool nested 90 deep", { fields: { ...tool(nested(45)), tool_choice: "required" } }, 200],
  ["an unknown field nested 20 000 deep", { body: `{"extra":${deep},"model":"No-Such"}` }, 400, "invalid_json"],
  [
    "duplicate keys, of which the last counts",
    { body: JSON.stringify(chat).replace("}]}", '}],"model":"No-Such"}') },
    400,
    "model_not_found",
  ],
  ["a thousand messages", { fields: { messages: Array(1000).fill(hello[0]) } }, 200],
  ["a schema of 10⁹ characters", { fields: form({ type: "string", minLength: 1e9 }) }, 400, "invalid_parameter"],
  ["a pattern of 10⁹ characters", { fields: form({ type: "string", pattern: "^(ab){0,1000000000}$" }) }, 200],
  ["a wrong media type", withHeaders({ "content-type": "text/plain" }), 415, "unsupported_media_type", "'text/plain'"],
  ["no media type", withHeaders({ "content-type": undefined }), 415, "unsupported_media_type"],
  ["a media type that is none", withHeaders({ "content-type": ";;;" }), 415, "unsupported_media_type"],
  [
    "a compressed body",
    { headers: { "content-encoding": "gzip" }, body: Buffer.from([0x1f, 0x8b, 8, 0]) },
    415,
    "unsupported_media_type",
  ],
  ["a body over the limit", { body: "x".repeat(300_000) }, 413, "request_too_large", "200000 bytes"],
  ["a bad Prefer", withHeaders({ prefer: "code=;;=,," }), 400, "invalid_parameter"],
  ["an unknown expectation", { headers: { expect: "wonders" }, body: "{" }, 400, "invalid_json"],
  ["a body to an unknown path", { path: "/v1/nothing" }, 404, "not_found"],
  [
    "an operation of other APIs",
    { path: "/v1/embeddings" },
    404,
    "not_found",
    "The API has no POST /v1/embeddings; the reference is at /docs.",
  ],
  ["a very long path", { path: `/v1/${"x".repeat(500)}` }, 404, "not_found", "xxx…; the"],
  [
    "R9.1: a path without /v1",
    { path: "/chat/completions" },
    404,
    "not_found",
    "there is /v1/chat/completions, so look at the base URL.",
  ],
  ["a path with /v1 twice", at("/v1/v1/models"), 404, "not_found", "there is /v1/models"],
  ["a path with two slashes", at("//v1/models"), 404, "not_found", "there is /v1/models"],
  ["a slash at the end", at("/v1/models/"), 404, "not_found", "there is /v1/models"],
  ["a path with a bad escape", at("/bot/%zz"), 404, "not_found"],
  ["a host in the path", at("//evil.example/v1/models"), 404, "not_found"],
  ["a path that climbs", at("/docs/../../etc/passwd"), 404, "not_found"],
  ["a path that is no path", at("*"), 404, "not_found"],
  ["the whole server", at("*", "OPTIONS"), 404, "not_found"],
  ["a wrong method", { method: "DELETE" }, 405, "method_not_allowed", "POST only"],
  ["an unknown method", at("/v1/models", "PURGE"), 405, "method_not_allowed"],
  ["TRACE", at("/v1/models", "TRACE"), 405, "method_not_allowed"],
  ["the absolute form", at("http://localhost/v1/models", "DELETE"), 405, "method_not_allowed"],
  ["HEAD of what only POST answers", { method: "HEAD", body: "" }, 405],
  ["HEAD of what GET answers", at("/v1/models", "HEAD"), 200],
  ["OPTIONS", { method: "OPTIONS", body: "" }, 204],
];

const message = { ...chat, max_tokens: 10 };
const invalid = "invalid_request_error";
const messagesRows: Row[] = [
  ["R5.2: a bearer key", {}, 200],
  ["R5.2: a key in x-api-key", withHeaders({ authorization: undefined, "x-api-key": "sk-mock-full" }), 200],
  ["R4.7, R8.2, R7.11: no max_tokens", { fields: { max_tokens: undefined } }, 400, invalid, "'max_tokens'"],
  ["a max_tokens of 0", { fields: { max_tokens: 0 } }, 400, invalid],
  ["R8.2: a max_tokens as text", { fields: { max_tokens: "9" } }, 400, invalid],
  ["R8.2: a max_tokens with a fraction", { fields: { max_tokens: 5.5 } }, 400, invalid],
  ["R8.2: a temperature of 1", { fields: { temperature: 1 } }, 200],
  ["R8.2: a temperature above 1", { fields: { temperature: 1.01 } }, 400, invalid],
  ["no messages", { fields: { messages: undefined } }, 400, invalid],
  ["an empty list of messages", { fields: { messages: [] } }, 400, invalid],
  ["messages that are an object", { fields: { messages: {} } }, 400, invalid],
  [
    "thinking for a model that can't",
    { fields: { thinking: { type: "enabled", budget_tokens: 1024 }, max_tokens: 2000 } },
    400,
    invalid,
    "does not think",
  ],
  ["R9.2: no version", withHeaders({ "anthropic-version": undefined }), 400, invalid, "header 'anthropic-version'"],
  ["a version that is no date", withHeaders({ "anthropic-version": "latest" }), 400, invalid],
  ["malformed JSON", { body: "{" }, 400, invalid],
  ["an empty body", { body: "" }, 400, invalid],
  ["JSON nested 20 000 deep", { body: deep }, 400, invalid],
  ["R7.11: an unknown model", { fields: { model: "No-Such" } }, 404, "not_found_error"],
  ...["GPT-5.2", "Trip-Planner", "Harbour-Guide-Internal", "App-Creator"].map(
    (model): Row => [`R1.14: the model ${model}`, { fields: { model } }, 404, "not_found_error", "The model"],
  ),
  ["no key", noKey, 401, "authentication_error"],
  [
    "R7.11: a wrong key",
    withHeaders({ authorization: undefined, "x-api-key": "sk-private-0" }),
    401,
    "authentication_error",
  ],
  ["a revoked key", key("revoked"), 401, "authentication_error"],
  ["a key without points", key("low"), 402, "billing_error"],
  ["a key without permission", key("limited"), 403, "permission_error"],
  ["R7.11: the fault 429", withHeaders({ "x-mock-fault": "status-429" }), 429, "rate_limit_error"],
  ["an unknown path", { path: "/v1/messages/batches" }, 404, "not_found_error"],
  ["a wrong method", { method: "GET", body: "" }, 405, invalid],
  ["a wrong media type", withHeaders({ "content-type": "text/xml" }), 415, invalid],
  ["a body over the limit", { body: "x".repeat(300_000) }, 413, "request_too_large"],
];

const types: Record<number, string> = { 402: "insufficient_quota", 403: "permission_error", 429: "rate_limit_error" };
const interfaces = [
  { operationId: "createChatCompletion", path: "/v1/chat/completions", usual: chat, rows: chatRows },
  { operationId: "createMessage", path: "/v1/messages", usual: message, rows: messagesRows },
];
const cases = interfaces.flatMap(({ rows, ...own }) => rows.map(([title, ...row]) => ({ title, row, ...own })));

test.for(cases)("$operationId with $title gets $row.1 $row.2, and its connection goes on", async (given) => {
  const { operationId, path, usual, row } = given;
  const [change, status, code, says = ""] = row;
  const connection = openConnection(server.port);

  connection.send(written({ path, ...change }, usual));
  const response = await connection.receive({ isHead: change.method === "HEAD" });
  connection.send(written(at("/v1/models"), {}));
  const next = await connection.receive();
  connection.leave();

  expect(response).toMatchObject({ status, isWhole: true });
  expect(next).toMatchObject({ status: 200, isWhole: true });
  if (code === undefined) return;
  const body = JSON.parse(response.text);
  const told = { message: expect.stringMatching(/\w .*\.$/) };
  const type = types[status] ?? (status < 500 ? invalid : "api_error");
  expect(body).toEqual(
    operationId === "createMessage"
      ? { type: "error", error: { ...told, type: code } }
      : { error: { ...told, type, code } },
  );
  expect(body.error.message).toContain(says);
  expect(response.text).not.toContain("private-0");
  expect(validateResponseBody(operationId, status, "application/json", body)).toEqual([]);
  expect(validateResponseHeaders(operationId, status, response.headers)).toEqual([]);
});

function written({ method = "POST", path, headers, fields, body }: Change, usual: object): Buffer {
  const content = body ?? JSON.stringify({ ...usual, ...fields });
  const bytes = Buffer.from(content);
  const version = { "anthropic-version": "2023-06-01" };
  const sent = { ...bearer("sk-mock-full"), "content-type": "application/json", ...version, ...headers };
  const lines = Object.entries({ host: "localhost", "content-length": bytes.length, ...sent });
  const head = lines.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}\r\n`]));
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${head.join("")}\r\n`), bytes]);
}

const { fetch, get, post } = createClient();

test("a body of 16 MiB is read by default, and a longer one gets 413", async () => {
  const spaces = " ".repeat(16 * 1024 * 1024);

  const [read, refused] = [await post("/v1/messages", spaces), await post("/v1/messages", `${spaces} `)];

  expect([read.status, refused.status]).toEqual([400, 413]);
  expect(await refused.text()).toContain("The request body is larger than 16777216 bytes.");
});

test.for(Object.keys(operations))(
  "R5.1, R5.3, R7.12, R2.14: %s needs a key, and one with permission, and its errors have three texts",
  async (operationId) => {
    const { url, init } = exampleRequest(operationId);
    const ask = async (headers: Record<string, string>) => {
      const response = await fetch(url, { ...init, headers: { ...init.headers, ...headers } });
      return [response.status, await response.json()];
    };
    const error = { message: expect.any(String), type: expect.any(String), code: expect.any(String) };
    const form = operationId === "createMessage" ? { type: "error", error: { ...error, code: undefined } } : { error };

    expect(await ask({ authorization: "" })).toEqual([401, form]);
    expect(await ask(bearer("sk-other"))).toEqual([401, form]);
    expect(await ask(bearer("sk-mock-limited"))).toEqual([403, form]);
    expect((await ask(bearer("sk-mock-limited")))[1]).toMatchObject({ error: { type: "permission_error" } });
  },
);

const boundary = { "content-type": "multipart/form-data; boundary=x" };

test.for<[string, string, RequestInit & { headers?: Record<string, string> }, string]>([
  ["an unknown bot", "/bot/No-Such", exampleRequest("queryBot").init as object, "model_not_found"],
  ["an unknown video", "/v1/videos/video_0", {}, "not_found"],
  ["a remix of an unknown video", "/v1/videos/video_0/remix", json({ prompt: "Snow." }) as object, "not_found"],
  [
    "an extension of an unknown video",
    "/v1/videos/extensions",
    json({ video: { id: "video_0" }, prompt: "Snow." }) as object,
    "not_found",
  ],
  ["a page of 101 entries", "/v1/usage/history?limit=101", {}, "invalid_parameter"],
  ["a form that is none", "/v1/files", { method: "POST", headers: boundary, body: "no form" }, "invalid_parameter"],
  ["an empty form", "/v1/files", { method: "POST", headers: boundary }, "missing_parameter"],
])("refuses %s", async ([, path, init, code]) => {
  expect(await (await get(path, init)).json()).toMatchObject({ error: { code } });
});

test.for<[string, Change, number]>([
  ["the path", { path: "/v1/chats", ...noKey }, 404],
  ["the key", { body: "{", headers: { authorization: undefined, "content-type": "text/plain" } }, 401],
  ["the media type", { body: "{", headers: { "content-type": "text/plain" } }, 415],
  ["the shape", { body: '{"model":"no-such"}', ...key("limited") }, 400],
  ["the model", { fields: { model: "no-such" }, ...key("limited") }, 400],
  ["the points", { headers: { ...bearer("sk-mock-low"), prefer: "code=418x" } }, 402],
])("of several faults it reports %s first", async ([, change, status]) => {
  const connection = openConnection(server.port);
  connection.send(written({ path: "/v1/chat/completions", ...change }, chat));
  const response = await connection.receive();
  connection.leave();

  expect(response.status).toBe(status);
});

test("a key without points may ask for what costs none, and a form takes it without a scheme", async () => {
  const { init } = exampleRequest("uploadFile");
  const low = { ...bearer("sk-mock-low"), prefer: "code=418x" };

  const balance = await get("/v1/balance", { headers: low });
  const upload = await fetch("http://mock/v1/files", { ...init, headers: { ...low, authorization: "sk-mock-low" } });

  // Both are past the points, and refused for their Prefer.
  expect([await balance.text(), await upload.text()]).toEqual(Array(2).fill(expect.stringContaining("Prefer")));
});
