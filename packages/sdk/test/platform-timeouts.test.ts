import { expect, test } from "vitest";
import { type StreamIncompleteError, TimeoutError } from "../src/index.js";
import { clientOf, failureOf, streamRequest } from "./stub-service.js";
import { bytesOf, chunkOf, streamText, streamWith } from "./stub-streams.js";

const first = streamText(chunkOf({ role: "assistant", content: "Sev" }));

test.each([
  ["UND_ERR_HEADERS_TIMEOUT", "headers"],
  ["UND_ERR_BODY_TIMEOUT", "betweenContents"],
])("recognises the platform's own limit %s", async (code, phase) => {
  const cause = Object.assign(new Error("Timeout Error"), { code });
  const client = clientOf(async () => {
    throw new TypeError("fetch failed", { cause });
  });

  const failure = await failureOf(client.models.list());

  expect(failure).toBeInstanceOf(TimeoutError);
  expect(failure).toMatchObject({
    phase,
    timeoutMs: 300_000,
    message: expect.stringContaining("the platform's own fetch gives up after five silent minutes"),
  });
});

test("says of a stream that the platform's own limit ended it", async () => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytesOf(first));
    },
    pull(controller) {
      controller.error(
        new TypeError("terminated", { cause: Object.assign(new Error("Body"), { code: "UND_ERR_BODY_TIMEOUT" }) }),
      );
    },
  });
  const client = clientOf(async () => streamWith(body));

  const failure = (await failureOf(
    (await client.chat.completions.create(streamRequest)).final(),
  )) as StreamIncompleteError;

  expect(failure.message).toContain("the platform's own fetch gives up after five silent minutes");
});
