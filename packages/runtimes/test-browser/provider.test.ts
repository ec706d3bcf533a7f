import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { inspect } from "node:util";
import { type MockServer, startMock } from "@model-access/mock";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chromiumOptions } from "../../../scripts/chromium.mjs";
import { bundleProvider } from "../test-packages/bundle.ts";
import { behave } from "../test-packages/sdk/provider-behaviour.ts";

const folder = mkdtempSync(join(tmpdir(), "model-access-provider-"));
const apiKey = "sk-mock-full";
let mock: MockServer;
let server: Server;
let browser: Browser;

beforeAll(async () => {
  mock = await startMock({ latency: "instant" });
  const script = await bundleProvider(join(folder, "page.js"), {
    lastLine: 'globalThis.outcome = behave({ apiKey: null, baseURL: "/api/models" });',
    format: "iife",
  });
  server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
    const { method = "GET", url = "/" } = request;
    if (!url.startsWith("/api/models/")) {
      const isScript = url === "/page.js";
      response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
      response.end(isScript ? readFileSync(script) : '<!doctype html><script src="/page.js"></script>');
      return;
    }
    // The page's route, which has the key.
    const headers = new Headers(
      Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]),
    );
    for (const name of ["host", "connection", "content-length"]) headers.delete(name);
    headers.set("authorization", `Bearer ${apiKey}`);
    const body = method === "GET" ? null : (Readable.toWeb(request) as ReadableStream); // yields bytes
    fetch(`${mock.baseURL}${url.slice("/api/models".length)}`, { method, headers, body, duplex: "half" } as RequestInit)
      .then((answer) => {
        response.writeHead(answer.status, Object.fromEntries(answer.headers));
        if (answer.body) Readable.fromWeb(answer.body as never).pipe(response);
        else response.end();
      })
      .catch((error: unknown) => response.writeHead(502).end(`The mock does not answer: ${inspect(error)}`));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  browser = await chromium.launch(chromiumOptions());
});

afterAll(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
  await mock?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("the provider behaves the same in Chromium as on Node, through a route that has the key", async () => {
  const expected = await behave({ apiKey, baseURL: mock.baseURL });
  const page = await browser.newPage();
  const sent: Record<string, string>[] = [];
  page.on("request", (request) => void sent.push(request.headers()));

  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const outcome = await page.evaluate("globalThis.outcome");

  expect(outcome).toEqual(expected);
  expect(JSON.stringify(sent)).not.toContain(apiKey);
});
