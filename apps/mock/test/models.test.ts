import { expect, test } from "vitest";
import { createMock } from "../src/index.js";
import { bearer, exampleRequest } from "./requests.js";

const { fetch } = createMock();

/** With a key that has no permission, 403 says that the model was found: that is looked at just after it. */
const headers = { ...bearer("sk-mock-limited"), "content-type": "application/json", "anthropic-version": "2023-06-01" };
const messages = [{ role: "user", content: "Hello" }];

test.each(["gpt-5.2", "GPT-5.2", "gPt-5.2", "trip-planner", "Claude-Sonnet-4.5"])(
  "chat finds %s, by id or bot name in any case",
  async (model) => {
    const response = await fetch("http://mock/v1/chat/completions", {
      method: "POST",
      headers,
      body: JSON.stringify({ model, messages }),
    });

    expect(response.status).toBe(403);
  },
);

test.each(["Claude-Sonnet-4.5", "claude-sonnet-4.5", "claude-sonnet-4-5", "claude-sonnet-4-5-20250929"])(
  "messages finds %s, as bot name and as the provider's own, short and dated",
  async (model) => {
    const response = await fetch("http://mock/v1/messages", {
      method: "POST",
      headers,
      body: JSON.stringify({ model, messages, max_tokens: 5 }),
    });

    expect(response.status).toBe(403);
  },
);

test.each(["Claude-Opus-4.1", "claude-opus-4-1-20250805"])(
  "R2.11: messages finds %s of a data file, which names its owner and no paths",
  async (model) => {
    const bots = [{ name: "Claude-Opus-4.1", owned_by: "Anthropic" }, { name: "Helper" }];
    const mock = createMock({ state: { bots } });
    const ask = (name: string) => {
      const body = JSON.stringify({ model: name, messages, max_tokens: 5 });
      return mock.fetch("http://mock/v1/messages", { method: "POST", headers, body });
    };

    expect((await ask(model)).status).toBe(403);
    expect((await ask("Helper")).status).toBe(404);
  },
);

test.each(["claude-sonnet-4-5-99999999", "claude-sonnet-4-5-20251301"])(
  "messages does not know %s, whose digits are no date",
  async (model) => {
    const response = await fetch("http://mock/v1/messages", {
      method: "POST",
      headers: { ...headers, ...bearer("sk-mock-full") },
      body: JSON.stringify({ model, messages, max_tokens: 5 }),
    });

    expect(response.status).toBe(404);
  },
);

test.each(["Claude-Haiku-4.5", "claude-haiku-4.5", "Trip%2DPlanner"])("a bot is found at /bot/%s", async (name) => {
  const { init } = exampleRequest("queryBot");

  const response = await fetch(`http://mock/bot/${name}`, { ...init, headers });

  expect(response.status).toBe(403);
});
