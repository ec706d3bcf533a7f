// A user's program: compiled, not run, by every supported version of TypeScript.
import { ModelAccess, RateLimitError, StreamIncompleteError } from "@model-access/sdk";
import { parseControls, visibleControls } from "@model-access/sdk/controls";
import { createClient } from "@model-access/sdk/core";
import { createMessages } from "@model-access/sdk/messages";
import { createPriceTable, estimateRequest } from "@model-access/sdk/points";
import { relay } from "@model-access/sdk/relay";
import { createTestFetch, jsonReply } from "@model-access/sdk/testing";

const { fetch } = createTestFetch([jsonReply({})]);
const client = new ModelAccess({ apiKey: async () => "sk-…", baseURL: "https://api.example/v1", fetch });

export async function use(): Promise<string[]> {
  const reply = await client.chat.completions.create({ model: "m", messages: [{ role: "user", content: "?" }] });
  const content: string | null | undefined = reply.choices[0]?.message.content;
  const stream = await client.chat.completions.create({ model: "m", messages: [], stream: true });
  for await (const chunk of stream) console.log(chunk.choices[0]?.delta.content);
  const message = await client.messages.create({ model: "m", max_tokens: 1, messages: [] });
  const response = await client.responses.create({ model: "m", input: "?" });
  const text: string = response.output_text;
  for await (const { bot_name } of client.usage.history({ limit: 1 })) console.log(bot_name);
  for await (const piece of client.bots.respond({ bot: "b", messages: [{ role: "user", content: "?" }] })) {
    console.log(piece.text);
  }
  const { data, error } = await client.raw.GET("/v1/models");
  // @ts-expect-error a message without content
  client.chat.completions.create({ model: "m", messages: [{ role: "user" }] });
  return [content ?? "", text, String(message.content.length), String(data?.data.length ?? error)];
}

export function handle(failure: unknown): number | undefined {
  if (failure instanceof StreamIncompleteError) return 0;
  return failure instanceof RateLimitError ? failure.retryAfterMs : undefined;
}

export const messages = createMessages(createClient({ apiKey: "sk-…", baseURL: "https://api.example" }));
export const shown = visibleControls(parseControls("{}"), {});
export const points = estimateRequest(createPriceTable({ data: [] }), { model: "m" }).points;
export const passOn = (answer: Response): Response => relay(answer);
