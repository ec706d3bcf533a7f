// @module-tag socket
import { afterAll, expect, test } from "vitest";
import { startMock } from "../src/index.js";
import { exchange } from "./raw-exchange.js";

const lines: string[] = [];
const mock = await startMock({ latency: "instant", log: (line) => lines.push(line) });
afterAll(() => mock.close());

/** A call with a Host that `fetch` would not send. */
const call = (path: string, method = "GET") =>
  exchange(mock.port, { url: `http://mock${path}`, init: { method, headers: { host: "mock.cluster.local" } } });

test.each([
  ["/healthz", '{"status":"alive"}'],
  ["/readyz", '{"status":"ready"}'],
])("%s answers without a key, to any Host, and is not logged", async (path, body) => {
  lines.length = 0;

  const answers = [await call(path), await call(path, "HEAD"), await call("/v1/models")];

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 403]);
  expect(answers.map(({ text }) => text)).toEqual([body, "", expect.stringContaining("--allow-host")]);
  expect(lines).toEqual([expect.stringContaining("GET /v1/models 403")]);
});

test("/healthz takes GET and HEAD only", async () => {
  expect(await call("/healthz", "POST")).toMatchObject({ status: 405 });
});
