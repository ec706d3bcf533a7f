import ky from "ky";
import { createClients, headers, messages, model, prompt, url } from "./clients.ts";
import { type CpuRow, measureInTurn } from "./measure-in-turn.ts";

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

/** The CPU time of one whole reply from a stubbed fetch. The first row is that fetch alone, with the JSON read. */
export function measureCalls({ runs = 3000 } = {}): Promise<CpuRow[]> {
  const chat = async () => new Response(completion, { headers: { "content-type": "application/json" } });
  const claude = async () => new Response(message, { headers: { "content-type": "application/json" } });
  const { ours, openai, aiModel } = createClients(chat);
  const { anthropic } = createClients(claude);
  const body = { model, messages };
  const bare = async (_url: string, _init: RequestInit) => chat();
  const rows = [
    {
      name: "a stubbed fetch and JSON",
      run: async () => (await bare(url, { method: "POST", headers, body: JSON.stringify(body) })).json(),
    },
    { name: "@model-access/sdk", run: () => ours.chat.completions.create(body) },
    { name: "ky", run: () => ky.post(url, { fetch: chat, headers, json: body, retry: 0 }).json() },
    { name: "ai (provider)", run: async () => aiModel.doGenerate({ prompt }) },
    { name: "@anthropic-ai/sdk", run: () => anthropic.messages.create({ ...body, max_tokens: 64 }) },
    { name: "openai", run: () => openai.chat.completions.create(body) },
  ];
  return measureInTurn(rows, { runs });
}
