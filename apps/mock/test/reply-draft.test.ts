import { replyDraft } from "@model-access/console/reply-draft";
import { expect, test } from "vitest";
import { createMock } from "../src/index.js";

test.each([
  ["a chat completion", "/v1/chat/completions", { messages: question("Where is the harbour?") }],
  ["a streamed chat completion", "/v1/chat/completions", { messages: question("Where is it?"), stream: true }],
  ["a message", "/v1/messages", { max_tokens: 200, messages: question("Where is the harbour?") }],
  ["a streamed message", "/v1/messages", { max_tokens: 200, messages: question("Where is it?"), stream: true }],
  ["a response", "/v1/responses", { input: "Where is the harbour?" }],
  ["a streamed response", "/v1/responses", { input: question("Where is it?"), stream: true }],
])("%s that is scripted from its exchange is answered as it was, word for word", async (_title, path, fields) => {
  const { fetch } = createMock({ latency: "instant" });
  const post = () =>
    fetch(`http://mock${path}`, {
      method: "POST",
      headers: {
        authorization: "Bearer sk-mock-full",
        "content-type": "application/json",
        "anthropic-version": "2023-06-01",
      },
      body: JSON.stringify({ model: "Claude-Sonnet-4.5", ...fields }),
    });
  const first = contentOf(await (await post()).text());

  const admin = "http://mock/_mock/api/sessions/default";
  const draft = replyDraft((await (await fetch(`${admin}/journal/x-1`)).json()) as Parameters<typeof replyDraft>[0]);
  const scripted = await fetch(`${admin}/replies`, {
    method: "POST",
    headers: { "x-mock-admin": "1" },
    body: JSON.stringify(draft),
  });

  expect(first).not.toBe("");
  expect(scripted.ok).toBe(true);
  expect(contentOf(await (await post()).text())).toBe(first);
  expect(draft).toMatchObject({ model: "Claude-Sonnet-4.5", text: expect.stringMatching(/^Where is /) });
});

function question(content: string) {
  return [{ role: "user", content }];
}

/** The words of an answer, as every dialect has them: in members called `text` or `content`, or in the pieces of a stream. */
function contentOf(body: string): string {
  const said: string[] = [];
  const texts = body.startsWith("{") ? [body] : [...body.matchAll(/^data: (\{.*)$/gm)].map(([, text = ""]) => text);
  for (const text of texts) {
    JSON.parse(text, (name, value) => {
      if (typeof value === "string" && (name === "text" || name === "content")) said.push(value);
      return value;
    });
  }
  return said.join("");
}
