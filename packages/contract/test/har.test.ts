import { expect, test } from "vitest";
import { readExchanges, readHar, writeExchange } from "../src/index.ts";

/** Returns an entry as browsers save it. */
const entry = {
  startedDateTime: "2026-11-21T21:00:00.000+01:00",
  time: 250,
  request: {
    method: "POST",
    url: "https://api.example.com/v1/chat/completions?trace=1",
    httpVersion: "HTTP/2",
    headers: [
      { name: ":authority", value: "api.example.com" },
      { name: "content-type", value: "application/json" },
      { name: "authorization", value: "Bearer sk-live-0123456789" },
      { name: "cookie", value: "session=abc" },
    ],
    bodySize: 42,
    postData: { mimeType: "application/json", text: '{"prompt":"My key is sk-live-0123456789."}' },
  },
  response: {
    status: 200,
    headers: [
      { name: "content-type", value: "application/json" },
      { name: "content-encoding", value: "br" },
      { name: "content-length", value: "9" },
      { name: "set-cookie", value: "session=def" },
    ],
    content: { size: 13, mimeType: "application/json", text: '{"ok":true}' },
  },
  timings: { blocked: 10, dns: -1, connect: -1, send: 0, wait: 90, receive: 150 },
};

const harOf = (...entries: object[]) => JSON.stringify({ log: { version: "1.2", entries } });

test("turns an entry into an exchange, decoded, with keys and cookies masked", () => {
  expect(readHar(harOf(entry))).toEqual([
    {
      format: "model-access-exchange/1",
      id: "har-1",
      at: "2026-11-21T20:00:00.000Z",
      request: {
        method: "POST",
        target: "/v1/chat/completions?trace=1",
        headers: [
          ["content-type", "application/json"],
          ["authorization", "[key]"],
          ["cookie", "[key]"],
        ],
        body: { text: '{"prompt":"My key is [key]."}' },
      },
      response: {
        status: 200,
        headers: [
          ["content-type", "application/json"],
          ["set-cookie", "[key]"],
        ],
        headersMs: 100,
        chunks: [{ atMs: 250, text: '{"ok":true}' }],
        endMs: 250,
        ending: "complete",
      },
      notes: { key: 1 },
    },
  ]);
});

test("exchanges can be written and read as lines", () => {
  const records = readHar(harOf(entry, { ...entry, response: { status: 0 } }));

  expect(readExchanges(records.map(writeExchange).join(""))).toEqual(records);
});

const withContent = (content: object, more: object = {}) =>
  readHar(harOf({ ...entry, response: { ...entry.response, ...more, headers: [], content } }))[0]?.response;

test.each(["\n\n", "\r\n\r\n"])("spreads the events of a stream with %j over its receive time", (end) => {
  const text = `data: one${end}data: two${end}data: [DONE]${end}`;

  const response = withContent({ mimeType: "text/event-stream", text });

  expect(response?.chunks.map(({ atMs }) => atMs)).toEqual([150, 200, 250]);
  expect(response?.chunks.map((chunk) => ("text" in chunk ? chunk.text : "")).join("")).toBe(text);
  expect(response?.headers).toEqual([["content-type", "text/event-stream"]]);
});

test("decodes a body in base64", () => {
  const video = { mimeType: "video/mp4", encoding: "base64", text: Buffer.from([0, 255, 1]).toString("base64") };
  const json = { mimeType: "application/json", encoding: "base64", text: Buffer.from('"ü"').toString("base64") };

  expect(withContent(video)?.chunks).toEqual([{ atMs: 250, base64: "AP8B" }]);
  expect(withContent(json)?.chunks).toEqual([{ atMs: 250, text: '"ü"' }]);
});

test("counts the bytes of a body that the file omits", () => {
  expect(withContent({ mimeType: "application/json", size: 1234 })?.chunks).toEqual([
    { atMs: 250, text: "", omittedBytes: 1234 },
  ]);
  expect(withContent({ mimeType: "application/json", size: 0 })?.chunks).toEqual([]);
});

test("marks an answer that broke off as cut", () => {
  expect(withContent({ text: "{" }, { _error: "net::ERR_CONNECTION_RESET" })?.ending).toBe("cut");
});

test("builds an unsaved form from its fields, or counts it as omitted", () => {
  const bodyOf = (postData: object) =>
    readHar(harOf({ ...entry, request: { ...entry.request, postData } }))[0]?.request;
  const params = [{ name: "prompt", value: "a b" }, { name: "model" }];

  expect(bodyOf({ mimeType: "application/x-www-form-urlencoded", params })?.body).toEqual({
    text: "prompt=a+b&model=",
  });
  expect(bodyOf({ mimeType: "multipart/form-data; boundary=x", params })?.body).toEqual({ text: "", omittedBytes: 42 });
});

test.each([
  ["{", "This is not a HAR file: it is not JSON."],
  ['{"log":{}}', "This is not a HAR file: it has no 'log.entries'."],
  ["null", "This is not a HAR file: it has no 'log.entries'."],
  [harOf(entry, { ...entry, request: {} }), "Entry 2 of the HAR file can't be read: see its 'request.url'."],
  [JSON.stringify({ log: { entries: [null] } }), "Entry 1 of the HAR file can't be read: see its 'request.url'."],
  [harOf({ ...entry, startedDateTime: "then" }), "Entry 1 of the HAR file can't be read: see its 'startedDateTime'."],
])("%s is refused in one sentence", (text, says) => {
  expect(() => readHar(text)).toThrow(says);
});
