import { expect } from "vitest";
import { type Fields, valuesOf } from "./dialects.js";

/** Puts the events of a stream together as clients do, to what a plain answer has. */
export const joinStream: Record<string, (events: Fields[]) => unknown> = {
  createChatCompletion: joinChunks,
  createMessage: joinMessage,
  createResponse: joinResponse,
};

/** Texts grow, calls by their index; the rest is taken over. */
function joinChunks(chunks: Fields[]): unknown {
  const whole: Fields = {};
  const choices: { index: number; message: Fields }[] = [];
  for (const { choices: parts, usage, ...head } of chunks) {
    Object.assign(whole, { ...head, object: "chat.completion", ...(usage != null && { usage }) });
    for (const { index, delta, ...rest } of parts as { index: number; delta: Fields }[]) {
      choices[index] ??= { index, message: {} };
      Object.assign(choices[index], rest);
      grow(choices[index].message, delta);
    }
  }
  return { ...whole, choices };
}

function grow(whole: Fields, delta: Fields): void {
  for (const [name, value] of Object.entries(delta)) {
    const isText = typeof value === "string" && !["role", "id", "type", "name"].includes(name);
    if (name === "tool_calls") {
      whole.tool_calls ??= [];
      for (const { index, ...piece } of value as { index: number }[]) {
        const calls = whole.tool_calls as Fields[];
        calls[index] ??= {};
        grow(calls[index], piece);
      }
    } else if (name === "function") {
      whole.function ??= {};
      grow(whole.function as Fields, value as Fields);
    } else whole[name] = isText && typeof whole[name] === "string" ? whole[name] + value : value;
  }
}

function joinMessage(events: Fields[]): unknown {
  let whole: Fields & { content: Fields[] } = { content: [] };
  const inputs: string[] = [];
  for (const event of events as {
    type: string;
    index: number;
    message: never;
    content_block: Fields;
    delta: Fields;
    usage: object;
  }[]) {
    const { type, index, delta } = event;
    const block = whole.content[index] ?? {};
    if (type === "message_start") {
      whole = structuredClone(event.message);
      expect((whole.usage as { output_tokens: number }).output_tokens).toBeLessThanOrEqual(1);
    }
    if (type === "content_block_start") whole.content[index] = { ...event.content_block };
    if (type === "message_delta") whole = { ...whole, ...delta, usage: { ...(whole.usage as object), ...event.usage } };
    if (type === "content_block_stop" && inputs[index]) block.input = JSON.parse(inputs[index]);
    if (type !== "content_block_delta") continue;
    if (delta.type === "text_delta") block.text += String(delta.text);
    if (delta.type === "thinking_delta") block.thinking += String(delta.thinking);
    if (delta.type === "signature_delta") block.signature = delta.signature;
    if (delta.type === "citations_delta") block.citations = [...((block.citations ?? []) as unknown[]), delta.citation];
    if (delta.type === "input_json_delta") inputs[index] = (inputs[index] ?? "") + String(delta.partial_json);
  }
  return whole;
}

/** The response of the last event; its items are what the events before it have built up. */
function joinResponse(events: Fields[]): unknown {
  const items: Fields[] = [];
  const said: string[] = [];
  const found: unknown[] = [];
  for (const { type, output_index, item, delta, annotation } of events as {
    type: string;
    output_index: number;
    item: Fields;
    delta: string;
    annotation: unknown;
  }[]) {
    if (type === "response.output_item.done") items[output_index] = item;
    if (type === "response.output_text.annotation.added") found.push(annotation);
    if (type.endsWith(".delta")) said.push(delta);
  }
  const { type: end, response: whole } = events.at(-1) as {
    type: string;
    response: { output: Fields[]; status: string };
  };
  expect(end).toBe(`response.${whole.status}`);
  expect(whole.output).toEqual(items);
  expect(valuesOf(items, "annotations").flat()).toEqual(found);
  expect(events.map(({ sequence_number }) => sequence_number)).toEqual([...events.keys()]);
  const texts = JSON.stringify(items).matchAll(/"(?:text|refusal|arguments)":("(?:[^"\\]|\\.)*")/g);
  expect(said.join("")).toBe([...texts].map(([, text]) => JSON.parse(text ?? "")).join(""));
  return whole;
}
