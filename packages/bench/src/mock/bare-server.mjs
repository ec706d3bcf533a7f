// The baselines: `bare-server.mjs MODE OPTIONS`, the options as JSON. It loads only a Node module, so that its start is a
// baseline too, and prints its address like the mock with `--log json`.
import { createServer } from "node:http";

const [, , mode, options] = process.argv;
const { reply, events, firstMs, gapMs } = JSON.parse(options);
let waiting = [];

const modes = {
  /** Parses the body and sends one reply from memory. */
  json(body, response) {
    JSON.parse(body);
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(reply) };
    response.writeHead(200, headers).end(reply);
  },
  /** Sends each event by a timer set by the previous one. */
  chained(_, response) {
    openStream(response);
    setTimeout(sendFrom, firstMs, [response], 0);
  },
  /** Holds streams open until there are `x-streams` of them, then sends the events to all. */
  together(_, response, request) {
    openStream(response);
    waiting.push(response);
    if (waiting.length < Number(request.headers["x-streams"])) return;
    sendFrom(waiting, 0);
    waiting = [];
  },
};

const server = createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    if (request.method === "GET") response.end("{}");
    else modes[mode](Buffer.concat(chunks).toString(), response, request);
  });
});
server.keepAliveTimeout = 75_000; // longer than clients keep idle connections
server.listen(0, "127.0.0.1", () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  process.stdout.write(`${JSON.stringify({ event: "listening", url })}\n`);
});

function openStream(response) {
  response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
}

function sendFrom(responses, index) {
  const isLast = index === events.length - 1;
  for (const response of responses) {
    response.write(events[index]);
    if (isLast) response.end();
  }
  if (!isLast) setTimeout(sendFrom, gapMs, responses, index + 1);
}
