import { models } from "./models.js";
import { testKeys } from "./test-keys.js";

/** What a person needs to make a first call, to be printed once the mock listens. */
export function welcome(baseURL: string): string {
  const model = models[0]?.metadata?.display_name ?? models[0]?.id ?? "";
  const keys = Object.entries(testKeys).map(([key, { says }]) => `  ${key.padEnd(16)} ${says}`);
  return `
Reference: ${baseURL}/docs

Keys:
${keys.join("\n")}
Any other key gets 401. A right key may make 500 requests a minute, then 429.

Base URLs:
  @model-access/sdk, contract tests  ${baseURL}
  openai                             ${baseURL}/v1
  @anthropic-ai/sdk                  ${baseURL}
  AI SDK (@ai-sdk/*)                 ${baseURL}/v1

A first call, to paste into another terminal:

${curlCall(baseURL, model)}

The same through the SDK, plain and streamed, to paste in this folder:

${sdkCall(baseURL, model)}

Ctrl-C ends the mock.
`;
}

function curlCall(baseURL: string, model: string): string {
  return `curl ${baseURL}/v1/chat/completions -H "Authorization: Bearer sk-mock-full" -H "Content-Type: application/json" -d '{"model": "${model}", "messages": [{"role": "user", "content": "Hello"}]}'`;
}

function sdkCall(baseURL: string, model: string): string {
  return `node --input-type=module <<'EOF'
import { ModelAccess } from "@model-access/sdk";

const client = new ModelAccess({ apiKey: "sk-mock-full", baseURL: "${baseURL}" });
const request = { model: "${model}", messages: [{ role: "user", content: "Hello" }] };

const reply = await client.chat.completions.create(request);
console.log(reply.choices[0].message.content);

const stream = await client.chat.completions.create({ ...request, stream: true });
for await (const chunk of stream) process.stdout.write(chunk.choices[0]?.delta.content ?? "");
console.log();
EOF`;
}
