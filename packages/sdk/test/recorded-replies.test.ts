import { writeExchange } from "@model-access/contract";
import { expect, test } from "vitest";
import { createTestFetch, recordedReplies, type TestReply } from "../src/testing/index.js";
import { clientOf, streamRequest } from "./stub-service.js";
import { chunkOf, collect } from "./stub-streams.js";

/** An exchange as the mock and the contract tests write it. */
function lineOf(response: object | undefined): string {
  return writeExchange({
    format: "model-access-exchange/1",
    id: "1",
    at: "2026-11-21T21:00:00.000Z",
    request: { method: "POST", target: "/v1/chat/completions", headers: [] },
    // Tests also write what the type does not allow.
    ...(response && {
      response: { status: 200, headers: [["content-type", "text/event-stream"]], headersMs: 1, endMs: 9, ...response },
    }),
  } as unknown as Parameters<typeof writeExchange>[0]);
}

const recorded = [
  { atMs: 2, text: `data: ${JSON.stringify(chunkOf({ content: "Sev" }))}\n\n` },
  {
    atMs: 4,
    base64: Buffer.from(`data: ${JSON.stringify(chunkOf({ content: "en" }, "stop"))}\n\ndata: [DONE]\n\n`).toString(
      "base64",
    ),
  },
];

test("plays a recorded exchange", async () => {
  const [reply] = recordedReplies(`\n${lineOf({ chunks: recorded, ending: "complete" })}\n`) as [TestReply];

  const client = clientOf(createTestFetch([reply, reply]).fetch);

  expect(await client.chat.completions.stream(streamRequest).text()).toBe("Seven");
  expect(await collect(client.chat.completions.stream(streamRequest))).toHaveLength(2);
});

test.each<[string, object | undefined, object]>([
  ["was cut", { chunks: [], ending: "cut" }, { ending: "cut" }],
  ["was reset", { chunks: [], ending: "reset" }, { ending: "reset" }],
  ["was left by its client", { chunks: [], ending: "left" }, { ending: "stall" }],
  ["was still open", { chunks: [], ending: "open" }, { ending: "stall" }],
  ["never came", undefined, { chunks: [], ending: "reset" }],
])("plays a recorded reply that %s", (_what, response, expected) => {
  expect(recordedReplies(lineOf(response))).toEqual([expect.objectContaining(expected)]);
});

test.each([
  ["text that is no JSON", "{", /^Line 2 is not an exchange that can be played: /],
  [
    "another format",
    '{"format":"har"}',
    "Line 2 is not an exchange that can be played: its format is not model-access-exchange/1",
  ],
  [
    "bytes that were not kept",
    lineOf({ chunks: [{ atMs: 1, text: "x", omittedBytes: 7 }], ending: "complete" }).trim(),
    "Line 2 is not an exchange that can be played: 7 bytes of it were not kept",
  ],
])("refuses to play %s", (_what, line, message) => {
  expect(() => recordedReplies(`${lineOf({ chunks: [], ending: "complete" })}${line}`)).toThrow(message);
});
