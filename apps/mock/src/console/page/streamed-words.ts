import type { NewReply } from "./admin.js";
import { type Fields, fieldsOf, listIn } from "./json-fields.js";

/** Returns the words of an event stream, in any of the four forms: its text, and the tools that it calls. */
export function streamedWords(wire: string): NonNullable<NewReply["reply"]> {
  let text = "";
  /** Name and arguments of each call, by its place. */
  const calls = new Map<string, { name: string; json: string }>();
  for (const block of wire.split(/\r?\n\r?\n/)) {
    const event = /^event: ?(.*)$/m.exec(block)?.[1];
    const lines = [...block.matchAll(/^data: ?(.*)$/gm)];
    const data = fieldsOf(lines.map(([, line = ""]) => line).join("\n"));
    const delta = data.delta as Fields | string | undefined;
    if (event === "replace_response") text = textIn(data.text);
    else if (event === "text") text += textIn(data.text);
    else if (data.type === "response.output_text.delta") text += textIn(delta);
    else if (typeof delta === "object") text += textIn(delta.text);
    for (const choice of listIn(data.choices)) {
      const change = (choice.delta ?? {}) as Fields;
      text += textIn(change.content);
      for (const call of listIn(change.tool_calls)) addCall(call.index, (call.function ?? {}) as Fields);
    }
    const started = (data.content_block ?? data.item ?? {}) as Fields;
    if (data.type === "content_block_start" && started.type === "tool_use") addCall(data.index, { name: started.name });
    if (typeof delta === "object" && delta.type === "input_json_delta") {
      addCall(data.index, { arguments: delta.partial_json });
    }
    if (data.type === "response.output_item.done" && started.type === "function_call") {
      addCall(data.output_index, started);
    }
  }
  const toolCalls = [...calls.values()].map(({ name, json }) => ({ name, arguments: fieldsOf(json) }));
  return { text, ...(toolCalls.length > 0 && { toolCalls }) };

  function addCall(place: unknown, { name, arguments: json }: Fields): void {
    const call = calls.get(String(place)) ?? { name: "", json: "" };
    calls.set(String(place), { name: call.name + textIn(name), json: call.json + textIn(json) });
  }
}

const textIn = (value: unknown) => (typeof value === "string" ? value : "");
