import type { ResponseFunctionTool, ResponseRequest, ResponseTool } from "@model-access/contract";
import { checkToolOffer } from "../conversation/check-tool-offer.js";
import type { Conversation, ToolChoice } from "../conversation/conversation.js";

type ToolOffer = Pick<Conversation, "tools" | "toolChoice" | "mayCallInParallel" | "webSearch">;

/** Reads `tools` and `tool_choice`; refuses a choice that no tool of the request can meet. */
export function readToolOffer(request: ResponseRequest): ToolOffer {
  const { tool_choice: choice, parallel_tool_calls: inParallel } = request;
  const offered = allowedTools(request);
  const toolChoice = readToolChoice(choice);
  const webSearch = toolChoice.kind !== "none" && offered.some(isWebSearch);
  const tools = offered.filter(isFunction).map(({ name, description, parameters }) => ({
    name,
    description: description ?? "",
    parameters: parameters ?? { type: "object", properties: {} },
  }));
  const hosted = offered.filter((tool) => !isFunction(tool)).map(({ type }) => type);
  return { ...checkToolOffer({ tools, toolChoice, mayCallInParallel: inParallel !== false }, hosted), webSearch };
}

const autoChoice: ToolChoice = { kind: "auto" };

const isFunction = (tool: ResponseTool): tool is ResponseFunctionTool => tool.type === "function";

const isWebSearch = ({ type }: ResponseTool) => type === "web_search" || type === "web_search_preview";

/** The request's tools, or those of them that its choice allows. */
function allowedTools({ tools, tool_choice: choice }: ResponseRequest): ResponseTool[] {
  const all = tools ?? [];
  if (typeof choice !== "object" || choice?.type !== "allowed_tools") return all;
  return all.filter((tool) =>
    choice.tools.some(({ type, name }) => type === tool.type && (!isFunction(tool) || tool.name === name)),
  );
}

/** A choice of a hosted tool leaves it to the model whether it calls functions too. */
function readToolChoice(choice: ResponseRequest["tool_choice"]): ToolChoice {
  if (choice == null) return autoChoice;
  if (typeof choice === "string") return { kind: choice };
  if (choice.type === "function") return { kind: "named", name: choice.name };
  if (choice.type !== "allowed_tools") return autoChoice;
  if (choice.mode === "required") return { kind: "required" };
  return { kind: choice.mode === "none" ? "none" : "auto" };
}
