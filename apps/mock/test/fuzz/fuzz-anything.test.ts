import { operationOf, operations } from "@model-access/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createMock } from "../../src/index.js";
import { exampleRequests } from "../requests.js";
import { type Choose, chosen, pick } from "./choices.js";
import { faultsOfResponse } from "./faults-of.js";
import { oddTexts, oddValues } from "./odd-values.js";

const paths = [...new Set(Object.values(operations).map(({ path }) => path))];
const examples = Object.values(operations).flatMap(exampleRequests);
const bodies = examples.flatMap(({ init }) => (typeof init.body === "string" ? [init.body] : []));

/** Headers that the mock reads, with what it may have to make of them. */
const headerValues: Record<string, [string, ...string[]]> = {
  authorization: [
    "Bearer sk-mock-full",
    "Bearer sk-mock-low",
    "Bearer",
    "Basic c2s6",
    "bearer  sk-mock-full ",
    "sk-mock-full",
  ],
  "x-api-key": ["sk-mock-full", "toString"],
  "content-type": [
    "application/json",
    "APPLICATION/JSON; charset=latin1",
    "multipart/form-data",
    "multipart/form-data; boundary=x",
    "application/x-www-form-urlencoded",
    "application/json-patch+json",
    "*/*",
    ";",
  ],
  "anthropic-version": ["2023-06-01", "2023-06-31"],
  accept: ["application/json", "text/event-stream", "image/png", "q=;,"],
  prefer: ["wait=10", "code=404", "code=200, example=none", "code=,example=", "code=999", '=";,'],
  "x-mock-fault": ["none", "truncated:", "no-such", "a, b; c=d"],
  "x-mock-latency": ["instant", "soon", "{", "gap=-1"],
  "content-length": ["0"],
  expect: ["wonders"],
};

interface AnyRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
}

test("whatever is sent wherever, the answer is in the form of its interface and no 5xx", async () => {
  const { fetch } = createMock({ latency: "instant", requestsPerMinute: 1e9 });

  await fc.assert(
    fc.asyncProperty(chosen(makeRequest), async ({ url, method, headers, body }) => {
      const takesBody = method !== "GET" && method !== "HEAD";

      const response = await fetch(url, { method, headers, ...(takesBody && { body }) });

      if (response.status < 400) return void (await response.body?.cancel());
      if (method === "HEAD") return void expect(response.status).toBeLessThan(500);
      const form = new URL(url).pathname.startsWith("/v1/messages") ? "createMessage" : "createChatCompletion";
      expect(await faultsOfResponse(operationOf(form), response)).toEqual([]);
    }),
    { seed: 1, numRuns: 500 * Number(process.env.FUZZ_RUNS ?? 1) },
  );
});

function makeRequest(choose: Choose): AnyRequest {
  const headers: Record<string, string> = { authorization: "Bearer sk-mock-full", "content-type": "application/json" };
  for (const [name, values] of Object.entries(headerValues)) if (choose(5) === 1) headers[name] = pick(values, choose);
  return {
    url: `http://mock${makePath(choose)}`,
    method: pick(["POST", "GET", "HEAD", "OPTIONS", "DELETE", "PUT", "PATCH", "PURGE"], choose),
    headers,
    body: makeBody(choose),
  };
}

function makePath(choose: Choose): string {
  const path = pick(["/v1/messages", ...paths, "/docs", "/", "/v1"], choose);
  const name = pick(
    ["video_68f1a3c29b7e4d05", "Claude-Haiku-4.5", "%", "%ff", "%2e%2e", ...oddTexts.map(encodeURIComponent)],
    choose,
  );
  return path.replace(/\{\w+\}/, name) + pick(["", "", "/", "//", "?", "?limit=x&limit", "/..;/%00"], choose);
}

/** Bytes of an example with some of them changed, or of something that has nothing to do with it. */
function makeBody(choose: Choose): Uint8Array<ArrayBuffer> {
  const texts = choose(3) === 1 ? oddValues.map((value) => JSON.stringify(value)) : bodies;
  const bytes = new TextEncoder().encode(pick(["{}", ...texts], choose));
  for (let count = choose(4); count > 0; count--) bytes[choose(bytes.length)] = choose(256);
  return bytes.slice(0, choose(4) === 1 ? choose(bytes.length) : undefined);
}
