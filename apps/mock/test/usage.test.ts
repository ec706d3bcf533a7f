import { expect, test } from "vitest";
import { createClient } from "./client.js";
import { askPlain, type Dialect, type Fields, plainDialects } from "./dialects.js";

const client = createClient();
const text = "What is in these pictures?";
const parameters = { type: "object", properties: { place: { type: "string" } }, required: ["place"] };
const tool = { name: "get_weather", description: "The weather at a place." };

/** A question with pictures and a tool on each interface. */
const questions: Partial<Record<Dialect, (pictures: string[]) => Fields>> = {
  createChatCompletion: (urls) => {
    const pictures = urls.map((url) => ({ type: "image_url", image_url: { url } }));
    const messages = [{ role: "user", content: [{ type: "text", text }, ...pictures] }];
    return { messages, tools: [{ type: "function", function: { ...tool, parameters } }], tool_choice: "none" };
  },
  createMessage: (urls) => {
    const pictures = urls.map((url) => ({ type: "image", source: { type: "url", url } }));
    const messages = [{ role: "user", content: [{ type: "text", text }, ...pictures] }];
    return { messages, tools: [{ ...tool, input_schema: parameters }], tool_choice: { type: "none" } };
  },
  createResponse: (urls) => {
    const pictures = urls.map((image_url) => ({ type: "input_image", image_url, detail: "auto" }));
    const input = [{ role: "user", content: [{ type: "input_text", text }, ...pictures] }];
    return { input, tools: [{ type: "function", ...tool, parameters }], tool_choice: "none" };
  },
};

async function tokensOf(dialect: Dialect, pictures: string[]): Promise<unknown[]> {
  const { usage } = await askPlain(client, dialect, questions[dialect]?.(pictures));
  const { prompt_tokens, completion_tokens, input_tokens, output_tokens } = usage as Fields;
  return [prompt_tokens ?? input_tokens, completion_tokens ?? output_tokens];
}

test.for([
  ["by address", "https://pictures.example/cat.png"],
  ["by its bytes", `data:image/png;base64,${"A".repeat(4000)}`],
] as const)("a conversation has the same tokens on all interfaces, 256 for each picture %s", async ([, url]) => {
  const [[bare], one, three] = [
    await tokensOf("createChatCompletion", []),
    await tokensOf("createChatCompletion", [url]),
    await tokensOf("createChatCompletion", [url, url, url]),
  ];

  expect([one[0], three[0]]).toEqual([Number(bare) + 256, Number(bare) + 3 * 256]);
  for (const dialect of plainDialects) expect([dialect, await tokensOf(dialect, [url])]).toEqual([dialect, one]);
});
