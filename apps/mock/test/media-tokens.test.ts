import { expect, test } from "vitest";
import { createMock } from "../src/index.js";
import { bearer, json } from "./requests.js";

const { fetch } = createMock({ latency: "instant" });

const model = "Claude-Sonnet-4.5";
const text = "What is in these pictures?";
const times = <Part>(count: number, part: Part) => Array.from({ length: count }, () => part);

/** A question with a number of pictures in each interface, and the place of its cost in the reply. */
const interfaces = {
  "/v1/chat/completions": {
    write: (count: number, url: string) => ({
      model,
      messages: [
        { role: "user", content: [{ type: "text", text }, ...times(count, { type: "image_url", image_url: { url } })] },
      ],
    }),
    read: ({ usage }: { usage: Record<string, number> }) => usage.prompt_tokens,
  },
  "/v1/messages": {
    write: (count: number, url: string) => ({
      model,
      max_tokens: 100,
      messages: [
        {
          role: "user",
          content: [{ type: "text", text }, ...times(count, { type: "image", source: { type: "url", url } })],
        },
      ],
    }),
    read: ({ usage }: { usage: Record<string, number> }) => usage.input_tokens,
  },
  "/v1/responses": {
    write: (count: number, url: string) => ({
      model,
      input: [
        {
          role: "user",
          content: [
            { type: "input_text", text },
            ...times(count, { type: "input_image", image_url: url, detail: "auto" }),
          ],
        },
      ],
    }),
    read: ({ usage }: { usage: Record<string, number> }) => usage.input_tokens,
  },
};

test.each([
  { how: "an address", url: "https://pictures.example/cat.png" },
  { how: "its bytes", url: `data:image/png;base64,${"A".repeat(4000)}` },
])("each picture costs the same tokens on all three interfaces, given as $how", async ({ url }) => {
  const costs: Record<string, (number | undefined)[]> = {};
  for (const [path, { write, read }] of Object.entries(interfaces)) {
    costs[path] = await Promise.all(
      [0, 1, 3].map(async (count) => {
        const { headers, ...init } = json(write(count, url));
        const response = await fetch(`http://mock${path}`, {
          ...init,
          headers: { ...headers, ...bearer("sk-mock-full"), "anthropic-version": "2023-06-01" },
        });
        expect(response.status).toBe(200);
        return read((await response.json()) as { usage: Record<string, number> }); // as the contract has it
      }),
    );
  }

  const [chat = [], messages, responses] = Object.values(costs);
  const [bare = 0] = chat;
  expect(chat).toEqual([bare, bare + 256, bare + 3 * 256]);
  expect(messages).toEqual(chat);
  expect(responses).toEqual(chat);
});
