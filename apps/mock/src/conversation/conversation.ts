import type { Attachment } from "./attachment.js";

export interface Conversation {
  model: string;
  /** Oldest first; system and developer text is in `instructions`. */
  turns: Turn[];
  /** System prompts, developer messages and instructions, joined by blank lines. */
  instructions: string;
  /** The most tokens to generate, reasoning included; undefined for no limit. */
  maxTokens: number | undefined;
  /** Sequences that end the reply; what matched is not part of it. */
  stop: string[];
  tools: Tool[];
  toolChoice: ToolChoice;
  /** False for at most one call. */
  mayCallInParallel: boolean;
  format: Format;
  /** Undefined where none was asked for. */
  reasoning: ReasoningRequest | undefined;
  /** True where the request offers web search. */
  webSearch: boolean;
  /** The request's own seed and temperature, which make another reply; both are often left out. */
  sampling?: { seed?: number | null | undefined; temperature?: number | null | undefined };
}

export interface Turn {
  role: "user" | "assistant" | "tool";
  /** The text, parts joined by line breaks. */
  text: string;
  /** Pictures and files; each costs tokens, none is fetched. */
  attachments: readonly Attachment[];
  toolCalls: { id: string; name: string; arguments: string }[];
  toolCallId: string | undefined;
}

/**
 * Returns the results of tools since the model last spoke, whatever the user says after them. A user who speaks after them
 * and demands a call asks anew.
 */
export function resultsSinceAnswer({ turns, toolChoice }: Pick<Conversation, "turns" | "toolChoice">): Turn[] {
  const isForced = toolChoice.kind === "required" || toolChoice.kind === "named";
  if (isForced && turns.at(-1)?.role === "user") return [];
  return turns.slice(turns.findLastIndex(({ role }) => role === "assistant") + 1).filter(({ role }) => role === "tool");
}

/** Returns the turns without what the user says after results of tools: the question is the one that led to them. */
export function turnsOfQuestion(conversation: Pick<Conversation, "turns" | "toolChoice">): Turn[] {
  const { turns } = conversation;
  const spoken = turns.findLastIndex(({ role }) => role === "assistant");
  if (spoken === -1 || resultsSinceAnswer(conversation).length === 0) return turns;
  return turns.filter(({ role }, index) => index < spoken || role !== "user");
}

export interface Tool {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
}

/** `named` forces that tool, `required` any, `auto` leaves it to the model. */
export type ToolChoice = { kind: "auto" | "none" | "required" } | { kind: "named"; name: string };

export type Format = { kind: "text" } | { kind: "json" } | { kind: "schema"; schema: Record<string, unknown> };

/** The amount of reasoning, and if a summary of it is shown. */
export interface ReasoningRequest {
  effort: string;
  summary: string | undefined;
  /** At most so many tokens of reasoning; undefined where the effort decides. */
  budgetTokens: number | undefined;
}
