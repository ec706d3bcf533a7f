import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import type { Row } from "../measure-in-turn.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));
const messages = `messages: [{ role: "user", content: "Hi" }]`;
const body = `{ model: "m", ${messages}, stream: true }`;
const loop = "for await (const part of stream) console.log(part);";

/** A client and one streaming chat call, in each package's smallest form. */
const chatPrograms: Record<string, string> = {
  "@model-access/sdk (/core and /chat)": `
    import { createClient } from "@model-access/sdk/core";
    import { createChatCompletions } from "@model-access/sdk/chat";
    const chat = createChatCompletions(createClient({ apiKey: "k", baseURL: "https://api.example" }));
    const stream = await chat.create(${body}); ${loop}`,
  "@model-access/sdk": `
    import { ModelAccess } from "@model-access/sdk";
    const client = new ModelAccess({ apiKey: "k", baseURL: "https://api.example" });
    const stream = await client.chat.completions.create(${body}); ${loop}`,
  openai: `
    import OpenAI from "openai";
    const client = new OpenAI({ apiKey: "k" });
    const stream = await client.chat.completions.create(${body}); ${loop}`,
  "@anthropic-ai/sdk": `
    import Anthropic from "@anthropic-ai/sdk";
    const client = new Anthropic({ apiKey: "k" });
    const stream = await client.messages.create({ ...${body}, max_tokens: 9 }); ${loop}`,
  "ai and @ai-sdk/openai-compatible": `
    import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
    import { streamText } from "ai";
    const model = createOpenAICompatible({ name: "x", apiKey: "k", baseURL: "https://api.example/v1" })("m");
    const { textStream: stream } = streamText({ model, ${messages} }); ${loop}`,
};

/** Measures the sizes of a program with one chat call, by client, and of every entry of our SDK. */
export async function measureSizes(): Promise<Row[]> {
  const programs = Object.entries(chatPrograms).map(([name, program]) => [`one streaming call by ${name}`, program]);
  const rows: Row[] = [];
  for (const [name = "", contents = ""] of [...programs, ...entryPrograms()])
    rows.push({ name, figures: { size: [(await measureSize(contents)) / 1024] } });
  return rows;
}

function entryPrograms(): string[][] {
  return readdirSync(new URL(".", import.meta.resolve("@model-access/sdk")))
    .filter((file) => file.endsWith(".js"))
    .map((file) => `@model-access/sdk/${file.slice(0, -3)}`.replace(/\/index$/, ""))
    .map((name) => [name, `export * from ${JSON.stringify(name)};`]);
}

/** Returns the size of a bundle in bytes, minified and gzipped. */
async function measureSize(contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder, loader: "ts" },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "esnext",
    // Node's own modules stay external.
    platform: "node",
    mainFields: ["module", "main"],
    logLevel: "silent",
  });
  return gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
}
