// Compiled by `typecheck`, never run: good calls of the resources, and bad ones with the error on the line that is wrong.
import { type BotReply, type BotStream, createBots, getBotResponse } from "../src/bots/index.js";
import { createClient } from "../src/client.js";
import { createFiles } from "../src/files/index.js";
import { createMessages, type MessageStream } from "../src/messages/index.js";
import { createResponses, ResponseStream } from "../src/responses/index.js";
import type {
  Balance,
  Message,
  MessageParam,
  PointsHistory,
  PointsHistoryEntry,
  ProtocolMessage,
  ResponseResource,
  Video,
} from "../src/types.js";
import { createUsage } from "../src/usage/index.js";
import { createVideos } from "../src/videos/index.js";

const client = createClient();
const messages = createMessages(client);
const responses = createResponses(client);
const bots = createBots(client);
const videos = createVideos(client);
const usage = createUsage(client);
const files = createFiles(client);

// Messages
const conversation: MessageParam[] = [{ role: "user", content: "Name one prime." }];
const messageBody = { model: "claude-sonnet-4.5", max_tokens: 64, messages: conversation };
export const message: Promise<Message> = messages.create(messageBody, { betas: ["a"], version: "2023-06-01" });
export const messageStream: Promise<MessageStream> = messages.create({ ...messageBody, stream: true });
// @ts-expect-error max_tokens is required
messages.create({ model: "m", messages: conversation });
// @ts-expect-error a stream says so by its name
messages.stream({ ...messageBody, stream: false });

export async function readMessage(): Promise<unknown[]> {
  const said: string[] = [];
  for await (const event of messages.stream(messageBody)) {
    if (event.type === "content_block_delta" && event.delta.type === "text_delta") said.push(event.delta.text);
    if (event.type === "message_delta") said.push(String(event.delta.stop_reason));
  }
  const final = await messages.stream(messageBody).final();
  // What came goes back as it is.
  conversation.push({ role: "assistant", content: (await message).content });
  const tool = final.content.find((block) => block.type === "tool_use");
  return [said, tool?.input, tool?.partial_json, final.usage.output_tokens];
}

// Responses
const responseBody = { model: "GPT-5.2", input: "Name one prime." };
export const response: Promise<ResponseResource> = responses.create(responseBody);
export const responseStream: Promise<ResponseStream> = responses.create({ ...responseBody, stream: true });
export async function readResponse(): Promise<string> {
  let text = "";
  for await (const event of responses.stream(responseBody)) {
    if (event.type === "response.output_text.delta") text += event.delta;
  }
  // @ts-expect-error the text is computed, never sent
  responses.create({ ...responseBody, output_text: "" });
  return text + (await response).output_text;
}
export async function sendBack(): Promise<ResponseResource> {
  const { output } = await response;
  // What came goes back as it is, in front of what the tools gave.
  return responses.create({
    ...responseBody,
    input: [...output, { type: "message", role: "user", content: "Go on." }],
  });
}
export async function either(isStreamed: boolean): Promise<string> {
  const reply = await responses.create({ ...responseBody, stream: isStreamed });
  return reply instanceof ResponseStream ? reply.text() : reply.output_text;
}

// Bots
const question: ProtocolMessage[] = [
  { role: "user", content: "Paint a boat.", parameters: { aspect_ratio: "16:9", mood: "calm" } },
];
export const answer: BotStream = bots.respond({ bot: "Painter", messages: question, temperature: 0.2 });
export const answered: BotStream = getBotResponse({ bot: "Painter", messages: question, apiKey: "sk-…" });
// @ts-expect-error the bot is required
bots.respond({ messages: question });
// @ts-expect-error a query has no key in it
bots.respond({ bot: "Painter", messages: question, api_key: "sk-…" });
export async function readBot(): Promise<BotReply> {
  const upload = await files.upload({ file: new Blob(["a"]), name: "a.txt" });
  question.push({ role: "user", content: "And this?", attachments: [upload] });
  for await (const { text, attachment, is_replace_response } of answer) {
    const words: string = is_replace_response ? text : (attachment?.url ?? "");
    words.trim();
  }
  const reply = await answer.final();
  bots.respond({
    bot: "Painter",
    messages: question,
    tool_calls: reply.tool_calls,
    tool_results: reply.tool_calls.map(({ id, function: { name } }) => ({
      role: "tool",
      name,
      tool_call_id: id,
      content: "18 °C",
    })),
  });
  return reply;
}
// @ts-expect-error it takes a file or an address
files.upload({ name: "a.txt" });

// Videos
export async function makeVideo(): Promise<Response> {
  const video: Video = await videos.create({ model: "Sora-2", prompt: "Drift.", input_reference: new Blob([]) });
  await videos.waitFor(video.id, { intervalMs: 1000, timeoutMs: 60_000 }, { signal: AbortSignal.timeout(1000) });
  await videos.extend({ video: { id: video.id }, prompt: "On.", seconds: 4 });
  // @ts-expect-error there is no such variant
  await videos.content(video.id, { variant: "poster" });
  return videos.content(video.id, { variant: "thumbnail" });
}

// Account
export async function account(): Promise<unknown[]> {
  const balance: Balance = await usage.balance();
  const entries: PointsHistoryEntry[] = [];
  const pages: PointsHistory[] = [];
  for await (const entry of usage.history({ limit: 100 })) entries.push(entry);
  for await (const page of usage.history().pages()) pages.push(page);
  return [balance.current_point_balance, entries, pages];
}
