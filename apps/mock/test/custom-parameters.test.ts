import { expect, test } from "vitest";
import { createMock } from "../src/index.js";
import { bearer, json } from "./requests.js";

const asked = { model: "Claude-Haiku-4.5", messages: [{ role: "user", content: "Hello" }] };
const custom = { thinking_budget: 100, aspect_ratio: "1:1", reasoning_effort: "high" };

function ask({ fetch }: ReturnType<typeof createMock>, fields: object) {
  const { headers, ...init } = json({ ...asked, ...fields });
  const sent = { ...(headers as Record<string, string>), ...bearer("sk-mock-full") };
  return fetch("http://mock/v1/chat/completions", { ...init, headers: sent });
}

async function noticesOf({ fetch }: ReturnType<typeof createMock>): Promise<unknown> {
  const response = await fetch("http://mock/_mock/api/sessions/default/journal");
  const { exchanges } = (await response.json()) as { exchanges: { notes: { notices: unknown } }[] };
  return exchanges.map(({ notes }) => notes.notices);
}

test("R1.9, R1.12: custom parameters of a chat completion are accepted, and the journal says that they have no effect", async () => {
  const mock = createMock({ latency: "instant" });

  const response = await ask(mock, custom);
  const same = await ask(mock, {});

  const contentOf = async (answer: Response) => ((await answer.json()) as { choices: unknown }).choices;
  expect(await contentOf(response)).toEqual(await contentOf(same));
  expect(await noticesOf(mock)).toEqual([
    [
      "The custom parameter 'thinking_budget' has no effect.",
      "The custom parameter 'aspect_ratio' has no effect.",
      "The custom parameter 'reasoning_effort' has no effect.",
    ],
    [],
  ]);
});

test.each(Object.entries(custom))("R1.9: a strict mock refuses %s in a chat completion", async (name, value) => {
  const mock = createMock({ strict: true });

  const response = await ask(mock, { [name]: value });

  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    error: { code: "invalid_parameter", message: `The custom parameter '${name}' has no effect.` },
  });
});

test("a strict mock takes what the contract says has an effect", async () => {
  const mock = createMock({ strict: true, latency: "instant" });

  const response = await ask(mock, { max_tokens: 5, temperature: 1, stop: ["###"], user: "kari" });

  expect(response.status).toBe(200);
});

test("the journal says which scripted reply answered", async () => {
  const mock = createMock({ state: { replies: [{ text: "hello", reply: { text: "Hi." } }] } });

  await ask(mock, {});

  expect(await noticesOf(mock)).toEqual([["Answered by the scripted reply reply-1."]]);
});
