// @module-tag socket
import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { startMock } from "@model-access/mock";
import { expect, onTestFinished, test } from "vitest";
import { createModelAccess } from "../src/index.js";
import { sentBy } from "./sent-requests.js";

const call = { toolCallId: "a", toolName: "weather" };

/** A conversation in which the model has called a tool with this input. */
function replayOf(input: unknown): LanguageModelV4Prompt {
  return [
    { role: "user", content: [{ type: "text", text: "Oslo?" }] },
    { role: "assistant", content: [{ type: "tool-call", ...call, input }] },
    { role: "tool", content: [{ type: "tool-result", ...call, output: { type: "error-text", value: "bad input" } }] },
  ];
}

/** Returns the first member of this name in a request, at any depth. */
function findMember(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  if (Object.hasOwn(value, name)) return Reflect.get(value, name);
  return Object.values(value)
    .map((member) => findMember(member, name))
    .find((member) => member !== undefined);
}

const interfaces = [
  ["chat", "arguments"],
  ["messages", "input"],
  ["responses", "arguments"],
  ["bot", "arguments"],
] as const;

const inputs: [string, unknown, object][] = [
  ["an object", { city: "Oslo" }, { city: "Oslo" }],
  ["the text of an object", '{"city":"Oslo"}', { city: "Oslo" }],
  ["JSON that breaks off", '{"city": Oslo', { rawInvalidInput: '{"city": Oslo' }],
  ["the text of a list", "[1]", { rawInvalidInput: "[1]" }],
  ["an empty text", "", {}],
  ["a list", [1], { rawInvalidInput: [1] }],
  ["a number", 7, { rawInvalidInput: 7 }],
  ["null", null, {}],
  ["nothing", undefined, {}],
];

test.each(interfaces.flatMap(([kind, member]) => inputs.map(([name, ...row]) => ({ kind, member, name, row }))))(
  "a replayed call to $kind whose input is $name has an object as input",
  async ({ kind, member, row: [input, sent] }) => {
    const { body } = await sentBy(kind, { prompt: replayOf(input) });

    const found = findMember(body, member);
    expect(member === "arguments" ? JSON.parse(String(found)) : found).toEqual(sent);
  },
);

test.each(["chat", "messages", "responses", "bot"] as const)("a result without a value goes to %s", async (kind) => {
  const output = { type: "json", value: undefined as unknown as null } as const; // as of a tool that returns nothing

  const { body } = await sentBy(kind, {
    prompt: [
      { role: "user", content: [] },
      { role: "tool", content: [{ type: "tool-result", ...call, output }] },
    ],
  });

  expect(JSON.stringify(body)).toMatch(/"(content|output)":"null"/);
});

test("a conversation with broken input goes on in the messages interface", async () => {
  const mock = await startMock({ latency: "instant" });
  onTestFinished(() => mock.close());
  const model = createModelAccess({ apiKey: "sk-mock-full", baseURL: mock.baseURL }).messages("Claude-Sonnet-4.5");

  const { content } = await model.doGenerate({
    prompt: replayOf('{"city": Oslo'),
    tools: [{ type: "function", name: "weather", inputSchema: { type: "object" } }],
  });

  expect(content).toContainEqual(expect.objectContaining({ type: "text" }));
});
