import { Worker } from "node:worker_threads";
import { examplesOf } from "./stub-service.js";

// It runs in a thread of its own, because the thread of a synchronous call sleeps.
const server = `
const { createServer } = require("node:http");
const { parentPort, workerData } = require("node:worker_threads");
createServer(async (request, response) => {
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
