import { expect, test, vi } from "vitest";
import { createChatCompletions } from "../src/chat/index.js";
import { bareClientOf } from "./stub-client.js";
import { request } from "./stub-service.js";

const warn = vi.fn();
const logger = { error: vi.fn(), warn, info: vi.fn(), debug: vi.fn() };

test("R1.9: the log warns once of each custom parameter in a chat completion, and it is sent", async () => {
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
  await completions.create(body);

  expect(sent).toEqual([body, body]);
  expect(warn.mock.calls).toEqual([
    [
      "chat completions can't carry thinking_budget; these can: bots.respond (parameters) and messages (thinking)",
      { parameter: "thinking_budget" },
    ],
    ["chat completions can't carry aspect_ratio; these can: bots.respond (parameters)", { parameter: "aspect_ratio" }],
  ]);
});
