import { type ExchangeRecord, exchangeFormat, type RecordedResponse, writeExchange } from "@model-access/contract";
import type { MockOptions } from "../src/index.js";
import { createClient } from "./client.js";
import { dataFile } from "./data-files.js";

let count = 0;

/** A file of exchanges, a line each. */
export function fileOf(...records: (ExchangeRecord | string)[]): string {
  count += 1;
  const lines = records.map((record) => (typeof record === "string" ? `${record}\n` : writeExchange(record)));
  return dataFile(`exchanges-${count}.jsonl`, lines.join(""));
}

export const asked = { model: "Claude-Haiku-4.5", messages: [{ role: "user", content: "Hello" }], temperature: 0.5 };

/** A recorded chat completion. */
export function recorded(response: Partial<RecordedResponse>, body: object = asked): ExchangeRecord {
  return {
    format: exchangeFormat,
    id: "1",
    at: "2026-01-01T00:00:00.000Z",
    request: {
      method: "POST",
      target: "/v1/chat/completions",
      headers: [["Content-Type", "application/json; charset=utf-8"]],
      body: { text: JSON.stringify(body) },
    },
    response: {
      status: 200,
      headers: [["content-type", "application/json"]],
      headersMs: 30,
      chunks: [{ atMs: 40, text: '{"recorded":true}' }],
      endMs: 50,
      ending: "complete",
      ...response,
    },
  };
}

/** A recorded stream, whose second event is torn over two chunks. */
export const streamed = recorded({
  headers: [
    ["content-type", "text/event-stream"],
    ["x-served-by", "edge"],
    ["content-length", "7"],
  ],
  chunks: [
    { atMs: 100, text: "data: one\n\nda" },
    { atMs: 300, text: "ta: two\n\n" },
  ],
  endMs: 400,
});

/** Asks a mock with these recordings for a chat completion. */
export function mockOf(file: string, options: MockOptions = {}) {
  const { post } = createClient({ recordings: file, ...options });
  return (body: object = asked, headers: Record<string, string> = {}, path = "/v1/chat/completions") =>
    post(path, body, headers);
}
