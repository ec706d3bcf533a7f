import type { MessageCustomTool, MessageRequest, MessageTool } from "@model-access/contract";
import { checkToolOffer } from "../conversation/check-tool-offer.js";
import type { Conversation, ToolChoice } from "../conversation/conversation.js";

/** The tools that a request offers, and which of them have to be called. */
export type ToolOffer = Pick<Conversation, "tools" | "toolChoice" | "mayCallInParallel">;

/** Reads `tools` and `tool_choice`; refuses a choice that no tool of the request can meet. The provider's own tools have no effect. */
export function readToolOffer({ tools = [], tool_choice: choice }: MessageRequest): ToolOffer {
  const offer = {
    tools: tools.filter(isCustomTool).map(({ name, description = "", input_schema: parameters }) => ({
      name,
      description,
      parameters,
    })),
    toolChoice: readToolChoice(choice),
    mayCallInParallel: choice === undefined || choice.type === "none" || choice.disable_parallel_tool_use !== true,
  };
  const hosted = tools.filter((tool) => !isCustomTool(tool)).map(({ name }) => name ?? "");
  return checkToolOffer(offer, hosted);
}

const isCustomTool = (tool: MessageTool): tool is MessageCustomTool => tool.type == null || tool.type === "custom";

function readToolChoice(choice: MessageRequest["tool_choice"]): ToolChoice {
  switch (choice?.type) {
    case "any":
      return { kind: "required" };
    case "tool":
      return { kind: "named", name: choice.name };
    case "none":
      return { kind: "none" };
    default:
      return { kind: "auto" };
  }
}
