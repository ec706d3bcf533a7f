import type { ChatCompletionRequest } from "@model-access/contract";
import { checkToolOffer } from "../conversation/check-tool-offer.js";
import type { Conversation, Tool, ToolChoice } from "../conversation/conversation.js";

/** A function as requests define it. */
interface FunctionDefinition {
  name: string;
  description?: string | null;
  parameters?: Record<string, unknown>;
}

/** The tools that a request offers, and which of them have to be called. */
export type ToolOffer = Pick<Conversation, "tools" | "toolChoice">;

/** Reads `tools` and `tool_choice`; refuses a choice that no tool of the request can meet. */
export function readToolOffer({ tools, tool_choice: choice }: ChatCompletionRequest): ToolOffer {
  const offered = readTools(tools);
  const hosted = (tools ?? []).filter(({ type }) => type !== "function").map((tool) => String(nameOf({ ...tool })));
  if (typeof choice === "object" && choice.type === "allowed_tools") {
    const { mode, tools: allowed } = choice.allowed_tools;
    const names = new Set(allowed.map(nameOf));
    const toolChoice = { kind: mode === "required" ? "required" : "auto" } as const;
    return checkToolOffer(
      { tools: offered.filter(({ name }) => names.has(name)), toolChoice },
      hosted.filter((name) => names.has(name)),
    );
  }
  return checkToolOffer({ tools: offered, toolChoice: readToolChoice(choice) }, hosted);
}

/** Reads the functions among the tools; tools of another type have no effect. */
export function readTools(tools: { type: string; function: FunctionDefinition }[] | null | undefined): Tool[] {
  return (tools ?? [])
    .filter(({ type }) => type === "function")
    .map(({ function: { name, description, parameters } }) => ({
      name,
      description: description ?? "",
      parameters: parameters ?? { type: "object", properties: {} },
    }));
}

function readToolChoice(choice: ChatCompletionRequest["tool_choice"]): ToolChoice {
  if (typeof choice === "string") return { kind: choice };
  if (choice?.type === "function") return { kind: "named", name: choice.function.name };
  return { kind: "auto" };
}

/** The name of an allowed tool, which is beside its type or inside `function`. */
function nameOf(tool: Record<string, unknown>): unknown {
  const inner = tool.function;
  return typeof inner === "object" && inner !== null && "name" in inner ? inner.name : tool.name;
}
