// @module-tag socket
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { IncomingHttpHeaders, RequestListener } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { readExchanges } from "@model-access/contract";
import { expect, test } from "vitest";
import { type ServerOptions, startMock } from "../src/index.js";
import { startClient } from "./client.js";
import { folder } from "./data-files.js";
import { asked, fileOf, recorded } from "./recordings.js";
import { serve } from "./serve.js";

const realKey = "sk-live-0123456789abcdef";
let count = 0;
const newFile = () => {
  count += 1;
  return join(folder, `missing-${count}.jsonl`);
};

/** A deployment that answers as it is told to, and keeps what it was asked. */
async function deploymentOf(answer: RequestListener) {
  const seen: { url: string; headers: IncomingHttpHeaders; body: string }[] = [];
  const port = await serve(async (request, response) => {
    seen.push({ url: request.url ?? "", headers: request.headers, body: await text(request) });
    answer(request, response);
  });
  return { upstream: `http://127.0.0.1:${port}/base`, seen };
}

const json200: RequestListener = (_request, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end('{"from":"upstream"}');
};

async function mockOf(options: ServerOptions) {
  const { post } = await startClient(options);
  return (body: object = asked, headers: Record<string, string> = {}) => post("/v1/chat/completions", body, headers);
}

test("what is missed is passed on with the real key, added to the file, and replayed from then on", async () => {
  const { upstream, seen } = await deploymentOf(json200);
  const file = newFile();
  const ask = await mockOf({ recordings: file, recordMissing: { upstream, apiKey: realKey } });

  const texts = [await (await ask()).text(), await (await ask()).text()];
  const inCI = await mockOf({ recordings: file, recordingsOnly: true });

  expect(texts).toEqual(['{"from":"upstream"}', '{"from":"upstream"}']);
  expect(seen).toHaveLength(1);
  expect(seen[0]?.url).toBe("/base/v1/chat/completions");
  expect(seen[0]?.headers.authorization).toBe(`Bearer ${realKey}`);
  expect(JSON.parse(seen[0]?.body ?? "")).toEqual(asked);
  expect(await (await inCI()).text()).toBe('{"from":"upstream"}');
  expect(readExchanges(readFileSync(file, "utf8"))).toHaveLength(1);
});

test("neither the mock's key nor its headers leave it, by whichever header the key came", async () => {
  const { upstream, seen } = await deploymentOf(json200);
  const { post } = await startClient({ recordings: newFile(), recordMissing: { upstream, apiKey: realKey } });

  await post(
    "/_session/secret/v1/messages",
    { model: "Claude-Haiku-4.5", max_tokens: 9, messages: asked.messages },
    { authorization: "", "x-api-key": "sk-mock-full@secret", "x-mock-latency": "instant", cookie: "a=b" },
  );

  const sent = JSON.stringify(seen);
  expect(seen[0]?.url).toBe("/base/v1/messages");
  expect(seen[0]?.headers["anthropic-version"]).toBe("2023-06-01");
  expect(sent).not.toContain("sk-mock");
  expect(sent).not.toContain("x-mock");
  expect(sent).not.toContain("secret");
  expect(seen[0]?.headers.cookie).toBeUndefined();
});

test("a stream is passed on as it comes, and replayed with its chunks", async () => {
  let finish = () => {};
  const { upstream } = await deploymentOf((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: one\n\n");
    finish = () => void response.end("data: [DONE]\n\n");
  });
  const file = newFile();
  const ask = await mockOf({ recordings: file, recordMissing: { upstream, apiKey: realKey } });

  const reader = (await ask({ ...asked, stream: true })).body?.pipeThrough(new TextDecoderStream()).getReader();
  const first = await reader?.read();
  finish(); // not before the first event has come through
  let rest = "";
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) rest += next.value;
  const again = await (await ask({ ...asked, stream: true })).text();

  expect([first?.value, rest]).toEqual(["data: one\n\n", "data: [DONE]\n\n"]);
  expect(again).toBe("data: one\n\ndata: [DONE]\n\n");
});

test("no key stands in the file, neither the real one nor the mock's", async () => {
  const { upstream } = await deploymentOf((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ echo: realKey }));
  });
  const file = newFile();
  const ask = await mockOf({ recordings: file, recordMissing: { upstream, apiKey: realKey } });
  const prompt = { ...asked, messages: [{ role: "user", content: `Both ${realKey} and sk-mock-full` }] };

  await (await ask(prompt)).text();

  expect(readFileSync(file, "utf8")).not.toMatch(/sk-live|sk-mock/);
  expect(await (await ask(prompt)).text()).toBe('{"echo":"[key]"}');
});

test.each([401, 402, 403, 429, 500, 503])("an answer %i is passed on and not recorded", async (status) => {
  const { upstream, seen } = await deploymentOf((_request, response) => void response.writeHead(status).end("{}"));
  const file = newFile();
  const ask = await mockOf({ recordings: file, recordMissing: { upstream, apiKey: realKey } });

  const statuses = [(await ask()).status, (await ask()).status];

  expect(statuses).toEqual([status, status]);
  expect(seen).toHaveLength(2);
  expect(existsSync(file) ? readFileSync(file, "utf8") : "").toBe("");
});

test("an answer that breaks off breaks off, and is not kept", async () => {
  const { upstream } = await deploymentOf((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: one\n\n", () => response.destroy());
  });
  const file = newFile();
  const ask = await mockOf({ recordings: file, recordMissing: { upstream, apiKey: realKey } });

  await expect((await ask()).text()).rejects.toThrow();

  expect(readFileSync(file, "utf8")).toBe("");
});

test("a deployment that can't be reached is 502 with a reason", async () => {
  const ask = await mockOf({
    recordings: newFile(),
    recordMissing: { upstream: "http://127.0.0.1:9", apiKey: realKey },
  });

  const response = await ask();

  expect(response.status).toBe(502);
  expect(await response.text()).toContain("The deployment could not be reached: nothing listens there.");
});

test("a web page can't spend the real key", async () => {
  const { upstream, seen } = await deploymentOf(json200);
  const ask = await mockOf({ recordings: newFile(), recordMissing: { upstream, apiKey: realKey } });

  const response = await ask(asked, { origin: "https://evil.example" });

  expect(response.status).toBe(403);
  expect(seen).toEqual([]);
});

test("in a folder, what is missed goes into recorded.jsonl", async () => {
  const { upstream } = await deploymentOf(json200);
  const recordings = join(folder, "recordings");
  mkdirSync(recordings);

  const ask = await mockOf({ recordings, recordMissing: { upstream, apiKey: realKey } });
  await (await ask()).text();

  expect(readExchanges(readFileSync(join(recordings, "recorded.jsonl"), "utf8"))).toHaveLength(1);
});

test("a deployment that compresses all the same is read by the client, and replayed as text", async () => {
  const { upstream } = await deploymentOf((_request, response) => {
    const headers = { "content-type": "application/json", "content-encoding": "gzip" };
    response.writeHead(200, headers).end(gzipSync('{"from":"upstream"}'));
  });
  const ask = await mockOf({ recordings: newFile(), recordMissing: { upstream, apiKey: realKey } });

  const texts = [await (await ask()).text(), await (await ask()).text()];

  expect(texts).toEqual(['{"from":"upstream"}', '{"from":"upstream"}']);
});

test("nothing is added to a HAR file, which lines would break", async () => {
  const recordings = join(folder, "session.har");
  writeFileSync(recordings, '{"log":{"entries":[]}}');
  const recordMissing = { upstream: "https://api.example.com", apiKey: realKey };

  await expect(startMock({ recordings, recordMissing })).rejects.toThrow("put it into a folder and name that");

  expect(readFileSync(recordings, "utf8")).toBe('{"log":{"entries":[]}}');
});

test.for([
  [{ apiKey: "" }, {}, "recordMissing needs an apiKey of the deployment; the mock's keys are none."],
  [{ upstream: "http://api.example.com" }, {}, "so use https."],
  [{}, { recordings: undefined }, "recordMissing needs recordings; name the file that it adds to."],
  [{}, { recordingsOnly: true }, "recordingsOnly refuses what recordMissing would record; choose one."],
] as const)("recording with %o and %o is refused", async ([wrong, options, says]) => {
  const recordMissing = { upstream: "https://api.example.com", apiKey: realKey, ...wrong };
  const { recordings, ...others } = { recordings: fileOf(recorded({})), ...options };

  await expect(startMock({ ...others, ...(recordings && { recordings }), recordMissing })).rejects.toThrow(says);
});
