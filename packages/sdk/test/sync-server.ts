import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll } from "vitest";
import { examplesOf } from "./stub-service.js";

// It runs in a thread of its own, because the thread of a synchronous call sleeps.
const server = `
const { createServer } = require("node:http");
const { parentPort, workerData } = require("node:worker_threads");
createServer({ keepAliveTimeout: 75_000 }, async (request, response) => {
  for await (const part of request);
  const name = decodeURIComponent(request.url.split("/").at(-1));
  const stream = workerData[name];
  if (name === "page") response.setHeader("content-type", "text/html").end("<p>" + request.headers.authorization + "</p>");
  else if (stream === undefined) response.writeHead(404).end();
  else response.writeHead(200, { "content-type": "text/event-stream" }).end(stream);
}).listen(0, "127.0.0.1", function () { parentPort.postMessage(this.address().port); });
`;

/** A service whose bots are the examples of the contract. The bot `page` answers with HTML that names the key. */
export async function startServer(): Promise<{ baseURL: string; close(): Promise<number> }> {
  const streams = Object.fromEntries(examplesOf("queryBot", "200", "text/event-stream"));
  const thread = new Worker(server, { eval: true, workerData: streams });
  const port = await new Promise((resolve, reject) => thread.once("message", resolve).once("error", reject));
  return { baseURL: `http://127.0.0.1:${port}`, close: () => thread.terminate() };
}

/** Starts the service for the tests of a file, with an empty folder for the programs that call it. */
export function useServer(): { folder: string; baseURL(): string } {
  const folder = mkdtempSync(join(tmpdir(), "model-access-sync-"));
  let server: Awaited<ReturnType<typeof startServer>>;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { folder, baseURL: () => server.baseURL };
}
