import { createRequire } from "node:module";
import { describe, expect, test, vi } from "vitest";
import { type RelayReport, relay } from "../src/relay.js";
import { collectingEnds, failureOf, key, streamRequest } from "./stub-service.js";
import {
  brokenBody,
  chunkOf,
  collect,
  endlessBody,
  openStream,
  streamOf,
  streamText,
  streamWith,
  transcripts,
  wholeStreamOf,
  wireForms,
} from "./stub-streams.js";

const usage = { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 };
const last = { ...chunkOf({}), choices: [], usage };
const chat = streamText(chunkOf({ content: "7" }, "stop"), last, "[DONE]");
/** Passes an answer on to its end; gives what the reader got and what was reported. */
async function relayed(response: Response) {
  const reports: RelayReport[] = [];
  const body = relay(response, { onDone: (report) => reports.push(report) }).body ?? new Blob().stream();
  const bytes = (await collect(body)).flatMap((part) => [...part]);
  expect(reports).toHaveLength(1);
  return { bytes, report: reports[0] };
}

describe.each(wireForms)("a stream that comes $form", ({ parts }) => {
  test.each(transcripts)("is passed on unchanged: $operationId $name", async ({ stream: text, isFailed }) => {
    const { bytes, report } = await relayed(streamOf(parts(text)));

    expect(bytes).toEqual(parts(text).flatMap((part) => [...part]));
    expect(report?.outcome).toBe(isFailed || text.includes("response.failed") ? "failed" : "complete");
  });

  test("is reported with its usage", async () => {
    expect((await relayed(streamOf(parts(chat)))).report).toEqual({ outcome: "complete", usage });
  });

  test("is reported as truncated without its end marker", async () => {
    const text = streamText(chunkOf({ content: "7" }), last);

    expect((await relayed(streamOf(parts(text)))).report).toEqual({ outcome: "truncated", usage });
  });
});

test("adds up the usage that messages report in two parts", async () => {
  const text = [
    'event: message_start\ndata: {"type":"message_start","message":{"usage":{"input_tokens":5,"output_tokens":1}}}',
    'event: message_delta\ndata: {"type":"message_delta","delta":{},"usage":{"output_tokens":9}}',
    'event: message_stop\ndata: {"type":"message_stop"}',
    "",
  ].join("\n\n");

  const { report } = await relayed(wholeStreamOf(text));

  expect(report).toEqual({ outcome: "complete", usage: { input_tokens: 5, output_tokens: 9 } });
});

test("tells by the body's type where an event has no name", async () => {
  expect((await relayed(wholeStreamOf('data: {"type":"message_stop"}\n\n'))).report?.outcome).toBe("complete");
});

test("cancels the request when the reader leaves", async () => {
  const reports: RelayReport[] = [];
  const { answer, state } = openStream(streamText(chunkOf({ content: "7" })));
  const relaying = relay(answer, { onDone: (report) => reports.push(report) });
  const reader = relaying.body?.getReader();
  await reader?.read();

  await reader?.cancel();

  expect(state.isCancelled).toBe(true);
  expect(reports).toEqual([{ outcome: "cancelled", usage: undefined }]);
});

test("breaks off where the service breaks off, and says why", async () => {
  const cause = new TypeError("terminated");
  const onDone = vi.fn();
  const relaying = relay(streamWith(brokenBody(streamText(chunkOf({ content: "7" })), cause)), { onDone });

  expect(await failureOf(relaying.text())).toBe(cause);
  expect(onDone).toHaveBeenCalledExactlyOnceWith({ outcome: "truncated", usage: undefined, error: cause });
});

test("reads no further than it is read", async () => {
  const { body, state } = endlessBody(": ping\n\n");
  const reader = relay(streamWith(body)).body?.getReader();

  await reader?.read();

  expect(state.pulls).toBe(1);
});

test("passes on an event that is too large to look into", async () => {
  const onDone = vi.fn();

  expect(await relay(wholeStreamOf(chat), { maxEventBytes: 10, onDone }).text()).toBe(chat);
  expect(onDone).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ outcome: "truncated" }));
});

test("passes on the status, the media type and the request id, and no other header", async () => {
  const response = new Response("{}", {
    status: 200,
    headers: {
      "content-type": "application/json",
      "content-encoding": "gzip",
      "content-length": "99",
      "set-cookie": "session=1",
      "x-request-id": "req-1",
    },
  });

  const { status, headers } = relay(response);

  expect(status).toBe(200);
  expect(Object.fromEntries(headers)).toEqual({
    "cache-control": "no-store",
    "content-type": "application/json",
    "x-request-id": "req-1",
  });
});

test("reports a whole reply as complete", async () => {
  expect((await relayed(Response.json({ choices: [] }))).report).toEqual({ outcome: "complete", usage: undefined });
});

test("the relay of one build tells the client of the other what it saw", async () => {
  const { ends, options } = collectingEnds();
  const { ModelAccess }: typeof import("@model-access/sdk") = await import("@model-access/sdk");
  const commonJs: typeof import("@model-access/sdk/relay") = createRequire(import.meta.url)("@model-access/sdk/relay");
  const fetch = async () => wholeStreamOf(streamText(chunkOf({ content: "7" })));
  const client = new ModelAccess({ apiKey: key, baseURL: "https://api.example", fetch, ...options });

  await commonJs.relay(await client.chat.completions.create(streamRequest).asResponse()).text();

  expect(ends).toMatchObject([{ outcome: "truncated" }]);
});
