import { expect, test } from "vitest";
import { readEventStream } from "../src/wire/event-stream.js";

const read = (text: string) => readEventStream(Buffer.from(text));
const essence = (text: string) => read(text).events.map(({ event, data }) => ({ ...(event && { event }), data }));

test.each([
  ["LF", "\n"],
  ["CRLF", "\r\n"],
  ["CR", "\r"],
])("reads events whose lines end with %s", (_name, end) => {
  const stream = ["event: a", "data: 1", "", "data:2", "data: 3", "", ""].join(end);

  expect(essence(stream)).toEqual([{ event: "a", data: "1" }, { data: "2\n3" }]);
  expect(read(stream).faults).toEqual([]);
});

test("skips a byte order mark, comments, unknown fields and events without data", () => {
  const stream = "\ufeff: hi\nid: 7\nretry: 10\n\nevent: none\n\ndata: x\nfoo\n\n";

  expect(essence(stream)).toEqual([{ data: "x" }]);
  expect(read(stream).faults).toEqual([]);
});

test("takes away one space after the colon only, and keeps empty data", () => {
  expect(essence("data:  x\n\ndata\n\n")).toEqual([{ data: " x" }, { data: "" }]);
});

test("keeps where the bytes of an event are", () => {
  const stream = ": é\n\ndata: é\n\n";

  expect(read(stream).events).toEqual([{ data: "é", start: 6, end: 16 }]);
});

test("says that the last event is not finished, and gives it all the same", () => {
  expect(read("data: 1\n\ndata: 2").events.map(({ data }) => data)).toEqual(["1", "2"]);
  expect(read("data: 1\n\ndata: 2\n").faults).toEqual([expect.stringMatching(/^The last event has no blank line/)]);
});

test("says where a line is not UTF-8, and keeps its event", () => {
  const { events, faults } = readEventStream(Buffer.from("data: \xff\n\n", "latin1"));

  expect(faults).toEqual(["The line at byte 0 is not UTF-8."]);
  expect(events).toMatchObject([{ data: "\ufffd" }]);
});
