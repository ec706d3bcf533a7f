import type { LanguageModelV4FinishReason } from "@ai-sdk/provider";
import {
  type ResponseOutputItem,
  type ResponseResource,
  type ResponseStreamEvent,
  StreamError,
} from "@model-access/sdk";
import type { ReplyReader } from "../model/language-model.js";
import { type PartWriter, passageOf, timestampOf } from "../model/part-writer.js";

type Resource = Omit<ResponseResource, "output_text"> & { output_text?: unknown };

const finishReasons: Record<string, LanguageModelV4FinishReason["unified"]> = {
  completed: "stop",
  max_output_tokens: "length",
  content_filter: "content-filter",
};

/** Reads the events of a response. */
export function readResponse(writer: PartWriter): ReplyReader<ResponseStreamEvent> {
  let response: Resource | undefined;
  let isRefusal = false;
  let hasText = false;
  /** Items with events before their `done`. */
  const started = new Set<number>();
  /** Open function calls, by their index. */
  const calls = new Map<number, { id: string; hasInput: boolean }>();

  function write(kind: "text" | "reasoning", place: { output_index: number }, delta: string): void {
    if (delta === "") return;
    if (kind === "text") hasText = true;
    started.add(place.output_index);
    // All pieces of an item are one block.
    writer.write(kind, delta, place.output_index);
  }

  function openCall(place: number, item: FunctionCall): { id: string; hasInput: boolean } {
    const known = calls.get(place);
    if (known !== undefined) return known;
    const call = { id: item.call_id, hasInput: false };
    calls.set(place, call);
    writer.close();
    writer.emit({ type: "tool-input-start", id: item.call_id, toolName: item.name });
    return call;
  }

  function addInput(call: { id: string; hasInput: boolean } | undefined, delta: string): void {
    if (call === undefined || delta === "") return;
    call.hasInput = true;
    writer.emit({ type: "tool-input-delta", id: call.id, delta });
  }

  function finish(place: number, item: ResponseOutputItem): void {
    switch (item.type) {
      case "function_call": {
        const call = openCall(place, item);
        if (!call.hasInput) addInput(call, item.arguments);
        writer.emit({ type: "tool-input-end", id: call.id });
        writer.call({ toolCallId: call.id, toolName: item.name, input: item.arguments });
        break;
      }
      case "reasoning": {
        const { id: itemId, encrypted_content: encryptedContent, summary, content } = item;
        if (!started.has(place)) {
          const parts = [...(content ?? []), ...summary].map((part) => ("text" in part ? part.text : ""));
          write("reasoning", { output_index: place }, parts.join("\n\n"));
        }
        if (encryptedContent) writer.open("reasoning", place);
        writer.close({ modelAccess: { itemId, ...(encryptedContent ? { encryptedContent } : {}) } });
        break;
      }
      case "message":
        if (!started.has(place)) for (const part of item.content) writePart(place, part);
        writer.close();
    }
  }

  function writePart(place: number, part: MessagePart): void {
    if (part.type === "refusal") {
      isRefusal = true;
      write("text", { output_index: place }, part.refusal);
    } else {
      write("text", { output_index: place }, part.text);
      if (part.type === "output_text")
        for (const annotation of part.annotations ?? []) writer.cite(annotation, passageOf(annotation));
    }
  }

  function end(event: { type: string; response: Resource }): void {
    response = event.response;
    const { output, output_text: text } = response;
    // All that a service sends of a text may be this member (R4.9).
    if (!hasText && typeof text === "string") write("text", { output_index: output?.length ?? 0 }, text);
    if (response.status !== "failed" && event.type !== "response.failed") return;
    const { message = "no message", code, type } = response.error ?? {};
    throw new StreamError(`POST /v1/responses returned a failed response: ${message}`, {
      code: code ?? undefined,
      type: type ?? undefined,
      partial: response,
    });
  }

  return {
    add(event) {
      switch (event.type) {
        case "response.created": {
          const { id, model: modelId, created_at } = event.response;
          writer.emit({ type: "response-metadata", id, modelId, ...timestampOf(created_at) });
          break;
        }
        case "response.output_item.added":
          if (event.item.type === "function_call") openCall(event.output_index, event.item);
          break;
        case "response.output_item.done":
          finish(event.output_index, event.item);
          break;
        case "response.output_text.delta":
          write("text", event, event.delta);
          break;
        case "response.refusal.delta":
          isRefusal = true;
          write("text", event, event.delta);
          break;
        case "response.reasoning_summary_part.added":
          if (event.summary_index > 0) write("reasoning", event, "\n\n");
          break;
        case "response.reasoning_summary_text.delta":
        case "response.reasoning_text.delta":
        case "response.reasoning.delta":
          write("reasoning", event, event.delta);
          break;
        case "response.output_text.annotation.added":
          if (event.annotation) writer.cite(event.annotation, passageOf(event.annotation));
          break;
        case "response.function_call_arguments.delta":
          addInput(calls.get(event.output_index), event.delta);
          break;
        case "response.completed":
        case "response.incomplete":
        case "response.failed":
          end(event);
      }
    },
    end() {
      const raw = response?.incomplete_details?.reason ?? response?.status;
      const unified = isRefusal ? "content-filter" : (finishReasons[raw ?? ""] ?? "other");
      return { finishReason: { unified, raw }, usage: response?.usage, metadata: { model: response?.model } };
    },
  };
}

type FunctionCall = Extract<ResponseOutputItem, { type: "function_call" }>;
type MessagePart = Extract<ResponseOutputItem, { type: "message" }>["content"][number];
