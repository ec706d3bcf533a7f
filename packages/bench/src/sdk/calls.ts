import type { Contenders } from "../measure-in-turn.ts";
import {
  createAIModel,
  createAnthropic,
  createOpenAI,
  createOurs,
  headers,
  messages,
  model,
  prompt,
  url,
} from "./clients.ts";

const completion = JSON.stringify({
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1_795_000_000,
  model,
  choices: [{ index: 0, message: { role: "assistant", content: "Seven is one." }, finish_reason: "stop" }],
  usage: { prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 },
});
const message = JSON.stringify({
  id: "msg_1",
  type: "message",
  role: "assistant",
  model,
  content: [{ type: "text", text: "Seven is one." }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 9, output_tokens: 4 },
});

const stub = (json: string) => async () => new Response(json, { headers: { "content-type": "application/json" } });
const fetch = stub(completion);
const body = { model, messages };

/** One whole reply from a stubbed fetch. The first is that fetch alone, with the JSON read. */
export const contenders: { calls: Contenders } = {
  calls: {
    "a stubbed fetch and JSON": () => {
      const bare = async (_url: string, _init: RequestInit) => fetch();
      return async () => (await bare(url, { method: "POST", headers, body: JSON.stringify(body) })).json();
    },
    "@model-access/sdk": async () => {
      const client = await createOurs(fetch);
      return () => client.chat.completions.create(body);
    },
    ky: async () => {
      const { default: ky } = await import("ky");
      return () => ky.post(url, { fetch, headers, json: body, retry: 0 }).json();
    },
    "ai (provider)": async () => {
      const client = await createAIModel(fetch);
      return () => client.doGenerate({ prompt });
    },
    "@anthropic-ai/sdk": async () => {
      const client = await createAnthropic(stub(message));
      return () => client.messages.create({ ...body, max_tokens: 64 });
    },
    openai: async () => {
      const client = await createOpenAI(fetch);
      return () => client.chat.completions.create(body);
    },
  },
};
