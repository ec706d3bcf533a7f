// @module-tag socket
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { exchangeFormat, recordedBytes } from "../src/index.js";
import { createKeyNumbers, recordCapture, sendCaptured, withoutTexts } from "../src/proxy.js";
import { call, key, proxyTo, readAll, startUpstream } from "./proxied-server.js";

test("captures a request and its answer while it is read, even if the upstream breaks off", async () => {
  const upstream = await startUpstream((incoming, response) => {
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

test("captures the fraction of the exchanges given by sample, and forwards all of them", async () => {
  const draws = [0.05, 0.5, 0.09];
  const { baseURL, captures } = await proxyTo((_, response) => void response.end("ok"), {
    sample: 0.1,
    random: () => draws.shift() ?? 1,
  });

  const answers = [await call(baseURL), await call(baseURL), await call(baseURL)];

  expect(answers.map(({ body }) => body)).toEqual(["ok", "ok", "ok"]);
  expect(captures).toHaveLength(2);
});

test("masks a request's key everywhere, across two chunks and in Basic credentials too", async () => {
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

test("numbers keys in order of appearance, to distinguish accounts", async () => {
  const { baseURL, captures } = await proxyTo((_, response) => response.end("{}"));
  for (const token of ["sk-first-0001", "sk-second-0002", undefined, "sk-first-0001"])
    await call(`${baseURL}/v1/models`, { headers: token === undefined ? {} : { Authorization: `Bearer ${token}` } });
  const numberOf = createKeyNumbers();

  const notes = captures.map((capture) => recordCapture(capture, { keyNumber: numberOf(capture) }).notes?.key);

  expect(notes).toEqual([1, 2, undefined, 1]);
});

test("forwards a compressed body unchanged and records it decoded", async () => {
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

test("keeps the shape of texts, and not their content", async () => {
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

test("drops tools' inputs at any depth, and keeps prices", () => {
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
