import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { createMock } from "@model-access/mock";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chromiumOptions } from "../../../scripts/chromium.mjs";

const bundle = createRequire(import.meta.url).resolve("@model-access/mock/browser");

let server: Server;
let browser: Browser;
let origin: string;

beforeAll(async () => {
  const files: Record<string, [type: string, body: string]> = {
    "/": ["text/html", "<!doctype html><title>A page</title>"],
    "/mock.js": ["text/javascript", readFileSync(bundle, "utf8")],
    "/worker.js": [
      "text/javascript",
      `import { createMock } from "/mock.js";
       const { fetch: answer } = createMock({ latency: "instant" });
       self.addEventListener("install", () => self.skipWaiting());
       self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
       self.addEventListener("fetch", (event) => {
         if (new URL(event.request.url).pathname.startsWith("/v1/")) event.respondWith(answer(event.request));
       });`,
    ],
  };
  server = createServer({ keepAliveTimeout: 75_000 }, ({ url = "" }, response) => {
    const [type, body] = files[url] ?? ["text/plain", "Not here."];
    response.writeHead(url in files ? 200 : 404, { "content-type": type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server has an object as its address
  browser = await chromium.launch(chromiumOptions());
});

afterAll(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
});

const question = { model: "GPT-5.2", messages: [{ role: "user", content: "What is the weather in Rome?" }] };
const weather = {
  type: "object",
  properties: { city: { type: "string" }, days: { type: "integer" } },
  required: ["city"],
};
const bodies = [
  question,
  { ...question, stream: true, stream_options: { include_usage: true } },
  { ...question, tools: [{ type: "function", function: { name: "get_weather", parameters: weather } }] },
  { ...question, temperature: 3 },
];
const frozen = { now: "2026-11-01T00:00:00Z", isFrozen: true };

/** Sends the same requests to its own mock; runs in a page and on Node. */
async function collectAnswers(
  create: typeof createMock,
  asked: { bodies: object[]; frozen: object },
): Promise<unknown[]> {
  const { fetch } = create({ latency: "instant", state: { keys: { "sk-page": { name: "page" } } } });
  const clock = "http://mock/_mock/api/sessions/default/clock";
  await fetch(clock, { method: "PUT", headers: { "x-mock-admin": "1" }, body: JSON.stringify(asked.frozen) });
  const answers: unknown[] = [];
  for (const body of asked.bodies) {
    const response = await fetch("http://mock/v1/chat/completions", {
      method: "POST",
      headers: { authorization: "Bearer sk-page", "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    answers.push([response.status, [...response.headers], await response.text()]);
  }
  return answers;
}

test("the mock in a page answers as on Node, without network requests", async () => {
  const page = await browser.newPage();
  await page.goto(origin);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));

  const answers = await page.evaluate(
    `import("/mock.js").then(({ createMock }) => (${collectAnswers})(createMock, ${JSON.stringify({ bodies, frozen })}))`,
  );
  await page.close();

  expect(answers).toEqual(await collectAnswers(createMock, { bodies, frozen }));
  expect(requests).toEqual(["/mock.js"]);
});

test("the mock in a service worker answers the page's own fetch, streams included", async () => {
  const page = await browser.newPage();
  await page.goto(origin);
  await page.evaluate(`(async () => {
    const controlled = new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
    await navigator.serviceWorker.register("/worker.js", { type: "module" });
    await controlled;
  })()`);

  const text = await page.evaluate(`(async () => {
    const response = await fetch("/v1/chat/completions", {
      method: "POST",
      headers: { authorization: "Bearer sk-mock-full", "content-type": "application/json" },
      body: ${JSON.stringify(JSON.stringify(bodies[1]))},
    });
    return response.text();
  })()`);
  await page.close();

  expect(text).toMatch(/^data: \{.*data: \[DONE\]\n\n$/s);
});
