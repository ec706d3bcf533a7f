import type { Contenders } from "../measure-in-turn.ts";
import { chatStream } from "./chat-stream.ts";
import { createAnthropic, createOurs, messages, model } from "./clients.ts";

const largeBytes = 4 * 1024 * 1024;
const chunkBytes = 256;
const body = { model, messages, max_tokens: 64 };

/** One event of 4 MB that comes in chunks of 256 bytes, and one of half the size: a reader that is not linear takes four times as long for twice as much. */
export const contenders: { whole: Contenders; half: Contenders } = {
  whole: readersOf(largeBytes),
  half: readersOf(largeBytes / 2),
};

function readersOf(bytes: number): Contenders {
  const stub = () => {
    const chunks = chunksOf(messageWith("x".repeat(bytes)));
    return async () => chatStream(chunks);
  };
  return {
    "@anthropic-ai/sdk": async () => {
      const client = await createAnthropic(stub());
      return () => client.messages.stream(body).finalMessage();
    },
    "@model-access/sdk": async () => {
      const client = await createOurs(stub());
      return () => client.messages.stream(body).final();
    },
  };
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
