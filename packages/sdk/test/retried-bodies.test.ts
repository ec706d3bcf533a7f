import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { clientOf } from "./stub-service.js";
import { createHastyClock } from "./test-clock.js";

async function* generate() {
  yield "text";
}

/** Returns the bodies that a raw call sends to a busy service, attempt by attempt. The types don't know these bodies. */
async function sentOf(body: unknown): Promise<unknown[]> {
  const sent: unknown[] = [];
  const fetch = async (_url: string, init: RequestInit) => {
    sent.push(init.body);
    return Response.json({}, { status: 503 });
  };
  const client = clientOf(fetch, { maxRetries: 2, clock: createHastyClock().clock });

  const { response } = await client.raw.POST("/v1/files", { body: body as never, bodySerializer: () => body });

  expect(response.status).toBe(503);
  return sent;
}

test.each([
  ["a web stream", () => new Blob(["text"]).stream()],
  ["a stream of Node", () => Readable.from(["text"])],
  ["an async generator", generate],
])("sends %s once, because it is gone then", async (_what, bodyOf) => {
  const body = bodyOf();

  expect(await sentOf(body)).toEqual([body]);
});

test.each([
  ["a text", "text"],
  ["a Blob", new Blob(["text"])],
  ["bytes", new Uint8Array(3)],
  ["a query", new URLSearchParams("a=b")],
])("sends %s again", async (_what, body) => {
  expect(await sentOf(body)).toEqual([body, body, body]);
});
