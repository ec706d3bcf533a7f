import { expect, test } from "vitest";
import { type ExchangeRecord, readExchanges, recordBytes, recordedBytes, writeExchange } from "../src/index.ts";

const record: ExchangeRecord = {
  format: "model-access-exchange/1",
  id: "x-1",
  at: "2026-11-21T20:00:00.000Z",
  operationId: "listModels",
  request: { method: "GET", target: "/v1/models", headers: [["accept", "*/*"]] },
  response: {
    status: 200,
    headers: [["content-type", "application/json"]],
    headersMs: 3,
    chunks: [{ atMs: 4, text: "{}" }],
    endMs: 5,
    ending: "complete",
  },
  notes: { rule: "models/list" },
};

test("reads an exchange back unchanged from its line", () => {
  expect(readExchanges(`${writeExchange(record)}\n${writeExchange(record)}`)).toEqual([record, record]);
});

test("keeps members of a later version", () => {
  const later = { ...record, later: { is: true } };

  expect(readExchanges(writeExchange(later))).toEqual([later]);
});

test("names an invalid line by its number and its error", () => {
  const wrong = JSON.stringify({ ...record, request: { ...record.request, method: 3 } });

  expect(() => readExchanges(`${writeExchange(record)}\n${wrong}`)).toThrow(
    "Line 3 is no exchange record: 'request.method' is expected to be a string",
  );
  expect(() => readExchanges("{")).toThrow("Line 1 is no exchange record: it is not JSON.");
  expect(() => readExchanges(JSON.stringify({ ...record, format: "har" }))).toThrow("Line 1");
});

test.each([
  ["text", Buffer.from("Grüße\r\n\u0000")],
  ["a byte order mark", Buffer.from([0xef, 0xbb, 0xbf, 0x41])],
  ["bytes that are no UTF-8", Buffer.from([0xff, 0xfe, 0x00])],
  ["nothing", Buffer.alloc(0)],
])("%s comes back byte for byte", (_name, bytes) => {
  expect(Buffer.from(recordedBytes(recordBytes(bytes)))).toEqual(bytes);
});

test("counts the omitted bytes of a long body", () => {
  expect(recordBytes(Buffer.from("abcdef"), 4)).toEqual({ text: "abcd", omittedBytes: 2 });
});
