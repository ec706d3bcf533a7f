import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { exchangeFormat, recordedBytes } from "../src/index.js";
import {
  type Capture,
  createUpstream,
  type ProxyOptions,
  pairsOf,
  recordCapture,
  sendCaptured,
  startProxy,
  type Upstream,
  withoutTexts,
} from "../src/proxy.js";

const key = "sk-test-0123456789abcdef";

test("passes method, path, headers and body on, and the answer back with its order and repeated headers", async () => {
  let seen: { url: string | undefined; raw: string[]; body: string } | undefined;
  const { baseURL } = await proxyTo(async (incoming, response) => {
    seen = { url: incoming.url, raw: incoming.rawHeaders, body: await textOf(incoming) };
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

test("gives each piece of a stream to the client before the next one comes", async () => {
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

test("lets a slow client slow the upstream, and holds no more than sockets do", async () => {
  const size = 64 * 1024 * 1024;
  let written = 0;
  const { baseURL } = await proxyTo(
    (_, response) => {
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
  await untilSteady(() => written);

  expect(written).toBeLessThan(size / 2);
});

test("ends the upstream's call when the client leaves, and tells so", async () => {
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

test("cuts the client off where the upstream breaks off", async () => {
  const { baseURL, captures } = await proxyTo((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: 1\n\n", () => response.destroy());
  });

  await expect(call(baseURL)).rejects.toThrow();

  expect(captures[0]?.response?.ending).toBe("cut");
});

test("answers 502 where there is no upstream", async () => {
  const captures: Capture[] = [];
  const proxy = await startProxy({ upstream: "http://127.0.0.1:9", onExchange: (capture) => captures.push(capture) });
  onTestFinished(() => proxy.close());

  const { status, body } = await call(proxy.baseURL);

  expect([status, body]).toEqual([502, expect.stringContaining("could not be reached (")]);
  expect(captures[0]?.failure).toBeDefined();
});

test("drops what belongs to one connection, and what that connection names", async () => {
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

test("refuses a web page whose name was made to lead to this machine", async () => {
  const { baseURL } = await proxyTo((_, response) => void response.end("secret"));

  const { status } = await call(baseURL, { headers: { Host: "attacker.example" } });

  expect(status).toBe(403);
});

test("sends what admit says in the place of a request's headers, and refuses what it refuses", async () => {
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

test("captures a whole request and its answer while that is read, also where the upstream breaks off", async () => {
  const upstream = await upstreamOf((incoming, response) => {
    response.writeHead(200, { "X-One": "1" });
    response.write("data: 1\n\n", () => (incoming.url === "/cut" ? response.destroy() : response.end("data: 2\n\n")));
  });
  const ask = (target: string) =>
    sendCaptured(upstream, { method: "POST", target, headers: [["X-Two", "2"]], body: Buffer.from("asked") });

  const whole = await ask("/whole");
  const text = await readAll(whole.body);
  const cut = await ask("/cut");
  await expect(readAll(cut.body)).rejects.toThrow();

  expect([text, whole.status, whole.headers[0]]).toEqual(["data: 1\n\ndata: 2\n\n", 200, ["X-One", "1"]]);
  const record = recordCapture(whole.capture);
  expect(record.request).toMatchObject({ target: "/whole", headers: [["X-Two", "2"]], body: { text: "asked" } });
  expect(record.response).toMatchObject({ ending: "complete" });
  expect(recordCapture(cut.capture).response).toMatchObject({ ending: "cut", chunks: [{ text: "data: 1\n\n" }] });
});

test("ends the upstream's call when the signal aborts, and tells that the client left", async () => {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const upstream = await upstreamOf((_, response) => {
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

test("keeps the share of the exchanges that sample says, and passes on the others too", async () => {
  const draws = [0.05, 0.5, 0.09];
  const { baseURL, captures } = await proxyTo((_, response) => void response.end("ok"), {
    sample: 0.1,
    random: () => draws.shift() ?? 1,
  });

  const answers = [await call(baseURL), await call(baseURL), await call(baseURL)];

  expect(answers.map(({ body }) => body)).toEqual(["ok", "ok", "ok"]);
  expect(captures).toHaveLength(2);
});

test("masks the key of a request wherever it stands, also across two pieces and behind Basic", async () => {
  const { baseURL, captures } = await proxyTo((_, response) => {
    response.writeHead(401, { "content-type": "application/json", "x-seen": key });
    response.write(`{"error":{"message":"wrong key ${key.slice(0, 10)}`);
    setImmediate(() => response.end(`${key.slice(10)}"}}`));
  });
  const basic = Buffer.from(`${key}:`).toString("base64");

  await call(`${baseURL}/v1/models?api_key=${key}`, { headers: { Authorization: `Basic ${basic}` } });

  const [capture] = captures;
  const record = JSON.stringify(capture && recordCapture(capture));
  expect(record).not.toContain("0123456789");
  expect(record).not.toContain(basic);
  expect(record).toContain("wrong key [key]");
  expect(capture && recordCapture(capture).notes).toEqual({ echoesKey: true });
});

test("passes a compressed body on as it is and records it decoded", async () => {
  const text = JSON.stringify({ object: "list", data: [] });
  const { baseURL, captures } = await proxyTo((_, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
    response.end(gzipSync(text));
  });

  const answer = await call(`${baseURL}/v1/models`);

  const [capture] = captures;
  const record = capture && recordCapture(capture);
  expect(answer.raw).toContain("gzip");
  expect(record?.operationId).toBe("listModels");
  expect(record?.notes).toEqual({ encoding: "gzip", echoesKey: false });
  expect(Buffer.concat((record?.response?.chunks ?? []).map(recordedBytes)).toString()).toBe(text);
});

test("keeps the shape of what was written, and not what was written", async () => {
  const { baseURL, captures } = await proxyTo((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end('data: {"id":"c-1","choices":[{"delta":{"content":"secret answer"}}]}\n\ndata: [DONE]\n\n');
  });
  await call(`${baseURL}/v1/chat/completions`, {
    method: "POST",
    body: '{"model":"m","messages":[{"role":"user","content":"secret prompt"}]}',
  });

  const [capture] = captures;
  const record = capture && withoutTexts(recordCapture(capture));

  const lines = JSON.stringify(record);
  expect(lines).not.toContain("secret");
  expect(lines).toContain("c-1");
  expect(lines).toContain("xxxxxxxxxxxxx");
  expect(lines).toContain("[DONE]");
  expect(record?.notes).toMatchObject({ texts: "dropped" });
});

test("drops what tools are given at any depth, and keeps prices", () => {
  const body = JSON.stringify({
    input: [{ role: "user", content: [{ type: "input_text", text: "secret" }] }, { output: { a: { b: "secret" } } }],
    tools: [{ name: "find", parameters: { type: "object", properties: { x: { description: "secret" } } } }],
    messages: [{ content: [{ type: "tool_use", input: { a: { b: "secret", error: ["secret"] } } }] }],
    pricing: { prompt: "0.0000011" },
  });
  const request = { method: "POST", target: "/v1/messages", headers: [], body: { text: body } };

  const record = withoutTexts({ format: exchangeFormat, id: "1", at: "2026-11-01T12:00:00.000Z", request });

  const kept = JSON.stringify(record.request.body);
  expect(kept).not.toContain("secret");
  for (const part of ["find", "input_text", "user", "tool_use", "object", "0.0000011"]) expect(kept).toContain(part);
});

/** A proxy before a server of the test, and what went through it. */
type Answer = (incoming: IncomingMessage, response: ServerResponse) => void;

async function serverOf(answer: Answer): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a server on a port has no other kind of address
}

async function upstreamOf(answer: Answer): Promise<Upstream> {
  const upstream = createUpstream(new URL(await serverOf(answer)));
  onTestFinished(() => upstream.close());
  return upstream;
}

async function proxyTo(answer: Answer, options: Partial<ProxyOptions> = {}) {
  const captures: Capture[] = [];
  const proxy = await startProxy({
    upstream: await serverOf(answer),
    onExchange: (capture) => captures.push(capture),
    ...options,
  });
  onTestFinished(() => proxy.close());
  return { baseURL: proxy.baseURL, captures };
}

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

function call(url: string, { method = "GET", headers = {}, body }: Sent = {}) {
  return new Promise<{ status: number; message: string; raw: string[]; body: string }>((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent: false }, async (response) => {
      try {
        const { statusCode = 0, statusMessage = "", rawHeaders } = response;
        resolve({ status: statusCode, message: statusMessage, raw: rawHeaders, body: await textOf(response) });
      } catch (error) {
        reject(error);
      }
    });
    outgoing.once("error", reject);
    outgoing.end(body);
  });
}

const textOf = (incoming: IncomingMessage) => readAll(incoming);

async function readAll(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/** Until a number has not changed for a while. */
async function untilSteady(read: () => number): Promise<void> {
  for (let last = -1; last !== read() || last === 0; ) {
    last = read();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
