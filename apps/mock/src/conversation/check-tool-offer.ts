import { Refusal } from "../refusal.js";
import type { Conversation, ToolChoice } from "./conversation.js";

/**
 * Gives the offer back; refuses one whose choice none of its tools can meet. `hosted` names the tools that the service
 * runs itself: where they meet the choice, it is left to the model if it calls functions too.
 */
export function checkToolOffer<Offer extends Pick<Conversation, "tools" | "toolChoice">>(
  offer: Offer,
  hosted: readonly string[] = [],
): Offer {
  const { tools, toolChoice } = offer;
  const isMet = toolChoice.kind === "required" ? tools.length === 0 && hosted.length > 0 : isAmong(hosted, toolChoice);
  if (isMet) return { ...offer, toolChoice: { kind: "auto" } };
  if (toolChoice.kind === "required" && tools.length === 0) {
    throw new Refusal("invalid_parameter", "'tool_choice' requires a tool call, but 'tools' has none to call.");
  }
  if (toolChoice.kind === "named" && !tools.some(({ name }) => name === toolChoice.name)) {
    const name = toolChoice.name.slice(0, 80);
    throw new Refusal("invalid_parameter", `'tool_choice' names the tool '${name}', which is not in 'tools'.`);
  }
  return offer;
}

const isAmong = (names: readonly string[], choice: ToolChoice) =>
  choice.kind === "named" && names.includes(choice.name);
