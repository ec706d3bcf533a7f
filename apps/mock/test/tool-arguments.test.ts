import { expect, test } from "vitest";
import { compose } from "../src/conversation/compose.js";
import { callsFor, conversation, seeds, turn } from "./said.js";

test.each([
  ["create_event", "Schedule a meeting with anna@example.com on 2026-12-01 at 15:00 about the launch"],
  ["run_sql", "How many orders were placed last week?"],
  ["get_forecast", "Do I need an umbrella in Rome?"],
  ["calculator", "what is 12*9?"],
])("a tool is called by what it is for: %s", async (name, prompt) => {
  const tools = [{ name, description: "", parameters: { type: "object" } }];

  expect(await callsFor(prompt, { tools })).toMatchObject([{ name }]);
  expect(await callsFor("hello", { tools })).toEqual([]);
});

test("arguments take dates, people, labels and messages from the prompt", async () => {
  const string = { type: "string" };
  const toolOf = (name: string, properties: Record<string, object>) => ({
    tools: [{ name, description: "", parameters: { type: "object", properties, required: Object.keys(properties) } }],
  });

  const event = toolOf("create_event", {
    title: string,
    start: { type: "string", format: "date-time" },
    attendees: { type: "array", items: { type: "string", format: "email" } },
  });
  expect(
    await callsFor("Schedule a meeting with anna@example.com on 2026-12-01 at 15:00 about the launch", event),
  ).toMatchObject([{ arguments: { title: "Launch", start: "2026-12-01T15:00:00Z", attendees: ["anna@example.com"] } }]);
  const mail = toolOf("send_email", { to: string, subject: string, body: string });
  expect(await callsFor("email bob@example.com that I'm running late", mail)).toMatchObject([
    { arguments: { to: "bob@example.com", subject: "I'm running late", body: "I'm running late." } },
  ]);
});

test("a structured output takes labels, names and numbers from the prompt", async () => {
  const schema = {
    type: "object",
    properties: {
      sentiment: { enum: ["positive", "negative", "neutral"] },
      age: { type: "integer" },
      street: { type: "string" },
    },
    required: ["sentiment", "age", "street"],
  };

  for (const seed of seeds) {
    const asked = conversation([turn("user", "John Smith, 42, lives at 5 Main Street and loves it")], {
      format: { kind: "schema", schema },
    });
    const { text } = await compose(asked, { seed });

    expect(JSON.parse(text.join(""))).toEqual({ sentiment: "positive", age: 42, street: "5 Main Street" });
  }
});
