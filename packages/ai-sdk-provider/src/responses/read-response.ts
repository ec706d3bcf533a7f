import type { LanguageModelV4FinishReason } from "@ai-sdk/provider";
import { StreamError } from "@model-access/sdk";
import { type ReplyReader, readFinishReason } from "../model/language-model.js";
import { withoutUndefined } from "../model/model-call.js";
import type { PartWriter, ToolCallWriter } from "../model/part-writer.js";
import {
  type Fields,
  readJSONText,
  readNumber,
  readObject,
  readObjects,
  readParts,
  readText,
} from "../model/read-json.js";

const finishReasons: Record<string, LanguageModelV4FinishReason["unified"]> = {
  completed: "stop",
  max_output_tokens: "length",
  content_filter: "content-filter",
};

/** Reads the events of a response; a whole one is the event of its end. */
export function createResponseReader(writer: PartWriter): ReplyReader {
  let response: Fields = {};
  let isRefusal = false;
  let hasText = false;
  /** Kinds of item that have come. */
  const kinds = new Set<unknown>();
  /** Items with events before their `done`. */
  const started = new Set<unknown>();
  const calls = new Map<unknown, ToolCallWriter>();

  function write(kind: "text" | "reasoning", event: Fields, delta: unknown): void {
    if (readText(delta) === undefined) return;
    kinds.add(kind === "text" ? "message" : kind);
    hasText ||= kind === "text";
    for (const key of listKeys(event)) started.add(key);
    // All pieces of an item are one block.
    writer.write(kind, delta, event.output_index);
  }

  function findCall(keys: unknown[]): ToolCallWriter | undefined {
    return calls.get(keys.find((key) => calls.has(key)));
  }

  function startCall(event: Fields, item: Fields): ToolCallWriter {
    const keys = listKeys(event, item);
    const id = readText(item.call_id) ?? readText(item.id);
    const call = findCall(keys) ?? writer.startCall({ id, name: readText(item.name) });
    for (const key of keys) calls.set(key, call);
    return call;
  }

  function finish(event: Fields, item: Fields): void {
    const isStarted = listKeys(event, item).some((key) => started.has(key));
    kinds.add(item.type);
    switch (item.type) {
      case "function_call":
        startCall(event, item).end(readJSONText(item.arguments));
        break;
      case "reasoning": {
        const encryptedContent = readText(item.encrypted_content);
        const texts = [...readParts(item.content), ...readParts(item.summary)].map(({ text }) => readText(text));
        if (!isStarted) write("reasoning", event, texts.filter((text) => text !== undefined).join("\n\n"));
        if (encryptedContent !== undefined) writer.open("reasoning", event.output_index);
        writer.close({ modelAccess: withoutUndefined({ itemId: readText(item.id), encryptedContent }) });
        break;
      }
      case "message":
        if (!isStarted) for (const part of readParts(item.content)) writePart(event, part);
        writer.close();
    }
  }

  function writePart(event: Fields, part: Fields): void {
    isRefusal ||= readText(part.refusal) !== undefined;
    write("text", event, part.text);
    write("text", event, part.refusal);
    for (const annotation of readObjects(part.annotations)) writer.cite(annotation);
  }

  function end(type: unknown): void {
    const known = new Set(kinds);
    for (const [output_index, item] of readObjects(response.output).entries()) {
      // A stream repeats its items at the end.
      if (item.type === "function_call" || !known.has(item.type)) finish({ output_index }, item);
    }
    // All that a service sends of a text may be this member (R4.9).
    if (!hasText) write("text", { output_index: "output_text" }, response.output_text);
    if (response.status !== "failed" && type !== "response.failed") return;
    const { message, code, type: errorType } = readObject(response.error);
    throw new StreamError(`POST /v1/responses returned a failed response: ${readText(message) ?? "no message"}`, {
      code: readText(code),
      type: readText(errorType),
      partial: response,
    });
  }

  return {
    add(value) {
      const event = readObject(value);
      writer.describe(readObject(event.response));
      switch (event.type) {
        case "response.output_item.added": {
          const item = readObject(event.item);
          // Without a name it is started when it is done.
          if (item.type === "function_call" && readText(item.name) !== undefined) startCall(event, item);
          break;
        }
        case "response.output_item.done":
          finish(event, readObject(event.item));
          break;
        case "response.refusal.delta":
          isRefusal = true;
          write("text", event, event.delta);
          break;
        case "response.output_text.delta":
          write("text", event, event.delta);
          break;
        case "response.reasoning_summary_part.added":
          if ((readNumber(event.summary_index) ?? 0) > 0) write("reasoning", event, "\n\n");
          break;
        case "response.reasoning_summary_text.delta":
        case "response.reasoning_text.delta":
        case "response.reasoning.delta":
          write("reasoning", event, event.delta);
          break;
        case "response.output_text.annotation.added":
          writer.cite(event.annotation);
          break;
        case "response.function_call_arguments.delta":
          findCall(listKeys(event))?.write(readJSONText(event.delta));
          break;
        case "response.function_call_arguments.done":
          findCall(listKeys(event))?.end(readJSONText(event.arguments));
          break;
        case "response.completed":
        case "response.incomplete":
        case "response.failed":
          response = readObject(event.response);
          end(event.type);
      }
    },
    end() {
      for (const call of calls.values()) call.end();
      const raw = readText(readObject(response.incomplete_details).reason) ?? readText(response.status);
      return { finishReason: readFinishReason(raw, finishReasons, { isRefusal }), usage: response.usage };
    },
  };
}

/** Returns the values by which events tell of one item: its ids and its place in the output. */
function listKeys({ output_index, item_id }: Fields, { id = item_id, call_id }: Fields = {}): unknown[] {
  return [call_id, id, output_index].filter((key) => key !== undefined);
}
