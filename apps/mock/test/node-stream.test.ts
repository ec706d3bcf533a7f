// @module-tag socket
import { get } from "node:http";
import { expect, test } from "vitest";
import type { EventStream } from "../src/call.js";
import { disconnectSignal, sendEvents } from "../src/http/node-stream.js";
import { openConnection } from "./raw-exchange.js";
import { serve } from "./serve.js";

/** Serves a stream, by the path of the request, at a port. */
const serveStream = (streamOf: (path: string) => EventStream) =>
  serve((request, response) => {
    const disconnected = disconnectSignal(response);
    sendEvents(response, { events: streamOf(request.url ?? ""), disconnected }).catch(() => response.destroy());
  });

const requestOf = (path: string, version = "1.1") => `GET ${path} HTTP/${version}\r\nhost: localhost\r\n\r\n`;

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test("each event is a chunk of its own, whatever its characters are", async () => {
  const events = ["data: one\n\n", "data: zwölf\n\n", "data: 十二 🙂\n\n", "", Buffer.from("data: bytes\n\n")];
  const port = await serveStream(() => async (_signal, send) => {
    for (const event of events) await send(event);
  });
  const connection = openConnection(port);

  connection.send(requestOf("/"));
  const { chunks, isWhole } = await connection.receive();
  connection.leave();

  expect(isWhole).toBe(true);
  expect(chunks.map(String)).toEqual(events.filter((event) => event.length > 0).map(String));
});

test("a stream that is asked for before the one before it is over comes after it, whole", async () => {
  let endFirst = () => {};
  const firstMayEnd = new Promise<void>((resolve) => {
    endFirst = resolve;
  });
  const port = await serveStream((path) => async (_signal, send) => {
    for (let count = 1; count <= 3; count += 1) {
      await send(`data: ${path} ${count}\n\n`);
      if (path === "/first") await firstMayEnd;
      if (path === "/second" && count === 2) {
        endFirst();
        await turn();
      }
    }
  });
  const connection = openConnection(port);

  connection.send(requestOf("/first") + requestOf("/second"));
  const first = await connection.receive();
  const second = await connection.receive();
  connection.leave();

  const eventsOf = (path: string) => [1, 2, 3].map((count) => `data: ${path} ${count}\n\n`).join("");
  expect([first.text, second.text]).toEqual([eventsOf("/first"), eventsOf("/second")]);
  expect([first.isWhole, second.isWhole]).toEqual([true, true]);
});

test("a client of HTTP/1.0 gets the events without chunks", async () => {
  const port = await serveStream(() => async (_signal, send) => {
    await send("data: 1\n\n");
    await send("data: 2\n\n");
  });
  const connection = openConnection(port);

  connection.send(requestOf("/", "1.0"));
  const { text } = await connection.receive();

  expect(text).toBe("data: 1\n\ndata: 2\n\n");
  expect(await connection.ended()).toBe("ended");
});

test("events are sent no faster than the client reads", async () => {
  const event = `data: ${"x".repeat(1_000_000)}\n\n`;
  const total = 64;
  let sent = 0;
  let tellHeld = () => {};
  const held = new Promise<void>((resolve) => {
    tellHeld = resolve;
  });
  const port = await serveStream(() => async (_signal, send) => {
    while (sent < total) {
      sent += 1;
      const room = Promise.resolve(send(event)).then(() => "room");
      if ((await Promise.race([room, turn()])) !== "room") tellHeld();
      await room;
    }
    tellHeld();
  });

  const response = await new Promise<AsyncIterable<Buffer>>((resolve) => get({ port }, resolve));
  await held;
  const sentUnread = sent;
  let bytes = 0;
  for await (const chunk of response) bytes += chunk.length;

  expect(sentUnread).toBeLessThan(total);
  expect(bytes).toBe(total * event.length);
});

test("a client that leaves while it is waited for ends the stream", async () => {
  const event = `data: ${"x".repeat(1_000_000)}\n\n`;
  let tellEnd = (_reason: string) => {};
  const ended = new Promise<string>((resolve) => {
    tellEnd = resolve;
  });
  let tellBegun = () => {};
  const begun = new Promise<void>((resolve) => {
    tellBegun = resolve;
  });
  const port = await serveStream(() => async (signal, send) => {
    try {
      tellBegun();
      while (!signal.aborted) await send(event);
    } finally {
      tellEnd(signal.aborted ? "left" : "over");
    }
  });
  const connection = openConnection(port);

  connection.send(requestOf("/"));
  await begun;
  connection.leave("reset");

  expect(await ended).toBe("left");
});
