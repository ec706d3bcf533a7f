import { expect, test } from "vitest";
import { ConnectionError, ResponseFormatError } from "../src/index.js";
import { clientAnswering, clientOf, failureOf, request, streamRequest } from "./stub-service.js";
import { brokenBody, endlessBody } from "./stub-streams.js";

const html = `<!doctype html><title>Sign in</title>${" ".repeat(5000)}`;

test.each([
  ["HTML from a proxy", html, "text/html", "with text/html where application/json was asked for"],
  ["text", "ok", "text/plain", "with text/plain where application/json was asked for"],
  ["an event stream", "data: [DONE]\n\n", "text/event-stream", "with text/event-stream where application/json was"],
  ["malformed JSON", "{choices: []}", "application/json", "with malformed or cut JSON"],
  ["cut JSON", '{"id":"chatcmpl-1","choices":[{"ind', "application/json", "with malformed or cut JSON"],
  ["an empty body", "", "application/json", "with an empty body"],
  ["an empty body without a media type", null, "", "with an empty body"],
  ["null", "null", "application/json", "with JSON that is no object"],
  ["a list", "[]", "application/json", "with JSON that has no choices"],
  ["an error with status 200", '{"error":{"message":"No"}}', "application/json", "with an error object: No"],
])("types a plain reply that holds %s", async (_what, body, mediaType, what) => {
  const headers: Record<string, string> = { "x-request-id": "req-9" };
  if (mediaType !== "") headers["content-type"] = mediaType;
  const client = clientAnswering(body, { headers });

  const error = await failureOf(client.chat.completions.create(request), ResponseFormatError);

  expect(error).toMatchObject({
    status: 200,
    requestId: "req-9",
    message: expect.stringContaining(`POST /v1/chat/completions answered 200 ${what}`),
  });
  expect(error.excerpt).toBe((body ?? "").slice(0, 200));
});

test("types an empty reply that says its length", async () => {
  const client = clientAnswering("", { headers: { "content-length": "0" } });

  expect(await failureOf(client.chat.completions.create(request))).toBeInstanceOf(ResponseFormatError);
});

test.each([
  ["HTML from a proxy", html, "text/html"],
  ["JSON from a service that does not stream", '{"choices":[]}', "application/json"],
])("types a streamed reply that holds %s", async (_what, body, mediaType) => {
  const client = clientAnswering(body, { headers: { "content-type": mediaType } });

  const error = await failureOf(client.chat.completions.create(streamRequest), ResponseFormatError);

  expect(error.message).toContain(`with ${mediaType} where text/event-stream was asked for`);
  expect(error.excerpt).toBe(body.slice(0, 200));
});

test("does not wait for the end of a body that nobody asked for", async () => {
  const { body, state } = endlessBody("<p>more</p>".repeat(50));
  const client = clientOf(async () => new Response(body, { headers: { "content-type": "text/html" } }));

  await failureOf(client.chat.completions.create(streamRequest), ResponseFormatError);

  expect(state.isCancelled).toBe(true);
});

test("keeps the excerpt out of what is printed", async () => {
  const client = clientAnswering("{private words", {});

  const error = (await failureOf(client.chat.completions.create(request))) as ResponseFormatError;

  expect(`${error.message}${JSON.stringify(error)}${error.stack}`).not.toContain("private words");
});

/** A client whose answers begin with this text and then lose their connection. */
const losing = (text: string, headers: Record<string, string>, cause?: Error) =>
  clientOf(async () => new Response(brokenBody(text, new TypeError("terminated", { cause })), { headers }));

test("types a page of a proxy whose connection is lost", async () => {
  expect(
    await failureOf(losing("<title>Sign", { "content-type": "text/html" }).models.list(), ResponseFormatError),
  ).toMatchObject({ excerpt: "<title>Sign", mayHaveBeenProcessed: "maybe" });
});

test("says of an answer that cannot be unpacked that the connection was lost", async () => {
  const headers = { "content-type": "application/json", "content-encoding": "gzip" };

  expect(
    await failureOf(losing("", headers, new Error("incorrect header check")).models.list(), ConnectionError),
  ).toMatchObject({ message: expect.stringContaining("incorrect header check"), status: 200 });
});

test.each([request, streamRequest])("tells what the service said in a 200 that holds an error", async (body) => {
  const error = { message: "The model is overloaded.", type: "api_error", code: "overloaded" };

  expect(await failureOf(clientAnswering({ error }).chat.completions.create(body))).toMatchObject({
    name: "ResponseFormatError",
    message: "POST /v1/chat/completions answered 200 with an error object, api_error: The model is overloaded",
    type: "api_error",
    code: "overloaded",
  });
});

test("refuses a reply that is larger than maxResponseBytes while it is read", async () => {
  const { body, state } = endlessBody(" ".repeat(1024));
  const client = clientOf(async () => new Response(body), { maxResponseBytes: 10 * 1024 });

  expect(await failureOf(client.models.list())).toMatchObject({
    name: "ResponseFormatError",
    message: "GET /v1/models answered 200 with more than maxResponseBytes (10240); raise it if you expect such replies",
    mayHaveBeenProcessed: "yes",
  });
  expect(state).toEqual({ pulls: 11, isCancelled: true });
});
