// @module-tag socket
import { createServer, type Server } from "node:http";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { type ClientOptions, type Middleware, ModelAccess, OptionError, type RetryReason } from "../src/index.js";
import { clientAnswering, clientOf, exampleOf, failureOf, key, silentFetch } from "./stub-service.js";
import { createTestClock, settle } from "./test-clock.js";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function listen(handler: Parameters<typeof createServer>[1]): Promise<string> {
  server = createServer({ keepAliveTimeout: 75_000 }, handler as never);
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

test("keeps the deadlines that withOptions does not name", async () => {
  const { clock, advance } = createTestClock();
  const client = clientOf(silentFetch, { clock, timeouts: { total: 1000 } }).withOptions({
    timeouts: { betweenContents: 500 },
  });
  const failing = failureOf(client.models.list());
  await settle();

  advance(2000);

  expect(await failing).toMatchObject({ name: "TimeoutError", phase: "total" });
});

test("refuses a reply to the raw client that is larger than maxResponseBytes", async () => {
  const bomb = gzipSync(JSON.stringify({ object: "list", data: [], pad: "x".repeat(1_000_000) }));
  const baseURL = await listen((_request, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(bomb);
  });
  const client = new ModelAccess({ apiKey: key, baseURL, maxResponseBytes: 10_000 });

  expect(await failureOf(client.raw.GET("/v1/models"))).toMatchObject({ name: "ResponseFormatError" });
});

test("reads a hand-made answer whose body is null by its text()", async () => {
  const answer = {
    ok: true,
    status: 200,
    headers: new Headers(),
    body: null,
    text: async () => JSON.stringify(exampleOf("listModels", "200")),
  };
  const client = clientOf(async () => answer as unknown as Response);

  expect(await client.models.list()).toEqual(exampleOf("listModels", "200"));
});

test.each(["onRetry", "onProgress"] as const)("waits for an async %s, whose failure ends the call", async (name) => {
  const failing = (async () => {
    throw new Error("no disk");
  }) as () => void;
  const client = clientOf(
    async (url) => {
      const video = { ...(exampleOf("retrieveVideo", "200") as object), status: "completed" };
      return url.includes("/videos/") ? Response.json(video) : new Response("", { status: 503 });
    },
    { maxRetries: 1, clock: { random: () => 0 } },
  );

  const error = await failureOf(
    name === "onRetry"
      ? client.models.list({}, { onRetry: failing })
      : client.videos.waitFor("video_1", { onProgress: failing }),
  );

  expect(error).toEqual(new Error("no disk"));
});

test("types call options that are null", async () => {
  const client = clientAnswering(JSON.stringify(exampleOf("listModels", "200")));

  expect(await failureOf(client.models.list({}, null as never).then((list) => list))).toMatchObject({
    name: "OptionError",
  });
});

test("uploads the bytes of another realm, such as a test runner's", async () => {
  const file = runInNewContext("new ArrayBuffer(4)");
  const client = clientAnswering(JSON.stringify(exampleOf("uploadFile", "200")));

  expect(await client.files.upload({ file, name: "four.bin" })).toMatchObject({ name: "four.bin" });
});

test("refuses an onProgress that is no function before it asks", async () => {
  const client = clientAnswering(JSON.stringify(exampleOf("retrieveVideo", "200")));

  const error = await failureOf(client.videos.waitFor("video_1", { onProgress: 5 as never }));

  expect(error).toMatchObject({ name: "OptionError", option: "onProgress" });
});

test("keeps to the options that it was made with, whatever becomes of their object", async () => {
  const options: ClientOptions & { retryOn: RetryReason[]; middleware: Middleware[] } = {
    maxRetries: 0,
    retryOn: [],
    middleware: [],
    timeouts: { total: 1000 },
  };
  let sent = 0;
  let passed = 0;
  const client = clientOf(async () => {
    sent++;
    return new Response(null, { status: 503 });
  }, options);
  options.maxRetries = 1;
  options.retryOn.push(503);
  options.middleware.push(async (_attempt, next) => {
    passed++;
    await next();
  });

  await failureOf(client.models.list({}, { maxRetries: 1 }));
  await failureOf(client.withOptions({}).models.list());

  expect({ sent, passed }).toEqual({ sent: 2, passed: 0 });
});

test("keeps a deadline that withOptions names without a value", async () => {
  const { clock, advance } = createTestClock();
  const client = clientOf(silentFetch, { clock, timeouts: { total: 1000 } }).withOptions({
    timeouts: { total: undefined },
  });
  const failing = failureOf(client.models.list());
  await settle();

  advance(2000);

  expect(await failing).toMatchObject({ name: "TimeoutError", phase: "total" });
});

test.each([undefined, null, "Name one prime."])("does not send a stream whose body is %s", async (body) => {
  let sent = 0;
  const client = clientOf(async () => {
    sent++;
    return Response.json({});
  });

  expect(await failureOf(client.chat.completions.stream(body as never).text())).toBeInstanceOf(OptionError);
  expect(sent).toBe(0);
});

test("has no timer of the calls of a client and of those made of it that a signal ended", async () => {
  const { clock, timers } = createTestClock();
  const controller = new AbortController();
  const client = clientOf(silentFetch, { clock, signal: controller.signal });
  const failing = [client, client.withOptions({ maxRetries: 1 })].map((one) => failureOf(one.models.list()));
  await settle();

  expect(timers.size).toBe(2);
  controller.abort();
  await Promise.all(failing);

  expect(timers.size).toBe(0);
});
