import { expect, test } from "vitest";
import { createResponseAccumulator } from "../src/responses/response-stream.js";
import { resultOf } from "./stub-streams.js";

const sumOf = (...events: object[]) => resultOf(createResponseAccumulator(), events);

const delta = (content_index: number, text: string) => ({
  type: "response.output_text.delta",
  output_index: 0,
  content_index,
  delta: text,
});
const itemOf = (content: unknown) => ({ type: "message", id: "msg_1", content });
const itemDone = (content: unknown) => ({ type: "response.output_item.done", output_index: 0, item: itemOf(content) });

test("has no result before the first event", () => {
  expect(sumOf()).toBeUndefined();
});

test("puts the deltas of a part together where the parts before it never came", () => {
  expect(sumOf(delta(3, "Sev"), delta(3, "en"))?.output).toEqual([
    { content: [{ type: "output_text", text: "Seven" }] },
  ]);
});

test("gives items and parts by index, whichever came first", () => {
  const sum = sumOf({ ...delta(0, "c"), output_index: 1 }, delta(10, "b"), delta(2, "a"));

  expect(sum?.output).toMatchObject([{ content: [{ text: "a" }, { text: "b" }] }, { content: [{ text: "c" }] }]);
});

test("gives an item without parts an empty list of them", () => {
  expect(sumOf(itemDone([]))?.output).toEqual([itemOf([])]);
  expect(sumOf(itemDone(null))?.output).toEqual([itemOf([])]);
});

test("leaves the events as they came", () => {
  const done = itemDone([{ type: "output_text", text: "Sev", annotations: [] }]);
  const annotation = { type: "response.output_text.annotation.added", output_index: 0, content_index: 0 };
  const created = { type: "response.created", response: { id: "resp_1" } };

  sumOf(created, done, delta(0, "en"), { ...annotation, annotation: {} }, delta(1, "."), {
    type: "response.in_progress",
    response: { status: "in_progress" },
  });

  expect(done).toEqual(itemDone([{ type: "output_text", text: "Sev", annotations: [] }]));
  expect(created.response).toEqual({ id: "resp_1" });
});

test("takes the last value of each field of a response, null included", () => {
  const sum = sumOf(
    { type: "response.created", response: { id: "resp_1", error: { code: "x" }, status: "queued" } },
    { type: "response.in_progress", response: { error: null, status: "in_progress" } },
  );

  expect(sum).toMatchObject({ id: "resp_1", error: null, status: "in_progress" });
});

test("keeps the output_text of the last event", () => {
  const created = { type: "response.created", response: { output: [], output_text: "" } };
  const completed = { type: "response.completed", response: { output: [], output_text: "Seven." } };

  const added = { type: "response.output_item.added", output_index: 0, item: itemOf([]) };

  expect(sumOf(created, added, delta(0, "Sev"))?.output_text).toBe("Sev");
  expect(sumOf(created, added, delta(0, "Sev"), completed)?.output_text).toBe("Seven.");
});

test("does not let a field reach the prototype", () => {
  const created = JSON.parse('{"type":"response.created","response":{"__proto__":{"polluted":true},"id":"resp_1"}}');

  expect(sumOf(created)).not.toHaveProperty("polluted");
});
