// @module-tag socket
import { request } from "node:http";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { pairsOf, sendCaptured, startProxy } from "../src/proxy.js";
import { call, key, proxyTo, readAll, startUpstream } from "./proxied-server.js";

test("forwards method, path, headers and body, and the answer's headers in their order, repeated ones too", async () => {
  let seen: { url: string | undefined; raw: string[]; body: string } | undefined;
  const { baseURL } = await proxyTo(async (incoming, response) => {
    seen = { url: incoming.url, raw: incoming.rawHeaders, body: await readAll(incoming) };
    response.sendDate = false;
    response.writeHead(201, "Made", ["X-One", "1", "Set-Cookie", "a=1", "Set-Cookie", "b=2", "Content-Length", "2"]);
    response.end("ok");
  });

  const answer = await call(`${baseURL}/v1/chat/completions?x=1`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "X-Two": "2", "Content-Type": "application/json" },
    body: '{"a":1}',
  });

  expect(seen?.url).toBe("/v1/chat/completions?x=1");
  expect(seen?.raw.join(" ")).toContain("X-Two 2");
  expect(seen?.body).toBe('{"a":1}');
  expect([answer.status, answer.message, answer.body]).toEqual([201, "Made", "ok"]);
  expect(answer.raw.slice(0, 8)).toEqual([
    "X-One",
    "1",
    "Set-Cookie",
    "a=1",
    "Set-Cookie",
    "b=2",
    "Content-Length",
    "2",
  ]);
});

test("forwards each chunk of a stream before the next one arrives", async () => {
  const waiting: (() => void)[] = [];
  const { baseURL } = await proxyTo((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: 1\n\n");
    waiting.push(() => response.end("data: 2\n\n"));
  });

  const pieces: string[] = [];
  await new Promise<void>((resolve) => {
    request(baseURL, (response) => {
      response.on("data", (piece: Buffer) => {
        pieces.push(piece.toString());
        waiting.pop()?.();
      });
      response.on("end", resolve);
    }).end();
  });

  expect(pieces).toEqual(["data: 1\n\n", "data: 2\n\n"]);
});

test("applies a slow client's backpressure to the upstream, and buffers no more than sockets do", async () => {
  const size = 64 * 1024 * 1024;
  let written = 0;
  const { baseURL } = await proxyTo(
    (incoming, response) => {
      if (incoming.url === "/turn") return void response.end();
      response.writeHead(200, { "content-length": String(size) });
      const piece = Buffer.alloc(256 * 1024, "x");
      const more = () => {
        while (written < size) {
          written += piece.length;
          if (!response.write(piece)) return void response.once("drain", more);
        }
        response.end();
      };
      more();
    },
    { maxKeptBytes: 1024 },
  );

  const { hostname, port } = new URL(baseURL);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.write(`GET / HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  socket.pause();
  await untilSteady(
    () => written,
    () => call(`${baseURL}/turn`),
  );

  expect(written).toBeLessThan(size / 2);
});

test("aborts the upstream request when the client disconnects, and records it", async () => {
  let isGone: (() => void) | undefined;
  const gone = new Promise<void>((resolve) => {
    isGone = resolve;
  });
  const { baseURL, captures } = await proxyTo((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: 1\n\n");
    response.once("close", () => isGone?.());
  });

  await new Promise<void>((resolve) => {
    const outgoing = request(baseURL, (response) => {
      response.once("data", () => {
        outgoing.destroy();
        resolve();
      });
      response.once("error", () => undefined);
    });
    outgoing.end();
  });
  await gone;

  await expect.poll(() => captures[0]?.response?.ending).toBe("left");
});

test("closes the client's connection if the upstream breaks off", async () => {
  const { baseURL, captures } = await proxyTo((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: 1\n\n", () => response.destroy());
  });

  await expect(call(baseURL)).rejects.toThrow();

  expect(captures[0]?.response?.ending).toBe("cut");
});

test("answers 502 if the upstream gives no answer", async () => {
  const { baseURL, captures } = await proxyTo((incoming) => void incoming.socket.destroy());

  const { status, body } = await call(baseURL);

  expect([status, body]).toEqual([502, expect.stringContaining("could not be reached (ECONNRESET)")]);
  expect(captures[0]?.failure).toBe("ECONNRESET");
});

test("drops hop-by-hop headers, and those that Connection names", async () => {
  let names: string[] = [];
  const { baseURL } = await proxyTo((incoming, response) => {
    names = Object.keys(incoming.headers);
    response.end();
  });

  await call(baseURL, { headers: { Connection: "x-hop, close", "X-Hop": "1", TE: "trailers", "X-Kept": "1" } });

  expect(names).toContain("x-kept");
  expect(names).not.toContain("x-hop");
  expect(names).not.toContain("te");
});

test("refuses a web page whose host name resolves to this machine", async () => {
  const { baseURL } = await proxyTo((_, response) => void response.end("secret"));

  const { status } = await call(baseURL, { headers: { Host: "attacker.example" } });

  expect(status).toBe(403);
});

test("sends the headers from admit instead of the request's, and refuses what admit refuses", async () => {
  const seen: (string | undefined)[] = [];
  const { baseURL, captures } = await proxyTo(
    (incoming, response) => {
      seen.push(incoming.headers.authorization);
      response.end();
    },
    {
      admit: (incoming) =>
        incoming.headers.origin === undefined
          ? { headers: [...pairsOf(incoming), ["Authorization", `Bearer ${key}`]] }
          : { refusal: "No page may do this." },
    },
  );

  await call(baseURL);
  const page = await call(baseURL, { headers: { Origin: "https://page.example" } });

  expect(seen).toEqual([`Bearer ${key}`]);
  expect([page.status, page.body]).toEqual([403, expect.stringContaining("No page may do this.")]);
  expect(captures).toHaveLength(1);
});

test("aborts the upstream request when the signal aborts, and records that the client left", async () => {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const upstream = await startUpstream((_, response) => {
    response.write("first");
    response.once("close", end);
  });
  const leaving = new AbortController();

  const answer = await sendCaptured(upstream, {
    method: "GET",
    target: "/",
    headers: [],
    signal: leaving.signal,
  });
  await answer.body.next();
  leaving.abort();
  await expect(answer.body.next()).rejects.toThrow();
  await ended;

  expect(answer.capture.response?.ending).toBe("left");
});

test.for([
  ["ftp://example.com", "give a URL such as"],
  ["http://example.com", "use https"],
  ["https://user@example.com", "no user"],
])("refuses the upstream %s", async ([upstream = "", says = ""]) => {
  await expect(startProxy({ upstream })).rejects.toThrow(says);
});

test("says of an address that this machine doesn't have what to do", async () => {
  await expect(startProxy({ upstream: "https://api.example.com", host: "192.0.2.1" })).rejects.toThrow(
    "The proxy can't listen on 192.0.2.1:0: this machine has no such address; choose another by --host.",
  );
});

/** Repeats turns until a number stays the same for twenty of them: bytes that can still move do so in each turn. */
async function untilSteady(read: () => number, turn: () => Promise<unknown>): Promise<void> {
  for (let same = 0, last = 0; same < 20; last = read()) {
    await turn();
    same = last > 0 && last === read() ? same + 1 : 0;
  }
}
