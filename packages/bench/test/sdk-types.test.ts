import { expect, test } from "vitest";
import { checkProgram } from "./check-program.ts";

/** A call of every interface, each with a named result. */
const program = `import { type ChatCompletionRequest, ModelAccess } from "@model-access/sdk";
const client = new ModelAccess({ apiKey: "k", baseURL: "https://api.example" });
const messages = [{ role: "user" as const, content: "Hi" }];
export const completion = await client.chat.completions.create({ model: "m", messages });
export const chunks = await client.chat.completions.create({ model: "m", messages, stream: true });
export const message = await client.messages.create({ model: "m", max_tokens: 9, messages });
export const response = await client.responses.create({ model: "m", input: "Hi" });
export const answer = client.bots.respond({ bot: "m", messages });
export const models = await client.models.list();
export const video = await client.videos.create({ model: "m", prompt: "Waves" });
export const said = completion.choices[0].message;
export const block = message.content[0];
declare const body: ChatCompletionRequest;
export const request = body;
`;

const { instantiations: ofSevenCalls, types } = checkProgram(program);

test("a file with one call causes hardly any type instantiations", () => {
  const { instantiations } = checkProgram(`import { ModelAccess } from "@model-access/sdk";
const client = new ModelAccess({ apiKey: "k", baseURL: "https://api.example" });
export const completion = await client.chat.completions.create({ model: "m", messages: [{ role: "user", content: "Hi" }] });
`);

  expect(instantiations, `It makes ${instantiations} of 20.`).toBeLessThanOrEqual(20);
});

test("a file with seven calls causes few type instantiations", () => {
  expect(ofSevenCalls, `It makes ${ofSevenCalls} of 400.`).toBeLessThanOrEqual(400);
});

test.each([
  ["completion", "ChatCompletion"],
  ["chunks", "ChatCompletionStream"],
  ["message", "Message"],
  ["response", "ResponseResource"],
  ["answer", "BotStream"],
  ["models", "ModelList"],
  ["video", "Video"],
  ["said", "ChatCompletionMessage"],
  ["block", "MessageContentBlock"],
  ["request", "ChatCompletionRequest"],
])("the type of %s is shown by its name", (name, type) => {
  expect(types[name]).toBe(type);
});
