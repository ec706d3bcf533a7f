import type { LanguageModelV4FinishReason } from "@ai-sdk/provider";
import type { MessageStreamEvent } from "@model-access/sdk";
import type { ReplyReader } from "../model/language-model.js";
import type { PartWriter } from "../model/part-writer.js";

const finishReasons: Record<string, LanguageModelV4FinishReason["unified"]> = {
  end_turn: "stop",
  stop_sequence: "stop",
  pause_turn: "stop",
  tool_use: "tool-calls",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  refusal: "content-filter",
};

interface OpenTool {
  id: string;
  name: string;
  /** What the block began with. */
  input: object;
  /** The pieces of its JSON. */
  json: string;
}

/** Reads the events of a message. */
export function readMessage(writer: PartWriter): ReplyReader<MessageStreamEvent> {
  let usage: object | undefined;
  let model: string | undefined;
  let raw: string | undefined;
  let stopSequence: string | null = null;
  let signature = "";
  const tools = new Map<number, OpenTool>();

  function begin(index: number, block: Block): void {
    signature = "";
    switch (block.type) {
      case "text":
        writer.write("text", block.text, index);
        for (const citation of block.citations ?? []) cite(citation);
        break;
      case "thinking":
        writer.open("reasoning", index);
        writer.write("reasoning", block.thinking, index);
        signature = block.signature ?? "";
        break;
      case "redacted_thinking":
        writer.open("reasoning", index, { modelAccess: { redactedData: block.data } });
        break;
      case "tool_use": {
        const { id, name, input } = block;
        writer.close();
        tools.set(index, { id, name, input, json: "" });
        writer.emit({ type: "tool-input-start", id, toolName: name });
      }
    }
  }

  function grow(index: number, delta: Delta): void {
    switch (delta.type) {
      case "text_delta":
        writer.write("text", delta.text, index);
        break;
      case "thinking_delta":
        writer.write("reasoning", delta.thinking, index);
        break;
      case "signature_delta":
        writer.open("reasoning", index);
        signature += delta.signature;
        break;
      case "citations_delta":
        cite(delta.citation);
        break;
      case "input_json_delta":
        addInput(tools.get(index), delta.partial_json);
    }
  }

  function addInput(tool: OpenTool | undefined, delta: string): void {
    if (tool === undefined || delta === "") return;
    tool.json += delta;
    writer.emit({ type: "tool-input-delta", id: tool.id, delta });
  }

  function finish(index: number): void {
    const tool = tools.get(index);
    if (tool === undefined) {
      writer.close(signature === "" ? undefined : { modelAccess: { signature } });
      return;
    }
    const { id, name, input } = tool;
    // A block may begin with all of its input.
    if (tool.json === "") addInput(tool, JSON.stringify(input ?? {}));
    writer.emit({ type: "tool-input-end", id });
    writer.call({ toolCallId: id, toolName: name, input: tool.json });
  }

  function cite({ url, title, document_title, cited_text }: Citation): void {
    const passage = cited_text === undefined ? {} : { citedText: cited_text };
    if (url) writer.cite({ url, title }, passage);
    else if (document_title) writer.cite({ title: document_title }, passage);
  }

  return {
    add(event) {
      switch (event.type) {
        case "message_start": {
          const { id, model: modelId } = event.message;
          usage = event.message.usage;
          model = modelId;
          writer.emit({ type: "response-metadata", id, modelId });
          break;
        }
        case "content_block_start":
          begin(event.index, event.content_block);
          break;
        case "content_block_delta":
          grow(event.index, event.delta);
          break;
        case "content_block_stop":
          finish(event.index);
          break;
        case "message_delta":
          // It counts from the beginning.
          usage = { ...usage, ...event.usage };
          raw = event.delta.stop_reason ?? raw;
          stopSequence = event.delta.stop_sequence ?? null;
      }
    },
    end: () => ({
      finishReason: { unified: finishReasons[raw ?? ""] ?? "other", raw },
      usage,
      metadata: { model, ...(stopSequence === null ? {} : { stopSequence }) },
    }),
  };
}

type Block = Extract<MessageStreamEvent, { type: "content_block_start" }>["content_block"];
type Delta = Extract<MessageStreamEvent, { type: "content_block_delta" }>["delta"];
type Citation = Extract<Delta, { type: "citations_delta" }>["citation"];
