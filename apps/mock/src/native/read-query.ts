import type { BotQueryRequest, ProtocolMessage } from "@model-access/contract";
import { readStop } from "../chat/read-conversation.js";
import { readTools } from "../chat/tools.js";
import { noAttachments, readAttachment } from "../conversation/attachment.js";
import type { Conversation, ReasoningRequest, Turn } from "../conversation/conversation.js";

/** Reads a query of the native protocol. Messages with a role that is not known are left out, as the protocol wants it. */
export function readQuery(bot: string, request: BotQueryRequest): Conversation {
  const { query } = request;
  return {
    model: bot,
    turns: [...query.map(readTurn).filter((turn) => turn !== undefined), ...readToolRound(request)],
    instructions: query
      .filter(({ role }) => role === "system")
      .map(({ content }) => content)
      .join("\n\n"),
    maxTokens: undefined,
    stop: readStop(request.stop_sequences),
    tools: readTools(request.tools),
    toolChoice: { kind: "auto" },
    mayCallInParallel: true,
    format: { kind: "text" },
    reasoning: readReasoning(query.at(-1)),
    webSearch: false,
    sampling: { temperature: request.temperature },
  };
}

const roles: Record<string, Turn["role"]> = { user: "user", bot: "assistant", tool: "tool" };

function readTurn({ role: name, content, attachments }: ProtocolMessage): Turn | undefined {
  const role = Object.hasOwn(roles, name) ? roles[name] : undefined;
  if (role === undefined) return undefined;
  const carried = attachments?.map(({ url, content_type, name }) =>
    readAttachment({ name, mediaType: content_type, url }),
  );
  return { role, text: content, attachments: carried ?? noAttachments, toolCalls: [], toolCallId: undefined };
}

/** The calls that the bot asked for and what they returned come beside the query, after its last message. */
function readToolRound({ tool_calls: calls, tool_results: results }: BotQueryRequest): Turn[] {
  const turn = { attachments: noAttachments, toolCalls: [], toolCallId: undefined };
  const toolCalls = (calls ?? []).map(({ id, function: called }) => ({
    id,
    name: called.name,
    arguments: called.arguments,
  }));
  return [
    ...(toolCalls.length > 0 ? [{ ...turn, role: "assistant" as const, text: "", toolCalls }] : []),
    ...(results ?? []).map(({ tool_call_id, content }) => ({
      ...turn,
      role: "tool" as const,
      text: content,
      toolCallId: tool_call_id,
    })),
  ];
}

/** The custom parameters of the last message say how much to think (R2.3). */
function readReasoning(message: ProtocolMessage | undefined): ReasoningRequest | undefined {
  const { reasoning_effort: effort, thinking_budget: budgetTokens } = message?.parameters ?? {};
  if (effort === undefined && budgetTokens === undefined) return undefined;
  return { effort: effort ?? "medium", summary: undefined, budgetTokens };
}
