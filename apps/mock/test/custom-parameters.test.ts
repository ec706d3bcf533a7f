import { expect, test } from "vitest";
import { createClient } from "./client.js";

const custom = { thinking_budget: 100, aspect_ratio: "1:1", reasoning_effort: "high" };

test("R1.9, R1.12: custom parameters of a chat completion are accepted, and the journal says that they have no effect", async () => {
  const { chat, notices } = createClient();

  const answers = [await chat(custom), await chat(), await chat({ top_k: 3, safety_settings: [] })];

  const [choices, ...others] = await Promise.all(
    answers.map(async (answer) => ((await answer.json()) as { choices: unknown }).choices),
  );
  expect(others).toEqual([choices, choices]);
  expect((await notices()).slice(0, 2)).toEqual([
    [
      "The custom parameter 'thinking_budget' has no effect.",
      "The custom parameter 'aspect_ratio' has no effect.",
      "The custom parameter 'reasoning_effort' has no effect.",
    ],
    [],
  ]);
});

test.each(Object.entries(custom))("R1.9: a strict mock refuses %s in a chat completion", async (name, value) => {
  const response = await createClient({ strict: true }).chat({ [name]: value });

  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    error: { code: "invalid_parameter", message: `The custom parameter '${name}' has no effect.` },
  });
});

test("a strict mock takes what the contract says has an effect", async () => {
  const fields = { max_tokens: 5, temperature: 1, stop: ["###"], user: "kari" };

  const response = await createClient({ strict: true }).chat(fields);

  expect(response.status).toBe(200);
});

test("the journal says which scripted reply answered", async () => {
  const { chat, notices } = createClient({ state: { replies: [{ text: "hello", reply: { text: "Hi." } }] } });

  await chat();

  expect(await notices()).toEqual([["Answered by the scripted reply reply-1."]]);
});
