import type { LanguageModelV4FinishReason } from "@ai-sdk/provider";
import { type ReplyReader, readFinishReason } from "../model/language-model.js";
import type { PartWriter } from "../model/part-writer.js";
import { type Fields, readObject, readObjects, readParts, readText } from "../model/read-json.js";
import { createToolCallReader } from "../model/tool-call-reader.js";

const finishReasons: Record<string, LanguageModelV4FinishReason["unified"]> = {
  stop: "stop",
  length: "length",
  tool_calls: "tool-calls",
  function_call: "tool-calls",
  content_filter: "content-filter",
};

/** Reads the chunks of a chat completion, or a whole one. */
export function createChatReader(writer: PartWriter): ReplyReader {
  let usage: unknown;
  let raw: string | undefined;
  let isRefusal = false;
  let hasDelta = false;
  const tools = createToolCallReader(writer);

  function readMessage(message: Fields, areWhole: boolean): void {
    // Two names for one text.
    writer.write("reasoning", readText(message.reasoning_content) ?? message.reasoning);
    for (const part of readParts(message.content)) {
      writer.write("reasoning", part.thinking);
      writer.write("text", part.text);
    }
    writer.write("text", message.refusal);
    isRefusal ||= readText(message.refusal) !== undefined;
    for (const annotation of readObjects(message.annotations)) writer.cite(annotation.url_citation ?? annotation);
    tools.add(message.tool_calls, { areWhole });
  }

  return {
    add(event) {
      const chunk = readObject(event);
      writer.describe(chunk);
      usage = chunk.usage ?? usage;
      const [choice = {}] = readObjects(chunk.choices);
      // A whole message at the end of a stream repeats its deltas.
      if (choice.delta != null) hasDelta = true;
      readMessage(readObject(choice.delta ?? (hasDelta ? undefined : choice.message)), !hasDelta);
      raw = readText(choice.finish_reason) ?? raw;
    },
    end() {
      tools.end();
      return { finishReason: readFinishReason(raw, finishReasons, { isRefusal }), usage };
    },
  };
}
