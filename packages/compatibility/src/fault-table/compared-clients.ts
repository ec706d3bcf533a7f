import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import Anthropic, { AnthropicError } from "@anthropic-ai/sdk";
import { createModelAccess } from "@model-access/ai-sdk-provider";
import { ModelAccess, ModelAccessError } from "@model-access/sdk";
import { AISDKError, generateText, type LanguageModel, streamText } from "ai";
import OpenAI, { OpenAIError } from "openai";
import { askOurClient } from "./ask-our-client.ts";
import { type Dialect, dialects, type Mode, models, question } from "./dialect.ts";

/** One call of a compared client. Where the client has deadlines, they are `limitMs`. */
export interface ComparedCall {
  /** Of the mock. */
  baseURL: string;
  headers: Record<string, string>;
  dialect: Dialect;
  mode: Mode;
  limitMs: number;
}

/** A client that meets the faults of the mock. */
export interface ComparedClient {
  name: string;
  dialects: readonly Dialect[];
  /** Gives the text of the reply, read as the client's documentation shows it first. Nothing is tried again. */
  ask(call: ComparedCall): Promise<string>;
  /** Tells if an error is of one of the client's own classes, so that a program can tell what happened. */
  isTyped(error: unknown): boolean;
}

const apiKey = "sk-mock-full";
const maxRetries = 0;
const messages = [{ role: "user" as const, content: question }];

/** This project's client and those that users know, each in every interface that it speaks. */
export const comparedClients: readonly ComparedClient[] = [
  {
    name: "@model-access/sdk",
    dialects,
    isTyped: (error) => error instanceof ModelAccessError,
    ask({ baseURL, headers, dialect, mode, limitMs }) {
      const client = new ModelAccess({
        apiKey,
        baseURL,
        maxRetries,
        timeouts: { headers: limitMs, firstContent: limitMs, betweenContents: limitMs, total: limitMs },
        middleware: [
          (request, next) => {
            for (const [name, value] of Object.entries(headers)) request.setHeader(name, value);
            return next();
          },
        ],
      });
      return askOurClient(client, { dialect, mode });
    },
  },
  {
    name: "openai",
    dialects: ["chat", "responses"],
    isTyped: (error) => error instanceof OpenAIError,
    async ask({ baseURL, headers, dialect, mode, limitMs }) {
      const client = new OpenAI({
        apiKey,
        baseURL: `${baseURL}/v1`,
        maxRetries,
        timeout: limitMs,
        defaultHeaders: headers,
        logLevel: "off",
      });
      return dialect === "chat" ? askOpenAIChat(client, mode) : askOpenAIResponses(client, mode);
    },
  },
  {
    name: "@anthropic-ai/sdk",
    dialects: ["messages"],
    isTyped: (error) => error instanceof AnthropicError,
    async ask({ baseURL, headers, mode, limitMs }) {
      const client = new Anthropic({
        apiKey,
        baseURL,
        maxRetries,
        timeout: limitMs,
        defaultHeaders: headers,
        logLevel: "off",
      });
      const request = { model: models.messages, max_tokens: 400, messages };
      if (mode === "plain") {
        const { content } = await client.messages.create(request);
        return content.map((block) => (block.type === "text" ? block.text : "")).join("");
      }
      let text = "";
      for await (const event of await client.messages.create({ ...request, stream: true })) {
        if (event.type === "content_block_delta" && event.delta.type === "text_delta") text += event.delta.text;
      }
      return text;
    },
  },
  {
    name: "ai",
    dialects: ["chat", "messages", "responses"],
    isTyped: (error) => AISDKError.isInstance(error),
    async ask({ baseURL, headers, dialect, mode, limitMs }) {
      const settings = { apiKey, baseURL: `${baseURL}/v1`, headers };
      const model =
        dialect === "chat"
          ? createOpenAICompatible({ name: "model-access", ...settings })(models.chat)
          : dialect === "messages"
            ? createAnthropic(settings)(models.messages)
            : createOpenAI(settings).responses(models.responses);
      return askAISDK({ model, mode, limitMs });
    },
  },
  {
    name: "@model-access/ai-sdk-provider",
    dialects,
    isTyped: (error) => AISDKError.isInstance(error),
    async ask({ baseURL, headers, dialect, mode, limitMs }) {
      const timeouts = { headers: limitMs, firstContent: limitMs, betweenContents: limitMs, total: limitMs };
      const modelAccess = createModelAccess({ apiKey, baseURL, defaultHeaders: headers, timeouts });
      const model = modelAccess[dialect === "bots" ? "bot" : dialect](models[dialect]);
      // The deadlines are the client's.
      return askAISDK({ model, mode, limitMs: undefined });
    },
  },
];

async function askOpenAIChat(client: OpenAI, mode: Mode): Promise<string> {
  const request = { model: models.chat, messages };
  if (mode === "plain") {
    return (await client.chat.completions.create(request)).choices[0]?.message.content ?? "";
  }
  let text = "";
  for await (const chunk of await client.chat.completions.create({ ...request, stream: true })) {
    text += chunk.choices[0]?.delta.content ?? "";
  }
  return text;
}

async function askOpenAIResponses(client: OpenAI, mode: Mode): Promise<string> {
  const request = { model: models.responses, input: question };
  if (mode === "plain") return (await client.responses.create(request)).output_text;
  let text = "";
  for await (const event of await client.responses.create({ ...request, stream: true })) {
    if (event.type === "response.output_text.delta") text += event.delta;
  }
  return text;
}

/** Calls `streamText`. An error reported to its callbacks counts as thrown. */
async function askAISDK({
  model,
  mode,
  limitMs,
}: {
  model: LanguageModel;
  mode: Mode;
  limitMs: number | undefined;
}): Promise<string> {
  const request = { model, prompt: question, maxOutputTokens: 400, maxRetries };
  if (mode === "plain") {
    return (await generateText({ ...request, ...(limitMs === undefined ? {} : { timeout: limitMs }) })).text;
  }
  const failures: unknown[] = [];
  const { textStream } = streamText({
    ...request,
    ...(limitMs === undefined ? {} : { timeout: { totalMs: limitMs, firstChunkMs: limitMs, chunkMs: limitMs } }),
    onError: ({ error }) => void failures.push(error),
    onAbort: () => void failures.push(new Error("The stream was aborted.")),
  });
  let text = "";
  for await (const piece of textStream) text += piece;
  if (failures.length > 0) throw failures[0];
  return text;
}
