import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll } from "vitest";
import { exampleOf, examplesOf, key } from "./stub-service.js";

// It runs in a thread of its own, because the thread of a synchronous call sleeps.
const server = `
const { createServer } = require("node:http");
const { parentPort, workerData: { closed, refusal, streams } } = require("node:worker_threads");
const unended = streams.botStreamText.split("event: done")[0];
createServer({ keepAliveTimeout: 75_000 }, async (request, response) => {
  let body = "";
  request.setEncoding("latin1");
  for await (const part of request) body += part;
  response.on("close", () => { if (!response.writableFinished) { Atomics.add(closed, 0, 1); Atomics.notify(closed, 0); } });
  const name = decodeURIComponent(request.url.split("/").at(-1));
  if (request.headers.authorization !== "Bearer ${key}") {
    response.writeHead(401, { "content-type": "application/json", "x-request-id": "req-1" }).end(refusal);
  } else if (request.url === "/v1/files") {
    response.setHeader("content-type", "application/json").end(JSON.stringify({
      attachment_url: "https://files.example/a/" + (/filename="([^"]*)"/.exec(body) ?? [])[1],
      mime_type: request.headers["content-type"].split(";")[0],
      size: body.includes("month,points") ? 12 : 0,
    }));
  } else if (name === "page") {
    response.setHeader("content-type", "text/html").end("<p>" + request.headers.authorization + "</p>");
  } else {
    const stream = { ...streams, endless: unended, cut: unended }[name];
    response.writeHead(stream === undefined ? 404 : 200, { "content-type": "text/event-stream" });
    if (name === "endless") response.write(stream);
    else response.end(stream);
  }
}).listen(0, "127.0.0.1", function () { parentPort.postMessage(this.address().port); });
`;

/**
 * Starts a service for the tests of a file, with an empty folder for the programs that call it. Its bots are the examples of
 * the contract, `cut` and `endless`, whose stream has no end, and `page`, which answers with HTML that names the key.
 */
export function useServer() {
  const folder = mkdtempSync(join(tmpdir(), "model-access-sync-"));
  // Counts the answers that were left.
  const closed = new Int32Array(new SharedArrayBuffer(4));
  const streams = Object.fromEntries(examplesOf("queryBot", "200", "text/event-stream"));
  const refusal = JSON.stringify(exampleOf("queryBot", "401"));
  let thread: Worker;
  let port: unknown;
  beforeAll(async () => {
    thread = new Worker(server, { eval: true, workerData: { closed, refusal, streams } });
    port = await new Promise((resolve, reject) => thread.once("message", resolve).once("error", reject));
  });
  afterAll(async () => {
    await thread.terminate();
    rmSync(folder, { recursive: true, force: true });
  });
  return { folder, closed, baseURL: () => `http://127.0.0.1:${port}` };
}
