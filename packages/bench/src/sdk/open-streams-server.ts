// Chat streams that stay open until all that were announced are there, and then send their events one by one.
import { createServer, type ServerResponse } from "node:http";
import { announce } from "../announce.ts";
import { chunksOf } from "./answers.ts";

const chunks = chunksOf(30);
const gapMs = 20;
let waiting: ServerResponse[] = [];

announce(
  createServer((request, response) => {
    request.resume().on("end", () => {
      if (request.method === "GET") return void response.end("{}");
      response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      waiting.push(response);
      if (waiting.length < Number(request.headers["x-streams"])) return;
      const together = waiting;
      waiting = [];
      send(together, 0);
    });
  }),
);

function send(responses: ServerResponse[], index: number): void {
  const isLast = index === chunks.length - 1;
  for (const response of responses) {
    response.write(chunks[index]);
    if (isLast) response.end();
  }
  if (!isLast) setTimeout(send, gapMs, responses, index + 1);
}
