export interface SnippetSettings {
  /** The address of the mock, with no slash at the end. */
  baseURL: string;
  apiKey: string;
  model: string;
  /** A model that the messages interface takes. */
  messagesModel: string;
}

export interface Snippet {
  client: string;
  /** The base URL as this client wants it. */
  baseURL: string;
  /** For a shell (`curl`) or as an ES module (the others). */
  code: string;
}

/** A first call through each of the clients that people use; the console shows them, and the welcome some of them. */
export function snippets({ baseURL, apiKey, model, messagesModel }: SnippetSettings): Snippet[] {
  const v1 = `${baseURL}/v1`;
  const messages = '[{ role: "user", content: "Hello" }]';
  const printStream = `for await (const chunk of stream) process.stdout.write(chunk.choices[0]?.delta.content ?? "");
console.log();`;
  const curl = `curl ${v1}/chat/completions -H "Authorization: Bearer ${apiKey}" -H "Content-Type: application/json" -d '{"model": "${model}", "messages": [{"role": "user", "content": "Hello"}]}'`;
  const modelAccess = `import { ModelAccess } from "@model-access/sdk";

const client = new ModelAccess({ apiKey: "${apiKey}", baseURL: "${baseURL}" });
const request = { model: "${model}", messages: ${messages} };

const reply = await client.chat.completions.create(request);
console.log(reply.choices[0].message.content);

const stream = await client.chat.completions.create({ ...request, stream: true });
${printStream}`;
  const openai = `import OpenAI from "openai";

const client = new OpenAI({ apiKey: "${apiKey}", baseURL: "${v1}" });

const stream = await client.chat.completions.create({
  model: "${model}",
  messages: ${messages},
  stream: true,
});
${printStream}`;
  const anthropic = `import Anthropic from "@anthropic-ai/sdk";

const client = new Anthropic({ apiKey: "${apiKey}", baseURL: "${baseURL}" });

const message = await client.messages.create({
  model: "${messagesModel}",
  max_tokens: 1024,
  messages: ${messages},
});
console.log(message.content);`;
  const aiSDK = `import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { streamText } from "ai";

const provider = createOpenAICompatible({ name: "model-access", apiKey: "${apiKey}", baseURL: "${v1}" });

const { textStream } = streamText({ model: provider("${model}"), prompt: "Hello" });
for await (const text of textStream) process.stdout.write(text);
console.log();`;
  return [
    { client: "curl", baseURL, code: curl },
    { client: "@model-access/sdk", baseURL, code: modelAccess },
    { client: "openai", baseURL: v1, code: openai },
    { client: "@anthropic-ai/sdk", baseURL, code: anthropic },
    { client: "AI SDK", baseURL: v1, code: aiSDK },
  ];
}
