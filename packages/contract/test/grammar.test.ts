import { expect, test } from "vitest";
import { createStreamJudge, type Grammar, grammars, operations, type ServerSentEvent } from "../src/index.ts";
import { faultsOf, readEvents } from "./read-events.ts";

function example(operationId: string, name: string): ServerSentEvent[] {
  return readEvents(
    String(operations[operationId]?.responses["200"]?.mediaTypes["text/event-stream"]?.examples[name]?.value),
  );
}

const rulesBroken = (dialect: string, events: ServerSentEvent[]) => [
  ...new Set(faultsOf(dialect, events).map(({ rule }) => rule)),
];

const changed = (event: ServerSentEvent, change: object): ServerSentEvent => ({
  ...event,
  data: JSON.stringify({ ...JSON.parse(event.data), ...change }),
});
const message = () => example("createMessage", "messageTextStream");
const response = () => example("createResponse", "responseTextStream");
const isKind = (kind: string) => (event: ServerSentEvent) =>
  event.data.includes(`"type":"${kind}"`) || event.data.includes(`"type": "${kind}"`);

test("finds an event in the wrong place", () => {
  const events = message();

  expect(rulesBroken("messages", [...events.slice(1, 2), ...events.slice(0, 1), ...events.slice(2)])).toContain(
    "order",
  );
});

test("finds a missing event line if the dialect requires one", () => {
  expect(
    rulesBroken(
      "messages",
      message().map(({ data }) => ({ data })),
    ),
  ).toEqual(["event-line"]);
});

test("finds an event line that differs from the payload", () => {
  expect(
    rulesBroken(
      "responses",
      response().map((event) => (event.event ? { ...event, event: "message" } : event)),
    ),
  ).toEqual(["event-line"]);
});

test.each([
  ["no piece", {}],
  ["an empty piece", { content: "" }],
  ["an empty piece and the role", { role: "assistant", content: "", tool_calls: [] }],
])("takes the usage of a chat stream after its finish, beside a choice with %s", (_what, delta) => {
  const chunk = (choice: object, rest = {}) => ({ data: JSON.stringify({ id: "c", choices: [choice], ...rest }) });
  const finish = chunk({ index: 0, delta: {}, finish_reason: "stop" });
  const usage = { usage: { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 } };
  const done = { data: "[DONE]" };

  expect(rulesBroken("chat", [finish, chunk({ index: 0, delta, finish_reason: null }, usage), done])).toEqual([]);
  expect(rulesBroken("chat", [chunk({ index: 0, delta, finish_reason: null }, usage), done])).toEqual(["end"]);
  expect(rulesBroken("chat", [finish, chunk({ index: 0, delta: { content: "x" } }, usage), done])).toContain("order");
});

test("accepts a stream without event lines if the dialect makes them optional", () => {
  expect(
    rulesBroken(
      "responses",
      response().map(({ data }) => ({ data })),
    ),
  ).toEqual([]);
});

test("finds a delta for a block that was never started", () => {
  expect(
    rulesBroken(
      "messages",
      message().map((event) => (isKind("content_block_delta")(event) ? changed(event, { index: 7 }) : event)),
    ),
  ).toContain("scope");
});

test("finds a block that is still open when the message ends", () => {
  expect(
    rulesBroken(
      "messages",
      message().filter((event) => !isKind("content_block_stop")(event)),
    ),
  ).toContain("scope");
});

test("finds a delta of the wrong kind for its block", () => {
  const events = message().map((event) =>
    isKind("content_block_delta")(event)
      ? changed(event, { delta: { type: "input_json_delta", partial_json: "{" } })
      : event,
  );

  expect(rulesBroken("messages", events)).toEqual(["part-kind"]);
});

test("finds pieces that don't add up to the whole", () => {
  const events = response();
  const at = events.findIndex(isKind("response.output_text.delta"));

  expect(
    rulesBroken(
      "responses",
      events.map((event, index) => (index === at ? changed(event, { delta: "other words" }) : event)),
    ),
  ).toEqual(["join"]);
});

test("finds a skipped sequence number", () => {
  const events = response();
  const skipped = events.map((event, index) =>
    index > 2 && event.data !== "[DONE]"
      ? changed(event, { sequence_number: JSON.parse(event.data).sequence_number + 1 })
      : event,
  );

  expect(rulesBroken("responses", skipped)).toEqual(["increasing"]);
});

test("finds an id that changes", () => {
  const events = example("createChatCompletion", "chatTextStream");
  const at = events.length - 2;

  expect(
    rulesBroken(
      "chat",
      events.map((event, index) => (index === at ? changed(event, { id: "chatcmpl-other" }) : event)),
    ),
  ).toEqual(["constant"]);
});

test("finds a chat stream without its done marker", () => {
  expect(rulesBroken("chat", example("createChatCompletion", "chatTextStream").slice(0, -1))).toEqual(["done-marker"]);
});

test("finds an event after the done marker", () => {
  const events = example("createChatCompletion", "chatTextStream");

  expect(rulesBroken("chat", [...events, ...events.slice(0, 1)])).toContain("after-end");
});

test("finds a done marker in a dialect that has none", () => {
  expect(rulesBroken("messages", [...message(), { data: "[DONE]" }])).toContain("done-marker");
});

test("finds data that is not JSON", () => {
  expect(
    rulesBroken(
      "messages",
      message().map((event, index) => (index === 1 ? { ...event, data: "{" } : event)),
    ),
  ).toContain("json");
});

test("accepts an unknown kind of event", () => {
  const events = message();
  const tomorrow = { event: "content_block_hint", data: '{"type":"content_block_hint","hint":1}' };

  expect(rulesBroken("messages", [...events.slice(0, 2), tomorrow, ...events.slice(2)])).toEqual([]);
});

test("finds a stream without events", () => {
  expect(rulesBroken("messages", [])).toEqual(["end"]);
});

test("names the events after which one was expected", () => {
  const judge = createStreamJudge(grammars.messages);
  const stop = { event: "message_delta", data: '{"type":"message_delta","delta":{},"usage":{}}' };

  expect(judge.push(stop).map(({ message: sentence }) => sentence)).toEqual([
    "message_delta came first; expected after message_start or content_block_start.",
  ]);
});

test.each([
  ["chat", "an event with /choices/0/finish_reason"],
  ["messages", "message_stop"],
  ["responses", "response.completed or response.incomplete"],
  ["native", "done"],
])("says which event ends a %s stream that breaks off", (dialect, marker) => {
  const judge = createStreamJudge(grammars[dialect] as Grammar); // every dialect named in the tests exists

  expect(judge.end()[0]?.message).toBe(`The stream ended before its end marker; expected ${marker}.`);
});

test("names the event before one in the wrong place", () => {
  const judge = createStreamJudge(grammars.messages);
  const start = { event: "message_start", data: '{"type":"message_start"}' };
  judge.push(start);

  expect(judge.push(start).map(({ message: sentence }) => sentence)).toEqual([
    "message_start came after message_start; expected first.",
  ]);
});

test("finds a [DONE] that came too early", () => {
  const judge = createStreamJudge(grammars.chat);

  expect(judge.push({ data: "[DONE]" })[0]?.message).toBe(
    "[DONE] came too early; expected an event with /choices/0/finish_reason before it.",
  );
});

test("finds a payload without the name on its event line", () => {
  const judge = createStreamJudge(grammars.messages);

  expect(judge.push({ event: "ping", data: "{}" })[0]?.message).toBe("The event line says ping, /type is missing.");
});
