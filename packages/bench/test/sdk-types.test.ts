import { afterAll, beforeAll, expect, test } from "vitest";
import { countInstantiations } from "../src/sdk/count-instantiations.ts";
import { type Editor, openEditor } from "../src/sdk/open-editor.ts";

/** A call of every interface, each result under its own name. */
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

let editor: Editor;

beforeAll(async () => {
  editor = await openEditor(program);
});
afterAll(() => editor.close());

test("a file with one call makes hardly any type instantiation", () => {
  const instantiations = countInstantiations(`import { ModelAccess } from "@model-access/sdk";
const client = new ModelAccess({ apiKey: "k", baseURL: "https://api.example" });
export const completion = await client.chat.completions.create({ model: "m", messages: [{ role: "user", content: "Hi" }] });
`);

  expect(instantiations, `It makes ${instantiations} of 20.`).toBeLessThanOrEqual(20);
});

test("a file with seven calls makes few type instantiations", () => {
  const instantiations = countInstantiations(program);

  expect(instantiations, `It makes ${instantiations} of 400.`).toBeLessThanOrEqual(400);
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
])("an editor shows the name of the interface over %s", async (name, type) => {
  const hover = await editor.hoverAt(program.indexOf(`const ${name} =`) + "const ".length);

  expect(hover).toBe(`const ${name}: ${type}`);
});
