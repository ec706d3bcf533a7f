import type { LanguageModelV4FinishReason } from "@ai-sdk/provider";
import { StreamingToolCallTracker } from "@ai-sdk/provider-utils";
import type { ChatCompletionChunk, ChatUsage } from "@model-access/sdk";
import type { ReplyReader } from "../model/language-model.js";
import { type PartWriter, passageOf, timestampOf, withTextArguments } from "../model/part-writer.js";

const finishReasons: Record<string, LanguageModelV4FinishReason["unified"]> = {
  stop: "stop",
  length: "length",
  tool_calls: "tool-calls",
  content_filter: "content-filter",
};

/** Reads the chunks of a chat completion. */
export function readChat(writer: PartWriter): ReplyReader<ChatCompletionChunk> {
  let first: ChatCompletionChunk | undefined;
  let usage: ChatUsage | null | undefined;
  let raw: string | undefined;
  let isRefusal = false;
  const tools = new StreamingToolCallTracker(
    { enqueue: writer.emit },
    {
      extractMetadata: ({ extra_content }: ToolCallPiece) =>
        extra_content ? { modelAccess: { extra_content: extra_content as never } } : undefined, // it came as JSON
      buildToolCallProviderMetadata: (metadata) => metadata,
    },
  );

  return {
    add(chunk) {
      if (first === undefined && chunk.id !== undefined) {
        first = chunk;
        const { id, model: modelId, created } = chunk;
        writer.emit({ type: "response-metadata", id, modelId, ...timestampOf(created) });
      }
      usage = chunk.usage ?? usage;
      const [choice] = chunk.choices;
      if (choice === undefined) return;
      const { reasoning_content, reasoning, content, refusal, annotations, tool_calls } = choice.delta;
      // Two names for one text.
      writer.write("reasoning", reasoning_content ?? reasoning);
      writer.write("text", content);
      writer.write("text", refusal);
      isRefusal ||= Boolean(refusal);
      for (const { url_citation } of annotations ?? []) {
        if (url_citation) writer.cite(url_citation, passageOf(url_citation));
      }
      if (tool_calls?.length) writer.close();
      for (const piece of tool_calls ?? []) tools.processDelta(withTextArguments(piece));
      raw = choice.finish_reason ?? raw;
    },
    end() {
      writer.close();
      tools.flush();
      const unified = isRefusal ? "content-filter" : (finishReasons[raw ?? ""] ?? "other");
      return { finishReason: { unified, raw }, usage, metadata: { model: first?.model } };
    },
  };
}

type ToolCallPiece = NonNullable<ChatCompletionChunk["choices"][number]["delta"]["tool_calls"]>[number];
