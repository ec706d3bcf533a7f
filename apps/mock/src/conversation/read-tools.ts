import { Refusal } from "../refusal.js";
import type { Conversation, Format, Tool, ToolChoice } from "./conversation.js";

interface ToolRequest {
  tools?: readonly object[] | null | undefined;
  tool_choice?: string | object | null | undefined;
  parallel_tool_calls?: boolean | null | undefined;
}

/** A tool, or the choice of one: its name and what it takes are beside its type, or inside `function`. */
interface SentTool {
  type?: string | null;
  name?: string;
  description?: string | null;
  parameters?: Record<string, unknown> | null;
  input_schema?: Record<string, unknown>;
  function?: SentTool;
}

interface SentChoice extends SentTool, Partial<AllowedTools> {
  disable_parallel_tool_use?: boolean;
  allowed_tools?: AllowedTools;
}

interface AllowedTools {
  mode: string;
  tools: SentTool[];
}

/** The functions that a request offers and which of them have to be called; and the types of tools that the service runs itself. */
export interface ToolOffer {
  offer: Pick<Conversation, "tools" | "toolChoice" | "mayCallInParallel">;
  hosted: string[];
}

/**
 * Reads `tools` and `tool_choice`; refuses a choice that no tool of the request can meet. Where a tool that the service
 * runs meets it, it is left to the model if it calls functions too.
 */
export function readToolOffer({ tools, tool_choice: sent, parallel_tool_calls: inParallel }: ToolRequest): ToolOffer {
  const all: readonly SentTool[] = tools ?? [];
  const choice: SentChoice = typeof sent === "object" && sent !== null ? sent : {};
  const allowed =
    choice.type === "allowed_tools" ? ({ tools: [], ...choice, ...choice.allowed_tools } as AllowedTools) : undefined; // the contract has its mode
  const offered = allowed ? all.filter((tool) => allowed.tools.some((one) => keyOf(one) === keyOf(tool))) : all;
  const hosted = offered.filter((tool) => !isFunction(tool));
  const functions = readTools(offered);
  const toolChoice = readChoice(sent, choice, allowed);
  const mayCallInParallel = inParallel !== false && choice.disable_parallel_tool_use !== true;
  const offer = { tools: functions, toolChoice: met(toolChoice, functions, hosted), mayCallInParallel };
  return { offer, hosted: hosted.map(({ type }) => type ?? "") };
}

export function readTools(tools: readonly SentTool[] | null | undefined): Tool[] {
  return (tools ?? []).filter(isFunction).map((tool) => {
    const { name = "", description, parameters, input_schema } = tool.function ?? tool;
    return {
      name,
      description: description ?? "",
      parameters: parameters ?? input_schema ?? { type: "object", properties: {} },
    };
  });
}

export function readFormat(
  format: { type?: string; schema?: object; json_schema?: { schema?: object } } | null | undefined,
): Format {
  if (format?.type === "json_object") return { kind: "json" };
  if (format?.type !== "json_schema") return { kind: "text" };
  const schema = format.schema ?? format.json_schema?.schema;
  return schema === undefined ? { kind: "json" } : { kind: "schema", schema: { ...schema } };
}

/** Reads the sequences that end a reply; those of nothing but white space have no effect. */
export function readStop(stop: string | readonly string[] | null | undefined): string[] {
  return [stop ?? []].flat().filter((sequence) => sequence.trim() !== "");
}

const isFunction = ({ type, input_schema }: SentTool) => type === "function" || input_schema !== undefined;
const nameOf = (tool: SentTool) => (tool.function ?? tool).name;
const keyOf = (tool: SentTool) => `${tool.type} ${nameOf(tool)}`;

function readChoice(
  sent: ToolRequest["tool_choice"],
  choice: SentChoice,
  allowed: AllowedTools | undefined,
): ToolChoice {
  const type = typeof sent === "string" ? sent : (allowed?.mode ?? choice.type);
  if (type === "function" || type === "tool") return { kind: "named", name: nameOf(choice) ?? "" };
  if (type === "none" || type === "required") return { kind: type };
  return { kind: type === "any" ? "required" : "auto" };
}

/** The choice as it is met; throws where no tool meets it. */
function met(choice: ToolChoice, tools: Tool[], hosted: SentTool[]): ToolChoice {
  const auto: ToolChoice = { kind: "auto" };
  if (choice.kind === "required" && tools.length === 0) {
    if (hosted.length > 0) return auto;
    throw new Refusal("invalid_parameter", "'tool_choice' requires a tool call, but 'tools' has none to call.");
  }
  if (choice.kind !== "named") return choice;
  if (hosted.some((tool) => (nameOf(tool) ?? tool.type) === choice.name)) return auto;
  if (tools.some(({ name }) => name === choice.name)) return choice;
  const name = choice.name.slice(0, 80);
  throw new Refusal("invalid_parameter", `'tool_choice' names the tool '${name}', which is not in 'tools'.`);
}
