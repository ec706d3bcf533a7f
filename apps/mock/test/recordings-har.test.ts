import { expect, test } from "vitest";
import { createMock } from "../src/index.js";
import { dataFile } from "./data-files.js";
import { asked, mockOf } from "./recordings.js";

const entry = (method: string, url: string, response: object, postData?: object) => ({
  startedDateTime: "2026-11-21T20:00:00.000Z",
  time: 30,
  request: { method, url, headers: [], ...(postData && { postData }) },
  response: { status: 200, headers: [], ...response },
  timings: { wait: 10, receive: 20 },
});

function fileOf(name: string, ...entries: object[]): string {
  return dataFile(name, JSON.stringify({ log: { version: "1.2", entries } }));
}

const question = { mimeType: "application/json", text: JSON.stringify(asked) };
const events = "data: one\n\ndata: [DONE]\n\n";

test("what a browser saved answers equal requests, and the page's own files are left out", async () => {
  const file = fileOf(
    "page.har",
    entry("GET", "https://app.example.com/main.css", { content: { mimeType: "text/css", text: "a{}", size: 3 } }),
    entry("OPTIONS", "https://api.example.com/v1/chat/completions", { status: 204 }),
    entry(
      "POST",
      "https://api.example.com/v1/chat/completions",
      { content: { mimeType: "text/event-stream", text: events } },
      question,
    ),
  );
  const lines: string[] = [];
  const ask = mockOf(file, { recordingsOnly: true, log: (line) => lines.push(line) });

  const response = await ask();

  expect(response.headers.get("content-type")).toBe("text/event-stream");
  expect(await response.text()).toBe(events);
  expect(lines.filter((line) => line.includes("main.css"))).toEqual([]);
});

test("an entry whose body the browser left out is logged, and not replayed", () => {
  const file = fileOf(
    "left-out.har",
    entry("GET", "https://api.example.com/v1/models", { content: { mimeType: "application/json", size: 1000 } }),
  );
  const lines: string[] = [];

  createMock({ recordings: file, log: (line) => lines.push(line) });

  expect(lines).toEqual([`${file}:1: this exchange was not recorded whole; it is not replayed.`]);
});

test("a file that is no HAR file is refused with its name", () => {
  const file = dataFile("wrong.har", "{}");

  expect(() => createMock({ recordings: file })).toThrow(`${file}: This is not a HAR file: it has no 'log.entries'.`);
});
