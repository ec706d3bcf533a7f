import { addHidden, type Fields, isFields, objectsIn, textFor } from "../stream/json-fields.js";
import { fillToolCall } from "./tool-call-accumulator.js";

/**
 * Adds what a caller reads of every chunk, or of every whole reply: choices, each with its delta or message. What was left
 * out can be read, and is printed and compared as it came.
 */
export function fillChoices(reply: Fields, part: "delta" | "message"): void {
  if (!Array.isArray(reply.choices)) addHidden(reply, "choices", []);
  const choices = reply.choices as unknown[];
  for (let index = 0; index < choices.length; index++) {
    const choice = isFields(choices[index]) ? (choices[index] as Fields) : {};
    choices[index] = choice;
    if (!isFields(choice[part])) addHidden(choice, part, {});
    const message = choice[part] as Fields;
    const { content } = message;
    // Some send parts in the place of a text. The text is what callers print; what came stays beside it.
    if (content != null && typeof content !== "string") {
      message.content = textFor(content);
      message.content_parts = content;
    }
    if (part === "message" && message.tool_calls != null) {
      message.tool_calls = objectsIn(message.tool_calls).map(fillToolCall);
    }
  }
}
