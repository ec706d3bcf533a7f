// @module-tag socket
// A Worker's timer belongs to the request that set it, and ends with it; a module serves many requests at once.
import { readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { test as base, expect } from "vitest";
import { bundleWorker } from "../bundle.ts";

/** A service whose answer depends on the model. */
const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest derives from the pattern that it needs nothing
  .extend("service", { scope: "file" }, async ({}, { onCleanup }) => {
    const held: ServerResponse[] = [];
    const seen: string[] = [];
    const server = createServer(async (request, response) => {
      const { model } = (await new Response(request as never).json()) as { model: string };
      seen.push(model);
      if (model === "busy") {
        response.writeHead(429, { "content-type": "application/json", "retry-after": "2" });
        return response.end(JSON.stringify({ error: { message: "Slow down", type: "rate_limit_error" } }));
      }
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(createChunk("Hi"));
      if (model === "held") held.push(response);
      if (model === "quick") response.end(end);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onCleanup(() => {
      server.closeAllConnections();
      server.close();
    });
    return {
      baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // a TCP server has an object as its address
      /** Waits until the service gets a request for this model. */
      async asked(model: string) {
        await expect.poll(() => seen).toContain(model);
        seen.length = 0;
      },
      /** Ends the streams of `held`. */
      release: () => held.splice(0).map((response) => response.end(end)),
    };
  })
  .extend("get", { scope: "file" }, async ({ service }, { onCleanup }) => {
    const file = await bundleWorker(join(tmpdir(), `overlapping-${process.pid}.mjs`), { baseURL: service.baseURL });
    const worker = new Miniflare({
      modules: true,
      script: readFileSync(file, "utf8"),
      compatibilityDate: "2026-07-01",
      telemetry: { enabled: false },
    });
    onCleanup(() => worker.dispose());
    return async (path: string, signal?: AbortSignal): Promise<unknown> => {
      const init = signal === undefined ? {} : { signal: signal as never };
      return (await worker.dispatchFetch(`http://worker.example/${path}`, init)).json();
    };
  });

test.for(["client", "guard", "provider"])(
  "a stalled stream of a %s ends in time, although the request that came before it has ended",
  async (by, { get, service }) => {
    const first = get(`${by}/held`);
    await service.asked("held");
    const stalled = get(`${by}/stalled`);
    await service.asked("stalled");
    service.release();

    expect(await first).toBe("Hi");
    expect(await stalled).toBe("TimeoutError betweenContents");
  },
);

test("a request proceeds after a delay, although the one before it in the queue gave up", async ({ get }) => {
  expect(await get("pacer/busy")).toBe("RateLimitError");

  const givesUp = get("pacer/quick/500");
  const waits = get("pacer/quick");

  expect(await givesUp).toBe("TimeoutError total");
  expect(await waits).toBe("Hi");
});

test("a request proceeds after a delay, although the client of the one before it disconnected", async ({ get }) => {
  expect(await get("pacer/busy")).toBe("RateLimitError");
  const client = new AbortController();
  const gone = get("pacer/quick", client.signal).catch(() => "gone");
  const waits = get("pacer/quick");

  setTimeout(() => client.abort(), 500);

  expect(await gone).toBe("gone");
  expect(await waits).toBe("Hi");
});

test("a request waits for another one's slot", async ({ get, service }) => {
  const first = get("narrow/held");
  await service.asked("held");
  const second = get("narrow/quick");
  setTimeout(() => service.release(), 500);

  expect(await first).toBe("Hi");
  expect(await second).toBe("Hi");
});

test("a request gets another one's slot, although the one before it in the queue is gone", async ({ get, service }) => {
  const first = get("narrow/held");
  await service.asked("held");
  const gone = get("narrow/quick?left");
  const waits = get("narrow/quick");
  expect(await gone).toBe("left");
  service.release();

  expect(await first).toBe("Hi");
  expect(await waits).toBe("Hi");
});

test("a request gets the slot of one that disconnected with its stream open", async ({ get, service }) => {
  const gone = get("narrow/stalled?left");
  await service.asked("stalled");
  const waits = get("narrow/quick");

  expect(await gone).toBe("left");
  expect(await waits).toBe("Hi");
});

const end = `${createChunk("", "stop")}data: [DONE]\n\n`;

function createChunk(content: string, finish_reason: string | null = null): string {
  const chunk = { id: "c1", object: "chat.completion.chunk", created: 1, model: "m" };
  return `data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, delta: { content }, finish_reason }] })}\n\n`;
}
