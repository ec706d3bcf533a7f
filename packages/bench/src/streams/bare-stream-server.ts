// The baseline of streams: events from memory, each sent by a timer that the event before has set.
import { createServer } from "node:http";
import { announce } from "../announce.ts";

const [eventCount = 0, firstMs, gapMs] = process.argv.slice(2).map(Number);
const event = `event: response.output_text.delta\ndata: {"type":"response.output_text.delta","delta":"${"x".repeat(120)}"}\n\n`;

announce(
  createServer((request, response) => {
    request.resume().on("end", () => {
      response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      let left = eventCount;
      const send = () => {
        response.write(event);
        left -= 1;
        if (left > 0) setTimeout(send, gapMs);
        else response.end();
      };
      setTimeout(send, firstMs);
    });
  }),
);
