import { chatStream } from "./chat-stream.ts";
import { createClients, messages, model } from "./clients.ts";
import { type CpuRow, measureInTurn } from "./measure-in-turn.ts";

const largeBytes = 4 * 1024 * 1024;
const chunkBytes = 256;

/** The CPU time of one event of 4 MB that comes in chunks of 256 bytes, and of one of half the size: a reader that is not linear takes four times as long for twice as much. */
export async function measureLargeEvent({ runs = 2 } = {}): Promise<{ whole: CpuRow[]; half: CpuRow[] }> {
  return { whole: await measure(largeBytes, runs), half: await measure(largeBytes / 2, runs) };
}

function measure(bytes: number, runs: number): Promise<CpuRow[]> {
  const chunks = chunksOf(messageWith("x".repeat(bytes)));
  const { anthropic, ours } = createClients(async () => chatStream(chunks));
  const body = { model, messages, max_tokens: 64 };
  return measureInTurn(
    [
      { name: "@anthropic-ai/sdk", run: () => anthropic.messages.stream(body).finalMessage() },
      { name: "@model-access/sdk", run: () => ours.messages.stream(body).final() },
    ],
    { runs, rounds: 5, warmUpRuns: 1 },
  );
}

function messageWith(text: string): string {
  const start = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 9, output_tokens: 1 },
  };
  return [
    { type: "message_start", message: start },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 9 } },
    { type: "message_stop" },
  ]
    .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join("");
}

function chunksOf(text: string): Uint8Array[] {
  const bytes = Buffer.from(text);
  return Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, index) =>
    bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes),
  );
}
