import { model } from "./clients.ts";

const encoder = new TextEncoder();

/** The chunks of a chat stream: one event a token, one chunk an event, and the end marker. */
export function chunksOf(eventCount: number): Uint8Array[] {
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

/** An answer that gives one chunk a read. */
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
