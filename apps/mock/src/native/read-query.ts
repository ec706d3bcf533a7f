import type { BotQueryRequest, ProtocolMessage } from "@model-access/contract";
import { noAttachments, readAttachment } from "../conversation/attachment.js";
import type { Conversation, ReasoningRequest, Turn } from "../conversation/conversation.js";
import { readTurn } from "../conversation/read-content.js";
import { readStop, readTools } from "../conversation/read-tools.js";

/** Reads a query of the native protocol. Messages with a role that is not known are left out, as the protocol wants it. */
export function readQuery(bot: string, request: BotQueryRequest): Conversation {
  const { query } = request;
  return {
    model: bot,
    turns: [...query.flatMap(readMessage), ...readToolRound(request)],
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

function readMessage({ role: name, content, attachments }: ProtocolMessage): Turn[] {
  const role = Object.hasOwn(roles, name) ? roles[name] : undefined;
  if (role === undefined) return [];
  const carried = attachments?.map(({ url, content_type, name }) =>
    readAttachment({ name, mediaType: content_type, url }),
  );
  return [{ ...readTurn(role, content), attachments: carried ?? noAttachments }];
}

/** The calls that the bot asked for and what they returned come beside the query, after its last message. */
function readToolRound({ tool_calls: calls, tool_results: results }: BotQueryRequest): Turn[] {
  const toolCalls = (calls ?? []).map(({ id, function: called }) => ({ id, ...called }));
  return [
    ...(toolCalls.length > 0 ? [readTurn("assistant", "", { toolCalls })] : []),
    ...(results ?? []).map(({ tool_call_id: toolCallId, content }) => readTurn("tool", content, { toolCallId })),
  ];
}

/** The custom parameters of the last message say how much to think (R2.3). */
function readReasoning(message: ProtocolMessage | undefined): ReasoningRequest | undefined {
  const { reasoning_effort: effort, thinking_budget: budgetTokens } = message?.parameters ?? {};
  if (effort === undefined && budgetTokens === undefined) return undefined;
  return { effort: effort ?? "medium", summary: undefined, budgetTokens };
}
