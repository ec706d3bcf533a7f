// Compiled by `typecheck`, never run: good calls, and bad ones with the error on the line that is wrong.
import {
  type Balance,
  type BotReply,
  type BotStream,
  type ChatCompletion,
  type ChatCompletionChunk,
  type ChatCompletionRequest,
  ChatCompletionStream,
  type ChatMessage,
  ConnectionError,
  type DeadlinePhase,
  getBotResponse,
  InvalidKeyError,
  type Message,
  type MessageParam,
  type MessageStream,
  ModelAccess,
  type ModelList,
  type PointsHistory,
  type PointsHistoryEntry,
  type Processed,
  type ProtocolMessage,
  RateLimitError,
  type ResponseResource,
  ResponseStream,
  StreamIncompleteError,
  TimeoutError,
  type Video,
} from "../src/index.js";

const client = new ModelAccess({ apiKey: "sk-…", baseURL: "https://api.example/v1" });
const messages: ChatMessage[] = [{ role: "user", content: "Name one prime." }];

// Options
new ModelAccess();
new ModelAccess({ apiKey: async () => "sk-…", fetch, signal: AbortSignal.timeout(1000), maxEventBytes: 1024 });
new ModelAccess({ fetch: async (url: string, init: RequestInit) => new Response(`${url}${init.method}`) });
new ModelAccess({
  apiKey: null,
  timeouts: { headers: 10_000, total: Infinity },
  maxRetries: 1,
  retryOn: [429, "connect"],
  maxRetryAfterMs: 5_000,
  onRetry: ({ operation, attempt, error, delayMs }) => [operation, attempt, error.mayHaveBeenProcessed, delayMs],
  middleware: [
    async ({ operation, attempt, body, setHeader }, next) => {
      setHeader("x-trace", `${operation} ${attempt} ${typeof body}`);
      const { status, requestId } = await next();
      console.log(status, requestId);
    },
  ],
  logger: console,
  logLevel: "debug",
  clock: { random: () => 0.5 },
});
new ModelAccess({ retryOn: [408, 502, 529, "lost"], defaultHeaders: { "x-team": "search" }, keyHeader: "x-api-key" });
// @ts-expect-error options come after the parameters
new ModelAccess().models.list({ signal: new AbortController().signal });
// @ts-expect-error there is no such deadline
new ModelAccess({ timeouts: { firstByte: 1 } });
// @ts-expect-error there is no such level
new ModelAccess({ logLevel: "verbose" });
// @ts-expect-error the option is called apiKey
new ModelAccess({ apikey: "sk-…" });
// @ts-expect-error a key is a string
new ModelAccess({ apiKey: 7 });

// The kind of reply follows `stream`.
const ask = { model: "Claude-Sonnet-4.5", messages };
const whole: Promise<ChatCompletion> = client.chat.completions.create(ask);
const wholeToo: Promise<ChatCompletion> = client.chat.completions.create({ ...ask, stream: false });
const stream: Promise<ChatCompletionStream> = client.chat.completions.create({ ...ask, stream: true });
export async function either(isStreamed: boolean): Promise<string> {
  const reply = await client.chat.completions.create({ ...ask, stream: isStreamed });
  return reply instanceof ChatCompletionStream ? reply.text() : (reply.choices[0]?.message.content ?? "");
}
export const fromVariable = (body: ChatCompletionRequest): Promise<ChatCompletion | ChatCompletionStream> =>
  client.chat.completions.create(body);
// @ts-expect-error a whole reply is no stream
export const wrong: Promise<ChatCompletionStream> = client.chat.completions.create({ model: "m", messages });

const fromFile: { role: string; content: string }[] = [];
client.chat.completions.create({ model: "m", messages: fromFile });
client.chat.completions.create({ model: "m", messages: [...fromFile, { role: "moderator", content: "Go on." }] });
// @ts-expect-error a message has a content
client.chat.completions.create({ model: "m", messages: [{ role: "moderator" }] });

// Requests
client.chat.completions.create(
  { model: "m", messages, temperature: 0.2, max_tokens: 64 },
  { signal: AbortSignal.timeout(1000), apiKey: "sk-…" },
);
const picture = { type: "image_url", image_url: { url: "https://pictures.example/1.png" } } as const;
client.chat.completions.create({
  model: "m",
  messages: [
    { role: "system", content: "Be brief." },
    { role: "user", content: [{ type: "text", text: "What is this?" }, picture] },
  ],
  tools: [{ type: "function", function: { name: "getWeather", parameters: { type: "object" } } }],
});
// @ts-expect-error model is required
client.chat.completions.create({ messages });
// @ts-expect-error messages is a list
client.chat.completions.create({ model: "m", messages: "Name one prime." });
// @ts-expect-error temperature is a number
client.chat.completions.create({ model: "m", messages, temperature: "hot" });
// @ts-expect-error custom parameters cannot be passed here (R1.9)
client.chat.completions.create({ model: "m", messages, thinking_budget: 1024 });
// @ts-expect-error the body is required
client.chat.completions.create();

client.chat.completions.create(
  { model: "m", messages },
  { timeouts: { firstContent: 5_000 }, maxRetries: 0, retryOn: ["lost", 503], onRetry: () => {} },
);

// Answers
export async function answers(): Promise<unknown[]> {
  const { data, response, requestId } = await client.models.list().withResponse();
  const list: ModelList = data;
  const head: Response = response;
  const id: string | undefined = requestId;
  const own: Response = await client.models.list().asResponse();
  return [list, head, id, own];
}

// Replies
export async function replies(): Promise<unknown[]> {
  const completion = await whole;
  const text: string | null | undefined = completion.choices[0]?.message.content;
  const reason: string | undefined = completion.choices[0]?.finish_reason;
  const tokens: number = (await wholeToo).usage.total_tokens;
  for (const call of completion.choices[0]?.message.tool_calls ?? []) JSON.parse(call.function.arguments);
  // @ts-expect-error a choice may be missing
  completion.choices[0].message;

  const opened = await stream;
  const chunks: ChatCompletionChunk[] = [];
  for await (const chunk of opened) chunks.push(chunk);
  const final = await opened.final();
  // @ts-expect-error a stream carries usage only when it was asked for
  final.usage.total_tokens;
  const web: ReadableStream<ChatCompletionChunk> = opened.toReadableStream();

  const prices = (await client.models.list()).data.map(({ id, pricing }) => [id, pricing?.prompt]);
  return [text, reason, tokens, final.usage?.total_tokens, web, prices];
}

// The assistant's message goes back into the conversation as it came.
export async function goOn(): Promise<void> {
  const completion = await whole;
  const final = await (await stream).final();
  for (const { message } of [...completion.choices, ...final.choices]) messages.push(message);
}

// Errors
export function advise(error: unknown): string {
  if (error instanceof RateLimitError) return `wait ${error.retryAfterMs ?? 1000} ms, ${error.status satisfies number}`;
  if (error instanceof StreamIncompleteError) return error.partial?.choices[0]?.message.content ?? "";
  if (error instanceof TimeoutError) return `${error.phase satisfies DeadlinePhase} ${error.timeoutMs}`;
  if (error instanceof ConnectionError) return `${error.reason} ${error.mayHaveBeenProcessed satisfies Processed}`;
  if (error instanceof InvalidKeyError) return `${error.code} ${error.type} ${error.requestId}`;
  return "";
}

// The raw client
export async function raw(): Promise<unknown[]> {
  const balance = await client.raw.GET("/usage/current_balance");
  const completion = await client.raw.POST("/v1/chat/completions", {
    body: { model: "m", messages },
    headers: { "x-trace": "1" },
  });
  const video = await client.raw.GET("/v1/videos/{video_id}", { params: { path: { video_id: "vid_1" } } });
  const body = await client.raw.POST("/v1/chat/completions", {
    body: { model: "m", messages, stream: true },
    parseAs: "stream",
  });
  const text = await client.raw.GET("/v1/models", { parseAs: "text", signal: AbortSignal.timeout(1000) });
  // @ts-expect-error there is no such path
  await client.raw.GET("/v1/nothing");
  // @ts-expect-error the path has no such method
  await client.raw.GET("/v1/chat/completions");
  // @ts-expect-error the body is required
  await client.raw.POST("/v1/chat/completions", {});
  // @ts-expect-error the path has a parameter
  await client.raw.GET("/v1/videos/{video_id}");

  const reply: ChatCompletion | undefined = completion.data;
  const said: string | undefined = completion.error?.error.message;
  const bytes: ReadableStream | null | undefined = body.data;
  const page: string | undefined = text.data;
  if (video.error) return [video.error.error.code];
  const status: string = video.data.status;
  return [balance.data?.current_point_balance, reply, said, bytes, page, status];
}

// Messages
const conversation: MessageParam[] = [{ role: "user", content: "Name one prime." }];
const messageBody = { model: "claude-sonnet-4.5", max_tokens: 64, messages: conversation };
export const message: Promise<Message> = client.messages.create(messageBody, { betas: ["a"], version: "2023-06-01" });
export const messageStream: Promise<MessageStream> = client.messages.create({ ...messageBody, stream: true });
// @ts-expect-error max_tokens is required
client.messages.create({ model: "m", messages: conversation });
// @ts-expect-error a stream says so by its name
client.messages.stream({ ...messageBody, stream: false });

export async function readMessage(): Promise<unknown[]> {
  const said: string[] = [];
  for await (const event of client.messages.stream(messageBody)) {
    if (event.type === "content_block_delta" && event.delta.type === "text_delta") said.push(event.delta.text);
    if (event.type === "message_delta") said.push(String(event.delta.stop_reason));
  }
  const final = await client.messages.stream(messageBody).final();
  // What came goes back as it is.
  conversation.push({ role: "assistant", content: (await message).content });
  const tool = final.content.find((block) => block.type === "tool_use");
  return [said, tool?.input, tool?.partial_json, final.usage.output_tokens];
}

// Responses
const responseBody = { model: "GPT-5.2", input: "Name one prime." };
export const response: Promise<ResponseResource> = client.responses.create(responseBody);
export const responseStream: Promise<ResponseStream> = client.responses.create({ ...responseBody, stream: true });
export async function readResponse(): Promise<string> {
  let text = "";
  for await (const event of client.responses.stream(responseBody)) {
    if (event.type === "response.output_text.delta") text += event.delta;
  }
  // @ts-expect-error the text is computed, never sent
  client.responses.create({ ...responseBody, output_text: "" });
  return text + (await response).output_text;
}
export async function sendBack(): Promise<ResponseResource> {
  const { output } = await response;
  // What came goes back as it is, in front of what the tools gave.
  return client.responses.create({
    ...responseBody,
    input: [...output, { type: "message", role: "user", content: "Go on." }],
  });
}
export async function eitherResponse(isStreamed: boolean): Promise<string> {
  const reply = await client.responses.create({ ...responseBody, stream: isStreamed });
  return reply instanceof ResponseStream ? reply.text() : reply.output_text;
}

// Bots
const question: ProtocolMessage[] = [
  { role: "user", content: "Paint a boat.", parameters: { aspect_ratio: "16:9", mood: "calm" } },
];
export const answer: BotStream = client.bots.respond({ bot: "Painter", messages: question, temperature: 0.2 });
export const answered: BotStream = getBotResponse({ bot: "Painter", messages: question, apiKey: "sk-…" });
// @ts-expect-error the bot is required
client.bots.respond({ messages: question });
// @ts-expect-error a query has no key in it
client.bots.respond({ bot: "Painter", messages: question, api_key: "sk-…" });
export async function readBot(): Promise<BotReply> {
  const upload = await client.files.upload({ file: new Blob(["a"]), name: "a.txt" });
  question.push({ role: "user", content: "And this?", attachments: [upload] });
  for await (const { text, attachment, is_replace_response } of answer) {
    const words: string = is_replace_response ? text : (attachment?.url ?? "");
    words.trim();
  }
  const reply = await answer.final();
  client.bots.respond({
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
client.files.upload({ name: "a.txt" });

// Videos
export async function makeVideo(): Promise<Response> {
  const video: Video = await client.videos.create({ model: "Sora-2", prompt: "Drift.", input_reference: new Blob([]) });
  await client.videos.waitFor(video.id, { intervalMs: 1000, timeoutMs: 60_000 }, { signal: AbortSignal.timeout(1000) });
  await client.videos.extend({ video: { id: video.id }, prompt: "On.", seconds: 4 });
  // @ts-expect-error there is no such variant
  await client.videos.content(video.id, { variant: "poster" });
  return client.videos.content(video.id, { variant: "thumbnail" });
}

// Account
export async function account(): Promise<unknown[]> {
  const balance: Balance = await client.usage.balance();
  const entries: PointsHistoryEntry[] = [];
  const pages: PointsHistory[] = [];
  for await (const entry of client.usage.history({ limit: 100 })) entries.push(entry);
  for await (const page of client.usage.history().pages()) pages.push(page);
  return [balance.current_point_balance, entries, pages];
}
