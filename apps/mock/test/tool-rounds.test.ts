import { expect, test } from "vitest";
import { compose } from "../src/conversation/compose.js";
import type { Tool, Turn } from "../src/conversation/conversation.js";
import { callsFor, conversation, turn } from "./said.js";

const weather: Tool = {
  name: "get_weather",
  description: "Returns the weather of a city",
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
};

const called = (name: string): Turn => ({
  ...turn("assistant", ""),
  toolCalls: [{ id: "call_1", name, arguments: '{"city":"Paris"}' }],
});
const result = (text: string): Turn => ({ ...turn("tool", text), toolCallId: "call_1" });

test.each([
  ["What is the weather in Rome and Oslo?", ["Rome", "Oslo"]],
  ["Compare the weather in Lisbon, Hamburg and New York", ["Lisbon", "Hamburg", "New York"]],
  ["What is the weather in Paris, France?", ["Paris"]],
])("a tool for one place is called for each place: %s", async (prompt, cities) => {
  const calls = await callsFor(prompt, { tools: [weather] });

  expect(calls.map(({ arguments: given }) => given)).toEqual(cities.map((city) => ({ city })));
});

test("a question that leans on the round before calls its tool again", async () => {
  const turns = [
    turn("user", "What is the weather in Paris?"),
    called("get_weather"),
    result('{"temperature":21}'),
    turn("assistant", "It is 21 degrees."),
    turn("user", "And in Madrid?"),
  ];
  const { toolCalls } = await compose(conversation(turns, { tools: [weather] }), { seed: 1 });

  expect(toolCalls.map(({ arguments: pieces }) => pieces.join(""))).toEqual(['{"city":"Madrid"}']);
});

test("results are shown as people write them", async () => {
  const turns = [
    turn("user", "What is the weather in Paris?"),
    called("get_weather"),
    result(
      '{"wind":{"speed":12},"alerts":["rain","fog"],"isDay":true,"days":[{"day":"Mon","high":20},{"day":"Tue","high":22}]}',
    ),
  ];
  const { text } = await compose(conversation(turns, { tools: [weather] }), { seed: 1 });

  expect(text.join("")).toContain(
    "- **Wind:**\n  - **Speed:** 12\n- **Alerts:** rain, fog\n- **Is day:** yes\n\n**Days**\n\n| Day | High |\n| --- | --- |\n| Mon | 20 |\n| Tue | 22 |",
  );
});
