import { expect, test } from "vitest";
import { compose } from "../src/conversation/compose.js";
import { callsFor, conversation, say, seeds, turn } from "./said.js";

test("a table of things is that table, without a list of others", async () => {
  for (const seed of seeds) {
    const text = await say("Give me a table of three rivers", {}, seed);

    expect(text).toMatch(/^Here is a table of three rivers:\n\n\|/);
    expect(text).not.toMatch(/^- /m);
  }
});

test.each([
  [
    "Write a polite email to decline a meeting invitation",
    /\*\*Subject:\*\* About the meeting invitation\n\nDear \p{Lu}\p{L}+,/u,
  ],
  [
    "Write an email to Anna Berg to thank her for the flowers",
    /Dear Anna Berg,\n\nI would like to thank you for the flowers\./,
  ],
  [
    "Write a cover letter for a frontend developer",
    /Dear hiring team,\n\nI am writing to apply as frontend developer\./,
  ],
  ["Schreibe eine kurze E-Mail an meinen Chef, dass ich krank bin", /ich möchte Ihnen mitteilen, dass ich krank bin\./],
])("a letter says what it is for: %s", async (prompt, form) => {
  expect(await say(prompt)).toMatch(form);
});

test.each([
  ["Generate a 5-word title for this conversation: user asks how to bake sourdough bread", "Bake Sourdough Bread"],
  [
    "Summarize this chat in at most 5 words for a sidebar title:\nUser: How do I deploy a Next.js app?\nAssistant: …",
    "Deploy a Next.js App",
  ],
])("the title of a chat is a few of its words: %s", async (prompt, title) => {
  expect(await say(prompt)).toBe(title);
});

test("a system prompt that wants titles gets one for each first message", async () => {
  const instructions = "You generate short chat titles of at most 5 words. Reply with the title only.";

  expect(await say("How do I deploy a Next.js app to a VPS?", { instructions })).toBe("Deploy a Next.js App");
});

test.each([
  ["Draw a flowchart of a login", "flowchart TD"],
  ["Show me a sequence diagram of a payment in mermaid", "sequenceDiagram"],
  ["Show me a bar chart in mermaid", "xychart-beta"],
])("a diagram is Mermaid in a fence: %s", async (prompt, kind) => {
  expect(await say(prompt)).toContain(`\`\`\`mermaid\n${kind}`);
});

test("CSV has a line of names and so many rows", async () => {
  const [, body = ""] = /```csv\n([\s\S]+?)\n```/.exec(await say("Give me a CSV with 3 products and prices")) ?? [];
  const lines = body.split("\n").map((line) => line.split(",").length);

  expect(lines).toHaveLength(4);
  expect(new Set(lines).size).toBe(1);
});

test("lorem ipsum is Latin", async () => {
  const text = await say("Write 3 paragraphs of lorem ipsum");

  expect(text.split("\n\n")).toHaveLength(3);
  expect(text).toMatch(/^\p{Lu}\p{L}+ /u);
  expect(text).not.toMatch(/\bthe\b/);
});

test("code that the prompt brings comes back with remarks on its names", async () => {
  const text = await say("Review this code:\n```js\nfunction add(a, b) { return a - b }\n```");

  expect(text).toContain("`add`");
  expect(text).toContain("```js\nfunction add(a, b) { return a - b }\n```");
});

test("an error message gets steps to find its cause", async () => {
  const text = await say("Fix this bug: TypeError: Cannot read properties of undefined (reading 'map')");

  expect(text).toContain("the value before `map`");
  expect(text).toContain("\n2. ");
});

test("the language of code is the one that the prompt names first", async () => {
  expect(await say("Write a Dockerfile for a node app")).toContain("```dockerfile");
  expect(await say("Write a regex that matches an email address in Python")).toContain("re.compile");
});

test("a formula in a formula keeps its braces", async () => {
  for (const seed of seeds) {
    const text = await say("Show me the geometric series as a formula in latex", {}, seed);

    expect(text).not.toMatch(/\\tfrac\{1[\\$]/);
  }
});

test("a text that is given is corrected where its slips are common ones", async () => {
  expect(await say("Can you proofread this? 'He go to school every days'")).toContain("He goes to school every day.");
});

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
