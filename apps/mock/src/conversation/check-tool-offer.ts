import { Refusal } from "../refusal.js";
import type { Conversation } from "./conversation.js";

/** Gives the offer back; refuses one whose choice none of its tools can meet. */
export function checkToolOffer<Offer extends Pick<Conversation, "tools" | "toolChoice">>(offer: Offer): Offer {
  const { tools, toolChoice } = offer;
  if (toolChoice.kind === "required" && tools.length === 0) {
    throw new Refusal("invalid_parameter", "'tool_choice' requires a tool call, but 'tools' has none to call.");
  }
  if (toolChoice.kind === "named" && !tools.some(({ name }) => name === toolChoice.name)) {
    const name = toolChoice.name.slice(0, 80);
    throw new Refusal("invalid_parameter", `'tool_choice' names the tool '${name}', which is not in 'tools'.`);
  }
  return offer;
}
