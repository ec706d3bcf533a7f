const model = "GPT-5.2";
const encoder = new TextEncoder();

/** Whole replies of chat completions and messages. */
export const completion = JSON.stringify({
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1_795_000_000,
  model,
  choices: [{ index: 0, message: { role: "assistant", content: "Seven is one." }, finish_reason: "stop" }],
  usage: { prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 },
});
export const message = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model,
  content: [{ type: "text", text: "Seven is one." }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 9, output_tokens: 4 },
};

/** Returns the chunks of a chat stream: one event per token, one chunk per event, and the end marker. */
export function createChatChunks(eventCount: number): Uint8Array[] {
  const chunk = (delta: object, finish_reason: string | null) =>
    `data: ${JSON.stringify({
      id: "chatcmpl-1",
      object: "chat.completion.chunk",
      created: 1_795_000_000,
      model,
      choices: [{ index: 0, delta, finish_reason }],
    })}\n\n`;
  const events = Array.from({ length: eventCount - 1 }, (_, index) =>
    chunk(index === 0 ? { role: "assistant", content: "" } : { content: ` word${index}` }, null),
  );
  return [...events, chunk({}, "stop"), "data: [DONE]\n\n"].map((text) => encoder.encode(text));
}

/** Returns an answer with one chunk per read. */
export function chatStream(chunks: readonly Uint8Array[]): Response {
  const left = chunks.values();
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { value } = left.next();
        if (value === undefined) controller.close();
        else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

/** Returns the chunks of a message with its text in one event. */
export function createMessageChunks(text: string, chunkBytes: number): Uint8Array[] {
  const events = [
    { type: "message_start", message: { ...message, content: [], stop_reason: null } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 9 } },
    { type: "message_stop" },
  ]
    .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join("");
  return cut(Buffer.from(events), chunkBytes);
}

export function cut(bytes: Uint8Array, size: number): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}
