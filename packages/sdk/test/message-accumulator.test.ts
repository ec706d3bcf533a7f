import { expect, test } from "vitest";
import { createMessageAccumulator } from "../src/messages/message-stream.js";
import { resultOf } from "./stub-streams.js";

const sumOf = (...events: object[]) => resultOf(createMessageAccumulator(), events);

const start = (message: object) => ({ type: "message_start", message });
const change = (delta: object, usage?: object) => ({ type: "message_delta", delta, usage });

test("has no result before the first event, nor after a ping alone", () => {
  expect(sumOf()).toBeUndefined();
  expect(sumOf({ type: "ping" })).toBeUndefined();
});

test("keeps the counts of the start that the end does not repeat", () => {
  const sum = sumOf(start({ usage: { input_tokens: 9, output_tokens: 1 } }), change({}, { output_tokens: 7 }));

  expect(sum?.usage).toEqual({ input_tokens: 9, output_tokens: 7 });
});

test("leaves the events as they came, a usage inside the delta too", () => {
  const started = start({ usage: { input_tokens: 9 }, content: [{ type: "text", text: "Sev", citations: [] }] });
  const inside = change({ usage: { output_tokens: 7 } });
  const text = { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "en" } };
  const cited = { type: "content_block_delta", index: 0, delta: { type: "citations_delta", citation: {} } };

  const sum = sumOf(started, inside, change({}, { output_tokens: 8 }), text, cited);

  expect(sum).toMatchObject({
    content: [{ text: "Seven", citations: [{}] }],
    usage: { input_tokens: 9, output_tokens: 8 },
  });
  expect(started).toEqual(
    start({ usage: { input_tokens: 9 }, content: [{ type: "text", text: "Sev", citations: [] }] }),
  );
  expect(inside).toEqual(change({ usage: { output_tokens: 7 } }));
});

test("gives blocks by index, whichever came first", () => {
  const block = (index: number) => ({
    type: "content_block_start",
    index,
    content_block: { type: "text", text: `${index}` },
  });

  expect(sumOf(block(10), block(2), block(0))?.content).toMatchObject([{ text: "0" }, { text: "2" }, { text: "10" }]);
});
