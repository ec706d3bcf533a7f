// @module-tag socket
import { createRequire } from "node:module";
import { getBotResponseSync } from "@model-access/sdk/sync";
import { expect, test } from "vitest";
import { type RelayReport, relay } from "../src/relay.js";
import { clientOf, collectingEnds, exampleOf, failureOf, key, streamRequest } from "./stub-service.js";
import { chunkOf, openStream, streamText, wholeStreamOf } from "./stub-streams.js";
import { startServer } from "./sync-server.js";
import { settle } from "./test-clock.js";

type Sdk = typeof import("@model-access/sdk");
type Relay = typeof import("@model-access/sdk/relay");

const seven = streamText(chunkOf({ content: "7" }));

test("tells of a relayed answer that the signal of the page's request ended that it was cancelled", async () => {
  const { ends, options } = collectingEnds();
  const reports: RelayReport[] = [];
  const page = new AbortController();
  const client = clientOf(async () => openStream(seven).answer, options);
  const call = client.chat.completions.create(streamRequest, { signal: page.signal });
  const { body } = relay(await call.asResponse(), { onDone: (report) => void reports.push(report) });
  const reading = body?.pipeTo(new WritableStream()).catch(() => {});
  await settle();

  page.abort();
  await reading;

  expect(ends).toMatchObject([{ outcome: "cancelled" }]);
  expect(reports).toMatchObject([{ outcome: "cancelled" }]);
});

test("tells of an answer of the ES modules what the relay of the CommonJS build saw", async () => {
  const { ends, options } = collectingEnds();
  const { ModelAccess }: Sdk = await import("@model-access/sdk");
  const commonJs: Relay = createRequire(import.meta.url)("@model-access/sdk/relay");
  const cut = streamText(chunkOf({ content: "7" }));
  const fetch = async () => wholeStreamOf(cut);
  const client = new ModelAccess({ apiKey: key, baseURL: "https://api.example", fetch, ...options });

  await commonJs.relay(await client.chat.completions.create(streamRequest).asResponse()).text();

  expect(ends).toMatchObject([{ outcome: "truncated" }]);
});

test("takes the bytes of a hand-made answer that has them, and no text of them", async () => {
  const bytes = Uint8Array.of(0, 0xff, 0xfe, 0x80, 7);
  // As in React Native, whose answers have no body.
  const answer = {
    ok: true,
    status: 200,
    headers: new Headers({ "content-type": "video/mp4" }),
    text: async () => new TextDecoder().decode(bytes),
    arrayBuffer: async () => bytes.buffer,
  };
  const client = clientOf(async () => answer as unknown as Response);

  const file = await client.videos.content("video_1");

  expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes);
});

test("takes Headers as the default headers of a synchronous call, as its type says", async () => {
  const server = await startServer();
  try {
    const options = { baseURL: server.baseURL, defaultHeaders: new Headers({ "x-team": "numbers" }) };
    // The bot is not there; what counts is that the service was asked.
    const run = async () => [...getBotResponseSync({ bot: "no-such-bot", messages: [], apiKey: key }, options)];

    expect(await failureOf(run())).toMatchObject({ name: "NotFoundError" });
  } finally {
    await server.close();
  }
});

test("sends the version of the upstream interface that the headers name", async () => {
  const sent: (string | null)[] = [];
  const client = clientOf(async (_url, { headers }) => {
    sent.push(new Headers(headers).get("anthropic-version"));
    return Response.json(exampleOf("createMessage", "200"));
  });
  const body = { model: "claude-sonnet-4.5", max_tokens: 10, messages: [{ role: "user" as const, content: "Hello" }] };

  const newer = client.withOptions({ defaultHeaders: { "anthropic-version": "2028-01-01" } });

  await client.messages.create(body, { headers: { "anthropic-version": "2030-01-01" } });
  await newer.messages.create(body);
  await newer.messages.create(body, { version: "2029-01-01" });
  await client.messages.create(body);

  expect(sent).toEqual(["2030-01-01", "2028-01-01", "2029-01-01", "2023-06-01"]);
});
