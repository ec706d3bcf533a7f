import type { LanguageModelV4FinishReason } from "@ai-sdk/provider";
import { type ReplyReader, readFinishReason } from "../model/language-model.js";
import type { PartWriter, ToolCallWriter } from "../model/part-writer.js";
import { type Fields, readJSONText, readObject, readObjects, readText } from "../model/read-json.js";

const finishReasons: Record<string, LanguageModelV4FinishReason["unified"]> = {
  end_turn: "stop",
  stop_sequence: "stop",
  pause_turn: "stop",
  tool_use: "tool-calls",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  refusal: "content-filter",
};

/** Reads the events of a message. Members say what is in a block or delta, so that a missing type loses nothing. */
export function createMessageReader(writer: PartWriter): ReplyReader {
  let usage: Fields | undefined;
  let raw: string | undefined;
  let stopSequence: string | undefined;
  let signature = "";
  /** The block that has begun last, for events that don't say their own. */
  let current: unknown;
  /** The tool calls, by the index of their block; other blocks have none. */
  const tools = new Map<unknown, { writer: ToolCallWriter; input: string } | undefined>();

  function begin(index: unknown, block: Fields): void {
    current = index;
    signature = "";
    tools.set(index, undefined);
    if (block.type === "tool_use") {
      const call = writer.startCall({ id: readText(block.id), name: readText(block.name) });
      // A block may begin with all of its input.
      tools.set(index, { writer: call, input: readJSONText(block.input) || "{}" });
    } else if (block.type === "redacted_thinking") {
      // Without its data there is nothing to go back.
      const redactedData = readText(block.data);
      if (redactedData !== undefined) writer.open("reasoning", index, { modelAccess: { redactedData } });
    } else {
      if (block.type === "thinking") writer.open("reasoning", index);
      grow(index, block);
    }
  }

  function grow(index: unknown, piece: Fields): void {
    writer.write("text", piece.text, index);
    writer.write("reasoning", piece.thinking, index);
    if (readText(piece.signature) !== undefined) {
      writer.open("reasoning", index);
      signature += readText(piece.signature);
    }
    for (const citation of [...readObjects(piece.citation), ...readObjects(piece.citations)]) writer.cite(citation);
    const tool = tools.get(index) ?? tools.get(current);
    const json = readJSONText(piece.partial_json);
    if (tool === undefined || json === "") return;
    tool.writer.write(json);
    tool.input = "";
  }

  function finish(index: unknown): void {
    const tool = tools.get(index);
    if (tool === undefined) writer.close(signature === "" ? undefined : { modelAccess: { signature } });
    tool?.writer.end(tool.input);
  }

  return {
    add(value) {
      const event = readObject(value);
      const { index = current } = event;
      switch (event.type) {
        case "message_start": {
          const message = readObject(event.message);
          usage = readObject(message.usage);
          writer.describe(message);
          break;
        }
        case "content_block_start":
          // Without an index, it is a block of its own.
          begin(event.index ?? {}, readObject(event.content_block));
          break;
        case "content_block_delta":
          grow(index, readObject(event.delta));
          break;
        case "content_block_stop":
          finish(tools.has(index) ? index : current);
          break;
        case "message_delta": {
          const delta = readObject(event.delta);
          // It counts from the beginning.
          usage = { ...usage, ...readObject(event.usage) };
          raw = readText(delta.stop_reason) ?? raw;
          stopSequence = readText(delta.stop_sequence);
        }
      }
    },
    end() {
      for (const index of tools.keys()) finish(index);
      return {
        finishReason: readFinishReason(raw, finishReasons),
        usage,
        metadata: stopSequence === undefined ? {} : { stopSequence },
      };
    },
  };
}
