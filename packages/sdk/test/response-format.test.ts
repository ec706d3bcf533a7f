import { expect, test } from "vitest";
import { ResponseFormatError } from "../src/index.js";
import { clientAnswering, clientOf, failureOf, request, streamRequest } from "./stub-service.js";

const html = `<!doctype html><title>Sign in</title>${" ".repeat(5000)}`;

test.each([
  ["HTML from a proxy", html, "text/html", "with text/html where application/json was asked for"],
  ["text", "ok", "text/plain", "with text/plain where application/json was asked for"],
  [
    "an event stream",
    "data: [DONE]\n\n",
    "text/event-stream",
    "with text/event-stream where application/json was asked for",
  ],
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

  const error = (await failureOf(client.chat.completions.create(request))) as ResponseFormatError;

  expect(error).toBeInstanceOf(ResponseFormatError);
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

  const error = (await failureOf(client.chat.completions.create(streamRequest))) as ResponseFormatError;

  expect(error).toBeInstanceOf(ResponseFormatError);
  expect(error.message).toContain(`with ${mediaType} where text/event-stream was asked for`);
  expect(error.excerpt).toBe(body.slice(0, 200));
});

test("does not wait for the end of a body that nobody asked for", async () => {
  let isCancelled = false;
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(new TextEncoder().encode("<p>more</p>".repeat(50))),
    cancel() {
      isCancelled = true;
    },
  });
  const client = clientOf(async () => new Response(endless, { headers: { "content-type": "text/html" } }));

  const error = await failureOf(client.chat.completions.create(streamRequest));

  expect(error).toBeInstanceOf(ResponseFormatError);
  expect(isCancelled).toBe(true);
});

test("keeps the excerpt out of what is printed", async () => {
  const client = clientAnswering("{private words", {});

  const error = (await failureOf(client.chat.completions.create(request))) as ResponseFormatError;

  expect(`${error.message}${JSON.stringify(error)}${error.stack}`).not.toContain("private words");
});
