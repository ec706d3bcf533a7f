// @module-tag socket
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { type MockServer, startMock } from "../src/index.js";

const lines: string[] = [];
const mock = await startMock({ latency: "instant", log: (line) => lines.push(line) });
afterAll(() => mock.close());

/** A call with a Host that `fetch` would not send. */
function call({ port }: MockServer, path: string, method = "GET"): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ port, host: "127.0.0.1", path, method, headers: { host: "mock.cluster.local" } });
    outgoing.on("error", reject);
    outgoing.on("response", async (answer) => resolve({ status: answer.statusCode ?? 0, body: await text(answer) }));
    outgoing.end();
  });
}

test.each([
  ["/healthz", '{"status":"alive"}'],
  ["/readyz", '{"status":"ready"}'],
])("%s answers without a key, to any Host, and is not logged", async (path, body) => {
  lines.length = 0;

  const answers = [await call(mock, path), await call(mock, path, "HEAD"), await call(mock, "/v1/models")];

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 403]);
  expect(answers.map((answer) => answer.body)).toEqual([body, "", expect.stringContaining("--allow-host")]);
  expect(lines).toEqual([expect.stringContaining("GET /v1/models 403")]);
});

test("/healthz takes GET and HEAD only", async () => {
  expect(await call(mock, "/healthz", "POST")).toMatchObject({ status: 405 });
});
