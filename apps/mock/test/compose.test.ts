import { expect, test } from "vitest";
import { compose } from "../src/conversation/compose.js";
import type { Conversation } from "../src/conversation/conversation.js";
import { Refusal } from "../src/refusal.js";
import { conversation, turn } from "./said.js";

function asked(change: Partial<Conversation> = {}): Conversation {
  return conversation([turn("user", "What is the weather in Oslo?")], change);
}

const weather = {
  name: "get_weather",
  description: "Tells it.",
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
};
const clock = {
  name: "read_clock",
  description: "The time in a city.",
  parameters: { type: "object", properties: {} },
};

test("a question that is asked again is not answered anew, and another one is", async () => {
  const first = await compose(asked(), { seed: 1 });

  expect(await compose(asked(), { seed: 1 })).toBe(first);
  expect(await compose(asked(), { seed: 2 })).not.toBe(first);
  expect((await compose(asked({ maxTokens: 3 }), { seed: 1 })).text).toHaveLength(3);
});

test("the reply depends on the conversation and the seed alone, and not on the model", async () => {
  const first = await compose(asked(), { seed: 1 });
  await compose(asked({ turns: [turn("user", "Something else")] }), { seed: 1 });

  expect(await compose(asked({ model: "Grok-4" }), { seed: 1 })).toEqual(first);
  expect((await compose(asked(), { seed: 2 })).text.join("")).not.toBe(first.text.join(""));
});

test("the pieces of two hundred replies are whole, counted and within their limit", async () => {
  for (let seed = 0; seed < 200; seed += 1) {
    const maxTokens = 1 + (seed % 40);
    const whole = await compose(asked({ turns: [turn("user", `Grüße 👋🏽 ${"word ".repeat(seed)}`)] }), { seed });
    const cut = await compose(asked({ turns: [turn("user", `Grüße 👋🏽 ${"word ".repeat(seed)}`)], maxTokens }), {
      seed,
    });

    expect(whole.text.join("")).not.toBe("");
    expect(whole.text.every((piece) => !/\p{Surrogate}/u.test(piece))).toBe(true);
    expect(whole.usage.outputTokens).toBe(whole.text.length);
    expect(cut.usage.outputTokens).toBeLessThanOrEqual(maxTokens);
    expect(cut.finish.reason).toBe(cut.usage.outputTokens < cut.text.length ? "length" : cut.finish.reason);
  }
});

test("a tool is called when it is forced, when the words name it, and not when it is forbidden", async () => {
  const names = async (change: Partial<Conversation>) =>
    (await compose(asked({ tools: [weather, clock], ...change }), { seed: 1 })).toolCalls.map(({ name }) => name);

  expect(await names({})).toEqual(["get_weather"]);
  expect(await names({ toolChoice: { kind: "named", name: "read_clock" } })).toEqual(["read_clock"]);
  expect(await names({ toolChoice: { kind: "required" }, turns: [turn("user", "Hm?")] })).toEqual(["get_weather"]);
  expect(await names({ toolChoice: { kind: "none" } })).toEqual([]);
  expect(await names({ turns: [turn("user", "Hm?")] })).toEqual([]);
});

test("several tools are called at once only where that is allowed", async () => {
  const turns = [turn("user", "The weather and the clock in the city, please")];
  const both = await compose(asked({ tools: [weather, clock], turns }), { seed: 1 });
  const one = await compose(asked({ tools: [weather, clock], turns, mayCallInParallel: false }), { seed: 1 });

  expect(both.toolCalls.map(({ name }) => name)).toEqual(["get_weather", "read_clock"]);
  expect(one.toolCalls).toHaveLength(1);
  expect(JSON.parse(both.toolCalls[0]?.arguments.join("") ?? "")).toEqual({ city: expect.any(String) });
});

test("more effort gives more reasoning, within its budget", async () => {
  const tokens = async (effort: string, budgetTokens?: number) =>
    (await compose(asked({ reasoning: { effort, summary: undefined, budgetTokens } }), { seed: 1 })).usage
      .reasoningTokens;

  expect(await tokens("none")).toBe(0);
  expect(await tokens("low")).toBeGreaterThan(await tokens("minimal"));
  expect(await tokens("high")).toBeGreaterThan(await tokens("low"));
  expect(await tokens("high", 5)).toBe(5);
});

test("text in the form of a schema is JSON that validates, the same for the same seed", async () => {
  const format = { kind: "schema", schema: { enum: [{ a: 1 }, { a: 2 }, { a: 3 }] } } as const;
  const write = async (seed: number) => (await compose(asked({ format }), { seed })).text.join("");
  const texts = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(write));

  expect(texts).toEqual(await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(write)));
  expect(new Set(texts)).toEqual(new Set(['{"a":1}', '{"a":2}', '{"a":3}']));
});

test("a schema that nothing satisfies, or that is none, is refused in one sentence", async () => {
  const format = (schema: Record<string, unknown>) =>
    compose(asked({ format: { kind: "schema", schema } }), { seed: 1 });

  await expect(format({ type: "string", minLength: 5, maxLength: 2 })).rejects.toBeInstanceOf(Refusal);
  await expect(format({ type: "sting" })).rejects.toMatchObject({ code: "invalid_parameter" });
});

test("a pattern that would take years to match on the platform takes no time", async () => {
  const schema = { type: "string", allOf: [{ pattern: "^(a|a)*$" }, { pattern: "^(a|a)*b$" }], const: "a".repeat(60) };

  await expect(compose(asked({ format: { kind: "schema", schema } }), { seed: 1 })).rejects.toMatchObject({
    code: "invalid_parameter",
    message: "The JSON Schema can't be used: no value was found that satisfies it.",
  });
});

test("a schema that asks for a flood of values is refused before it is filled", async () => {
  const nested = Array.from({ length: 12 }).reduce<Record<string, unknown>>(
    (items) => ({ type: "array", minItems: 3, items }),
    { type: "string" },
  );

  await expect(compose(asked({ format: { kind: "schema", schema: nested } }), { seed: 1 })).rejects.toMatchObject({
    message: expect.stringContaining("more than 5000 values"),
  });
});
