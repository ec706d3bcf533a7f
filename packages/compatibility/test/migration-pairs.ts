import { InsufficientPointsError, ModelAccess, RateLimitError } from "@model-access/sdk";
import { chatResponseFormat, parseChatCompletion } from "@model-access/sdk/structured";
import OpenAI from "openai";
import { zodResponseFormat } from "openai/helpers/zod";
import { z } from "zod";

/** The variables that a snippet uses. */
export interface Surroundings<Client> {
  client: Client;
  /** The address of the service, without `/v1`. */
  baseURL: string;
  apiKey: string;
  console: { log(...values: unknown[]): void };
}

/** The same work with `openai` and with `@model-access/sdk`. Both write the same to the console. */
export interface MigrationPair {
  title: string;
  /** The key of both clients; by default one that does everything. */
  apiKey?: string;
  openai(surroundings: Surroundings<OpenAI>): Promise<void>;
  ours(surroundings: Surroundings<ModelAccess>): Promise<void>;
}

const model = "GPT-5.2";
const messages = [{ role: "user" as const, content: "Name one prime." }];
const Prime = z.strictObject({ prime: z.literal(2) });

/** `docs/sdk/moving-from-openai.md` quotes the bodies of these functions, and a test compares them. */
export const migrationPairs: readonly MigrationPair[] = [
  {
    title: "The client",
    async openai({ apiKey, baseURL, console }) {
      const client = new OpenAI({ apiKey, baseURL: `${baseURL}/v1`, maxRetries: 3, timeout: 60_000 });
      console.log((await client.models.list()).data.length);
    },
    async ours({ apiKey, baseURL, console }) {
      const client = new ModelAccess({ apiKey, baseURL, maxRetries: 3, timeouts: { headers: 60_000 } });
      console.log((await client.models.list()).data.length);
    },
  },
  {
    title: "A reply",
    async openai({ client, console }) {
      const completion = await client.chat.completions.create({ model, messages });
      console.log(completion.choices[0]?.message.content);
    },
    async ours({ client, console }) {
      const completion = await client.chat.completions.create({ model, messages });
      console.log(completion.choices[0]?.message.content);
    },
  },
  {
    title: "A stream",
    async openai({ client, console }) {
      const stream = await client.chat.completions.create({ model, messages, stream: true });
      for await (const chunk of stream) console.log(chunk.choices[0]?.delta.content ?? "");
    },
    async ours({ client, console }) {
      const stream = await client.chat.completions.create({ model, messages, stream: true });
      for await (const chunk of stream) console.log(chunk.choices[0]?.delta.content ?? "");
    },
  },
  {
    title: "The whole reply of a stream",
    async openai({ client, console }) {
      const stream = client.chat.completions.stream({ model, messages });
      stream.on("content", (piece) => console.log(piece));
      const completion = await stream.finalChatCompletion();
      console.log(completion.choices[0]?.finish_reason);
    },
    async ours({ client, console }) {
      const stream = client.chat.completions.stream({ model, messages });
      for await (const { choices } of stream) {
        const piece = choices[0]?.delta.content;
        if (piece) console.log(piece);
      }
      const completion = await stream.final();
      console.log(completion.choices[0]?.finish_reason);
    },
  },
  {
    title: "The text of a stream",
    async openai({ client, console }) {
      console.log(await client.chat.completions.stream({ model, messages }).finalContent());
    },
    async ours({ client, console }) {
      console.log(await client.chat.completions.stream({ model, messages }).text());
    },
  },
  {
    title: "A response",
    async openai({ client, console }) {
      const response = await client.responses.create({ model, input: "Name one prime." });
      console.log(response.output_text);
    },
    async ours({ client, console }) {
      const response = await client.responses.create({ model, input: "Name one prime." });
      console.log(response.output_text);
    },
  },
  {
    title: "A streamed response",
    async openai({ client, console }) {
      const stream = client.responses.stream({ model, input: "Name one prime." });
      for await (const event of stream) {
        if (event.type === "response.output_text.delta") console.log(event.delta);
      }
      console.log((await stream.finalResponse()).status);
    },
    async ours({ client, console }) {
      const stream = client.responses.stream({ model, input: "Name one prime." });
      for await (const event of stream) {
        if (event.type === "response.output_text.delta") console.log(event.delta);
      }
      console.log((await stream.final()).status);
    },
  },
  {
    title: "Tools",
    async openai({ client, console }) {
      const parameters = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
      const tools = [{ type: "function" as const, function: { name: "get_weather", parameters } }];
      const { choices } = await client.chat.completions.create({ model, messages, tools, tool_choice: "required" });
      const [call] = choices[0]?.message.tool_calls ?? [];
      if (call?.type === "function") console.log(call.function.name, JSON.parse(call.function.arguments));
    },
    async ours({ client, console }) {
      const parameters = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
      const tools = [{ type: "function" as const, function: { name: "get_weather", parameters } }];
      const { choices } = await client.chat.completions.create({ model, messages, tools, tool_choice: "required" });
      const [call] = choices[0]?.message.tool_calls ?? [];
      if (call?.type === "function") console.log(call.function.name, JSON.parse(call.function.arguments));
    },
  },
  {
    title: "Structured output",
    async openai({ client, console }) {
      const response_format = zodResponseFormat(Prime, "prime");
      const completion = await client.chat.completions.parse({ model, messages, response_format });
      console.log(completion.choices[0]?.message.parsed);
    },
    async ours({ client, console }) {
      const response_format = chatResponseFormat(Prime, { name: "prime", strict: true });
      const completion = await client.chat.completions.create({ model, messages, response_format });
      console.log(await parseChatCompletion(completion, Prime));
    },
  },
  {
    title: "Errors",
    apiKey: "sk-mock-low",
    async openai({ client, console }) {
      try {
        await client.chat.completions.create({ model, messages });
      } catch (error) {
        if (!(error instanceof OpenAI.APIError)) throw error;
        if (error.status === 429) console.log("Wait", Number(error.headers?.get("retry-after")) * 1000);
        if (error.status === 402) console.log("Add points", error.code);
      }
    },
    async ours({ client, console }) {
      try {
        await client.chat.completions.create({ model, messages });
      } catch (error) {
        if (error instanceof RateLimitError) console.log("Wait", error.retryAfterMs);
        else if (error instanceof InsufficientPointsError) console.log("Add points", error.code);
        else throw error;
      }
    },
  },
  {
    title: "The answer behind a reply",
    async openai({ client, console }) {
      const { data, response } = await client.chat.completions.create({ model, messages }).withResponse();
      console.log(data.choices.length, response.status, response.headers.get("content-type"));
    },
    async ours({ client, console }) {
      const { data, response } = await client.chat.completions.create({ model, messages }).withResponse();
      console.log(data.choices.length, response.status, response.headers.get("content-type"));
    },
  },
  {
    title: "A limit for the whole call",
    async openai({ client, console }) {
      const signal = AbortSignal.timeout(5_000);
      const stream = await client.chat.completions.create({ model, messages, stream: true }, { signal });
      for await (const chunk of stream) console.log(chunk.object);
    },
    async ours({ client, console }) {
      const timeouts = { total: 5_000 };
      const stream = await client.chat.completions.create({ model, messages, stream: true }, { timeouts });
      for await (const chunk of stream) console.log(chunk.object);
    },
  },
  {
    title: "Models",
    async openai({ client, console }) {
      for await (const { id } of client.models.list()) console.log(id);
    },
    async ours({ client, console }) {
      for (const { id } of (await client.models.list()).data) console.log(id);
    },
  },
  {
    title: "Videos",
    async openai({ client, console }) {
      const { id, status } = await client.videos.create({ model: "sora-2", prompt: "Waves", seconds: "4" });
      console.log(status, (await client.videos.retrieve(id)).id === id);
    },
    async ours({ client, console }) {
      const { id, status } = await client.videos.create({ model: "sora-2", prompt: "Waves", seconds: "4" });
      console.log(status, (await client.videos.retrieve(id)).id === id);
    },
  },
  {
    title: "A header of your own",
    async openai({ client, console }) {
      const headers = { "x-team": "numbers" };
      console.log((await client.chat.completions.create({ model, messages }, { headers })).object);
    },
    async ours({ client, console }) {
      const headers = { "x-team": "numbers" };
      console.log((await client.chat.completions.create({ model, messages }, { headers })).object);
    },
  },
];
