import { describe, expect, test } from "vitest";
import { operations, validateStreamEvent } from "../src/index.ts";
import { faultsOf, readEvents } from "./read-events.ts";

const transcripts = Object.values(operations).flatMap(({ operationId, stream, responses }) => {
  const examples = responses["200"]?.mediaTypes["text/event-stream"]?.examples ?? {};
  return Object.entries(examples).map(([name, { value }]) => ({
    operationId,
    dialect: stream ?? "",
    name,
    events: readEvents(String(value)),
  }));
});

test("has transcripts of every streamed operation", () => {
  expect(new Set(transcripts.map(({ dialect }) => dialect))).toEqual(
    new Set(["chat", "messages", "responses", "native"]),
  );
});

describe.each(transcripts)("$operationId $name", ({ operationId, dialect, events }) => {
  test("has events that validate", () => {
    expect(events.flatMap((event) => validateStreamEvent(operationId, event))).toEqual([]);
  });

  test("obeys its grammar", () => {
    expect(faultsOf(dialect, events)).toEqual([]);
  });

  test("is incomplete without its last events", () => {
    const cut = events.slice(0, Math.max(0, events.length - 3));

    expect(faultsOf(dialect, cut).map(({ rule }) => rule)).toContain("end");
  });
});
