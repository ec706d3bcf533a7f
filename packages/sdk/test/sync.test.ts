// @module-tag socket
import { once } from "node:events";
import { inspect } from "node:util";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
// The built files, because a worker loads its file by itself.
import { BotError } from "../dist/bots.js";
import { InvalidKeyError, ModelAccessError, OptionError, StreamIncompleteError } from "../dist/index.js";
import { getBotResponseSync, uploadFileSync } from "../dist/sync.js";
import { exampleOf, examplesOf, key, thrownBy } from "./stub-service.js";

// A server in a thread of its own: this one sleeps while it waits for an answer.
const server = `
const { createServer } = require("node:http");
const { parentPort, workerData } = require("node:worker_threads");
const closed = new Int32Array(workerData.closed);
createServer({ keepAliveTimeout: 75_000 }, async (request, response) => {
  let body = "";
  request.setEncoding("latin1");
  for await (const part of request) body += part;
  response.on("close", () => { if (!response.writableFinished) { Atomics.add(closed, 0, 1); Atomics.notify(closed, 0); } });
  const name = decodeURIComponent(request.url.split("/").at(-1));
  if (request.headers.authorization !== "Bearer ${key}") {
    response.writeHead(401, { "content-type": "application/json", "x-request-id": "req-1" }).end(workerData.refusal);
  } else if (request.url === "/v1/files") {
    response.setHeader("content-type", "application/json").end(JSON.stringify({
      attachment_url: "https://files.example/a/" + (/filename="([^"]*)"/.exec(body) ?? [])[1],
      mime_type: request.headers["content-type"].split(";")[0],
      size: body.includes("month,points") ? 12 : 0,
    }));
  } else {
    response.writeHead(200, { "content-type": "text/event-stream" });
    if (name === "endless") response.write(workerData.streams.botStreamText.split("event: done")[0]);
    else if (name === "cut") response.end(workerData.streams.botStreamText.split("event: done")[0]);
    else response.end(workerData.streams[name]);
  }
}).listen(0, "127.0.0.1", function () { parentPort.postMessage(this.address().port); });
`;
const messages = [{ role: "user", content: "Name three European rivers." }];
const closed = new Int32Array(new SharedArrayBuffer(4));
let thread: Worker;
let baseURL = "";

beforeAll(async () => {
  const streams = Object.fromEntries(examplesOf("queryBot", "200", "text/event-stream"));
  const refusal = JSON.stringify(exampleOf("queryBot", "401"));
  thread = new Worker(server, { eval: true, workerData: { streams, refusal, closed: closed.buffer } });
  const [port] = await once(thread, "message");
  baseURL = `http://127.0.0.1:${port}`;
});

afterAll(() => thread.terminate());

test("gives the pieces of an answer to a plain loop", () => {
  const texts: string[] = [];

  for (const { text } of getBotResponseSync({ bot: "botStreamText", messages, apiKey: key }, { baseURL }))
    texts.push(text);

  expect(texts).toEqual(["", "The Danube", ", the Rhine", " and the Loire."]);
});

test("gives nothing after the end", () => {
  const pieces = getBotResponseSync({ bot: "botStreamText", messages, apiKey: key }, { baseURL });

  expect([...pieces]).toHaveLength(4);
  expect(pieces.next()).toEqual({ done: true, value: undefined });
});

test("ends the request when the loop is left", () => {
  const before = Atomics.load(closed, 0);

  for (const { text } of getBotResponseSync({ bot: "endless", messages, apiKey: key }, { baseURL })) {
    if (text !== "") break;
  }

  expect(Atomics.wait(closed, 0, before, 280_000)).not.toBe("timed-out");
});

test("throws the error of a bot with its class and what it knows", () => {
  const pieces = getBotResponseSync({ bot: "botStreamError", messages, apiKey: key }, { baseURL });

  const failure = thrownBy(() => [...pieces]);

  expect(failure).toBeInstanceOf(BotError);
  expect(failure).toMatchObject({ allowRetry: false, type: "user_message_too_long", partial: { text: "The Danube" } });
});

test("throws for a stream that is cut", () => {
  const pieces = getBotResponseSync({ bot: "cut", messages, apiKey: key }, { baseURL });

  const failure = thrownBy(() => [...pieces]);

  expect(failure).toBeInstanceOf(StreamIncompleteError);
  expect(failure).toMatchObject({ partial: { text: "The Danube, the Rhine and the Loire." } });
});

test("throws a refusal with its class, and without the key", () => {
  const wrongKey = "sk-test-wrong-9876543210";
  const pieces = getBotResponseSync({ bot: "botStreamText", messages, apiKey: wrongKey }, { baseURL });

  const failure = thrownBy(() => [...pieces]);

  expect(failure).toBeInstanceOf(InvalidKeyError);
  expect(failure).toMatchObject({ status: 401, requestId: "req-1" });
  expect(
    inspect(failure, { depth: 9, showHidden: true }) + inspect(pieces, { depth: 9, showHidden: true }),
  ).not.toContain(wrongKey);
});

test("throws for a wrong option", () => {
  const pieces = getBotResponseSync({ bot: "botStreamText", messages, apiKey: key }, { baseURL: "http://api.example" });

  expect(thrownBy(() => pieces.next())).toBeInstanceOf(OptionError);
});

test("refuses a function, which can't go to another thread, and does not show its code", () => {
  const apiKey = (() => "sk-in-the-code") as unknown as string;

  const failure = thrownBy(() => getBotResponseSync({ bot: "botStreamText", messages, apiKey }, { baseURL }));

  expect(failure).toBeInstanceOf(OptionError);
  expect(failure).toMatchObject({ message: "No function can go to another thread; use getBotResponse with it." });
  expect(inspect(failure, { depth: 9, showHidden: true })).not.toContain("sk-in-the-code");
});

test("uploads a file", () => {
  const file = new TextEncoder().encode("month,points");

  expect(uploadFileSync({ file, name: "sales.csv", apiKey: key }, { baseURL })).toEqual({
    url: "https://files.example/a/sales.csv",
    content_type: "multipart/form-data",
    name: "sales.csv",
    size: 12,
  });
});

test("uploads a File by its own name", () => {
  const file = new File(["month,points"], "points.csv");

  expect(uploadFileSync({ file, apiKey: key }, { baseURL })).toMatchObject({ name: "points.csv", size: 12 });
});

test("refuses an upload that is none before a thread is begun", () => {
  // @ts-expect-error it takes either of them
  expect(thrownBy(() => uploadFileSync({ apiKey: key }, { baseURL }))).toBeInstanceOf(OptionError);
});

test("says what to use where there are no threads to wait for", () => {
  vi.stubGlobal("Deno", {});

  const failure = thrownBy(() => getBotResponseSync({ bot: "botStreamText", messages, apiKey: key }, { baseURL }));

  vi.unstubAllGlobals();
  expect(failure).toBeInstanceOf(ModelAccessError);
  expect(failure).toMatchObject({ message: expect.stringMatching(/needs Node 22\.3 or later; use getBotResponse$/) });
});

test("says what to use where the platform refuses the modules of Node", () => {
  vi.spyOn(process, "getBuiltinModule").mockImplementation(() => {
    throw new Error("A Node.js API is used which is not supported in the Edge Runtime.");
  });

  const failure = thrownBy(() => uploadFileSync({ url: "https://files.example/a", apiKey: key }, { baseURL }));

  vi.restoreAllMocks();
  expect(failure).toBeInstanceOf(ModelAccessError);
  expect(failure).toMatchObject({ message: expect.stringMatching(/needs Node 22\.3 or later; use uploadFile$/) });
});
