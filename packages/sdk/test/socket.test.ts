// @module-tag socket
import { execFile } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterEach, expect, test, vi } from "vitest";
import { ConnectionError, ModelAccess, StreamIncompleteError } from "../src/index.js";
import { exampleOf, failureOf, key, request, streamRequest } from "./stub-service.js";
import { chunkOf, collect, streamText } from "./stub-streams.js";
import { createHastyClock, createTestClock } from "./test-clock.js";

const first = chunkOf({ role: "assistant", content: "Sev" });
const whole = streamText(first, chunkOf({ content: "en" }, "stop"), "[DONE]");
const eventStream = { "content-type": "text/event-stream", "x-request-id": "req-1" };
const servers: Server[] = [];

afterEach(() => {
  vi.useRealTimers();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A service on a real socket, and a client of it. */
async function serve(listener: RequestListener) {
  // Longer than any client keeps a connection.
  const server = createServer({ keepAliveTimeout: 75_000 }, listener).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const baseURL = `http://127.0.0.1:${port}/v1`;
  return { server, baseURL, client: new ModelAccess({ apiKey: key, baseURL, maxRetries: 0 }) };
}

/** Waits until the next answer was received to its last byte, and its connection is free a turn of the event loop later. */
function endOfRequest(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      unsubscribe("undici:request:trailers", end);
      setImmediate(() => setImmediate(resolve));
    };
    subscribe("undici:request:trailers", end);
  });
}

/** The end of the next connection. */
function closingOf(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.on("connection", (socket) => socket.on("close", () => resolve()));
  });
}

test("gets a plain reply, and a stream byte by byte", async () => {
  const reply = exampleOf("createChatCompletion", "200");
  const { client } = await serve(async (request, response) => {
    if (request.headers.accept !== "text/event-stream") {
      return void response.setHeader("content-type", "application/json").end(JSON.stringify(reply));
    }
    response.writeHead(200, eventStream);
    for (const byte of Buffer.from(whole)) response.write(Uint8Array.of(byte));
    response.end();
  });

  expect(await client.chat.completions.create(request)).toEqual(reply);
  expect(await (await client.chat.completions.create(streamRequest)).text()).toBe("Seven");
});

/** A service that sends this much of a stream and leaves it open, and a stream of it. */
async function serveOpen(text: string) {
  const { clock, advance } = createTestClock();
  const controller = new AbortController();
  const { baseURL, server } = await serve((_request, response) => {
    if (text !== "") response.writeHead(200, eventStream).write(text);
  });
  const requested = once(server, "request");
  const closed = closingOf(server);
  const client = new ModelAccess({ apiKey: key, baseURL, clock, signal: controller.signal });
  const stream = client.chat.completions.stream(request);
  const events = stream[Symbol.asyncIterator]();
  return {
    advance,
    closed,
    abort: () => controller.abort(),
    stream,
    leave: () =>
      events
        .next()
        .then(() => events.return?.())
        .then(() => undefined),
    /** Reads until this ends it, after its first event if it has one. */
    async readUntil(happen: () => unknown) {
      if (text !== "") expect(await events.next()).toEqual({ done: false, value: first });
      const failing = failureOf(events.next());
      await requested;
      happen();
      return failing;
    },
  };
}

const begun = streamText(first);
const late = { name: "TimeoutError", phase: "headers", mayHaveBeenProcessed: "maybe" };
const stalled = { name: "TimeoutError", phase: "betweenContents", mayHaveBeenProcessed: "yes" };
const partial = { choices: [{ message: { content: "Sev" }, finish_reason: null }] };
const aborted = { name: "AbortError", message: expect.stringContaining("was ended by its abort signal") };

test.each<[string, string, (service: Awaited<ReturnType<typeof serveOpen>>) => Promise<unknown>, object | undefined]>([
  ["whose answer does not come in time", "", ({ readUntil, advance }) => readUntil(() => advance(300_000)), late],
  ["whose stream stalls", begun, ({ readUntil, advance }) => readUntil(() => advance(120_000)), stalled],
  ["whose signal aborts before the answer", "", ({ readUntil, abort }) => readUntil(abort), aborted],
  ["whose signal aborts in the middle of the stream", begun, ({ readUntil, abort }) => readUntil(abort), aborted],
  ["whose loop is left", begun, ({ leave }) => leave(), undefined],
  ["that the server keeps open after [DONE]", whole, ({ stream }) => stream.final(), { object: "chat.completion" }],
])("closes a connection %s", async (_what, text, act, expected) => {
  const service = await serveOpen(text);

  const outcome = await act(service);

  expect(outcome).toEqual(expected && expect.objectContaining(expected));
  if (expected === stalled) expect(outcome).toMatchObject({ partial });
  await service.closed;
});

test("makes a call again that a closed port refused, and one that was answered with 503", async () => {
  const { clock, waits } = createHastyClock();
  const statuses = [503, 200];
  const { baseURL } = await serve((_request, response) => {
    response
      .writeHead(statuses.shift() ?? 500, { "content-type": "application/json" })
      .end(JSON.stringify(exampleOf("listModels", "200")));
  });
  const options = { apiKey: key, clock, timeouts: { headers: Infinity, firstContent: Infinity } };
  const { server, baseURL: closedURL } = await serve(() => {});
  server.close();

  const failure = await failureOf(new ModelAccess({ ...options, baseURL: closedURL }).models.list());
  await new ModelAccess({ ...options, baseURL }).models.list();

  const message = expect.stringMatching(/^GET \/v1\/models got no answer from http:\/\/127.+ \(connect ECONNREFUSED/);
  expect(failure).toMatchObject({ name: "ConnectionError", reason: "connect", mayHaveBeenProcessed: "no", message });
  expect(waits).toEqual([375, 750, 375]);
});

test("uses the connection again after a stream", async () => {
  // On a machine that is too busy, the end of the body would come after the time that the client gives it.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  let connections = 0;
  const { client, server } = await serve((_request, response) => void response.writeHead(200, eventStream).end(whole));
  server.on("connection", () => connections++);

  for (let call = 0; call < 3; call++) {
    // The end of the body comes after the end marker.
    const ended = endOfRequest();
    await collect(await client.chat.completions.create(streamRequest));
    await ended;
  }

  expect(connections).toBe(1);
});

test("types a connection that is reset in the middle of a stream", async () => {
  let answer: ServerResponse | undefined;
  const { client } = await serve((_request, response) => {
    answer = response;
    response.writeHead(200, eventStream).write(streamText(first));
  });
  const chunks = (await client.chat.completions.create(streamRequest))[Symbol.asyncIterator]();

  await chunks.next();
  answer?.socket?.resetAndDestroy();
  const failure = await failureOf(chunks.next(), StreamIncompleteError);

  expect(failure).toMatchObject({
    status: 200,
    requestId: "req-1",
    message: expect.stringMatching(
      /^POST \/v1\/chat\/completions ended its stream before the end marker \(.+\); the reply so far is in error\.partial$/,
    ),
    partial,
    cause: expect.any(Error),
  });
});

test("types a connection that is reset before the answer", async () => {
  const { client } = await serve(({ socket }) => void socket.resetAndDestroy());

  const failure = await failureOf(client.chat.completions.create(request), ConnectionError);

  expect(failure).toMatchObject({
    cause: expect.any(Error),
    message: expect.stringMatching(/^POST \/v1\/chat\/completions got no answer from/),
  });
  expect(failure.status).toBeUndefined();
});

test("says in one line that a service without TLS was called by https", async () => {
  const { server } = await serve(() => {});
  const { port } = server.address() as AddressInfo;
  const client = new ModelAccess({ apiKey: key, baseURL: `https://127.0.0.1:${port}`, maxRetries: 0 });

  const failure = await failureOf(client.models.list());

  expect(failure).toMatchObject({
    message: expect.stringMatching(/^GET .+, ERR_SSL_WRONG_VERSION_NUMBER\); check .+$/),
  });
  expect((failure as Error).message).not.toContain("\n");
});

test("never sends the key or the prompt to where a redirect points", async () => {
  let calls = 0;
  const { server: elsewhere } = await serve((_request, response) => {
    calls++;
    response.end("{}");
  });
  const { port } = elsewhere.address() as AddressInfo;
  const { client } = await serve(
    (_request, response) => void response.writeHead(307, { location: `http://127.0.0.1:${port}/` }).end(),
  );

  expect(await failureOf(client.chat.completions.create(request))).toMatchObject({ status: 307 });
  expect(calls).toBe(0);
});

// What is no HTTP, or not what it says

/** A client of a server that answers the first bytes of every connection with these, and closes it. */
async function clientOfWire(bytes: string | Uint8Array): Promise<ModelAccess> {
  const { client } = await serve((request) => void request.socket.end(bytes));
  return client;
}

const streamHead = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n";
const jsonHead = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
const open = "connection: close\r\n\r\n";
const seven = streamText(chunkOf({ content: "Seven" }));

test.each([
  ["that is shorter than its length", `${streamHead}content-length: 10000\r\n\r\n${seven}`, "StreamIncompleteError"],
  ["whose chunk is cut", `${streamHead}transfer-encoding: chunked\r\n\r\n5\r\ndata`, "StreamIncompleteError"],
  ["whose chunk has no size", `${streamHead}transfer-encoding: chunked\r\n\r\nZZ\r\n`, "StreamIncompleteError"],
  ["that ends with its headers", `${streamHead}content-length: 0\r\n\r\n`, "StreamIncompleteError"],
  ["without content", "HTTP/1.1 204 No Content\r\n\r\n", "StreamIncompleteError"],
  ["of a NUL", `${streamHead}${open}data: \0\n\ndata: [DONE]\n\n`, "ResponseFormatError"],
  ["that is cut inside its headers", "HTTP/1.1 200 OK\r\nconte", "ConnectionError"],
  ["that is no HTTP", "SSH-2.0-OpenSSH_9.6\r\n", "ConnectionError"],
  ["that goes on for ever before it begins", "HTTP/1.1 100 Continue\r\n\r\n", "ConnectionError"],
  ["of too many headers", `HTTP/1.1 200 OK\r\n${`x: ${"y".repeat(1000)}\r\n`.repeat(100)}\r\n`, "ConnectionError"],
])("types a stream %s", async (_what, bytes, name) => {
  const client = await clientOfWire(bytes);

  expect(await failureOf(client.chat.completions.stream(request).final())).toMatchObject({ name });
});

const cutOff = {
  status: 200,
  cause: expect.any(Error),
  message: expect.stringMatching(/^GET \/v1\/models lost its connection/),
};

test.each<[string, string, string, object?]>([
  ["that is shorter than its length", `${jsonHead}content-length: 100\r\n\r\n{"data":[]`, "ConnectionError", cutOff],
  ["that is cut where nobody said its length", `${jsonHead}${open}{"data":[`, "ResponseFormatError"],
  ["of brackets without end", `${jsonHead}${open}${"[".repeat(200_000)}`, "ResponseFormatError"],
  ["without content", "HTTP/1.1 204 No Content\r\n\r\n", "ResponseFormatError"],
  ["that is no HTTP", "SSH-2.0-OpenSSH_9.6\r\n", "ConnectionError"],
])("types a reply %s", async (_what, bytes, name, more) => {
  const client = await clientOfWire(bytes);

  expect(await failureOf(client.models.list())).toMatchObject({ name, ...more });
});

test.each([
  ["with a byte order mark", `${jsonHead}${open}\ufeff{"object":"list","data":[]}`],
  ["that names no media type", `HTTP/1.1 200 OK\r\n${open}{"object":"list","data":[]}`],
  ["with status 206", `${jsonHead.replace("200 OK", "206 Partial Content")}${open}{"object":"list","data":[]}`],
])("reads a reply %s", async (_what, bytes) => {
  const client = await clientOfWire(bytes);

  expect(await client.models.list()).toEqual({ object: "list", data: [] });
});

test.each([
  ["with a byte order mark", `${streamHead}${open}\ufeff${seven}data: [DONE]\n\n`],
  ["that names no media type", `HTTP/1.1 200 OK\r\n${open}${seven}data: [DONE]\n\n`],
  ["with two end markers", `${streamHead}${open}${seven}data: [DONE]\n\ndata: [DONE]\n\n`],
])("reads a stream %s", async (_what, bytes) => {
  const client = await clientOfWire(bytes);

  expect(await client.chat.completions.stream(request).text()).toBe("Seven");
});

test("refuses a reply whose unpacked text is larger than maxResponseBytes", async () => {
  const bomb = gzipSync(JSON.stringify({ object: "list", data: [], pad: "x".repeat(1_000_000) }));
  const { baseURL } = await serve((_request, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(bomb);
  });
  const client = new ModelAccess({ apiKey: key, baseURL, maxResponseBytes: 10_000 });

  expect(await failureOf(client.raw.GET("/v1/models"))).toMatchObject({ name: "ResponseFormatError" });
});

// A program of its own

const dist = new URL("../dist/", import.meta.url).href;

/** A program whose server and client are the same process; it ends by itself or is killed after so long. */
const program = `
import { createServer } from "node:http";
import { ModelAccess } from "${dist}index.js";
const server = createServer((request, response) => {
  response.writeHead(200, { "content-type": "video/mp4" });
  response.end("x".repeat(100));
}).listen(0, "127.0.0.1", async () => {
  const client = new ModelAccess({ apiKey: "sk-test-0123456789", baseURL: "http://127.0.0.1:" + server.address().port });
  const answer = await client.videos.content("video_1");
  console.log(answer.status);
  server.close();
  server.closeAllConnections();
});
`;

test("an answer whose body nobody reads keeps no program from ending", async () => {
  const args = ["--input-type=module", "--eval", program];
  const settings = { timeout: 280_000, cwd: fileURLToPath(new URL("..", import.meta.url)) };

  const ended = await new Promise<Record<string, unknown>>((resolve) => {
    const child = execFile(process.execPath, args, settings, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
  });

  expect(ended).toEqual({ code: 0, stdout: "200\n", stderr: "" });
});
