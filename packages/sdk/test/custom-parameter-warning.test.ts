import { expect, test, vi } from "vitest";
import { createChatCompletions } from "../src/chat/index.js";
import { bareClientOf } from "./stub-client.js";
import { request } from "./stub-service.js";

const warn = vi.fn();
const logger = { error: vi.fn(), warn, info: vi.fn(), debug: vi.fn() };

test("R1.9: the log warns of each custom parameter in a chat completion, and it is sent", async () => {
  const sent: unknown[] = [];
  const client = bareClientOf(
    async (_url, init) => {
      sent.push(JSON.parse(String(init.body)));
      return Response.json({ choices: [] });
    },
    { logger, logLevel: "warn" },
  );
  const completions = createChatCompletions(client);
  const body = { ...request, thinking_budget: 1024, aspect_ratio: "16:9", temperature: 1, user: "kari" };

  await completions.create(body);

  expect(sent).toEqual([body]);
  expect(warn.mock.calls).toEqual(
    ["thinking_budget", "aspect_ratio"].map((parameter) => [
      `chat completions can't carry ${parameter}; bots take it, messages and responses in words of their own`,
      { parameter },
    ]),
  );
});
