import type { ResponseInputItem, ResponseInputMessage, ResponseOutputItem } from "@model-access/contract";
import type { Turn } from "../conversation/conversation.js";
import { readContent, readTurn } from "../conversation/read-content.js";

/** A conversation as far as it has come. */
export interface Thread {
  turns: Turn[];
  /** The texts of its system and developer messages. */
  instructions: string[];
}

/** An item of a conversation; a reference to one has to be replaced by what it stands for. */
export type Item = ResponseInputItem | ResponseOutputItem;

export const emptyThread: Thread = { turns: [], instructions: [] };

/** A thread and the items that follow. Reasoning, searches and items that the contract does not list add nothing. */
export function addItems({ turns, instructions }: Thread, items: Item[]): Thread {
  const thread = { turns: [...turns], instructions: [...instructions] };
  /** The turns that are this thread's own, so that calls can be added to them; earlier ones belong to others too. */
  const own = new Set<Turn>();
  for (const item of items) {
    if (isMessage(item)) addMessage(thread, item);
    else if (item.type === "function_call") addCall(thread.turns, { item, own });
    else if (item.type === "function_call_output") {
      thread.turns.push(readTurn("tool", item.output, { toolCallId: item.call_id }));
    }
  }
  return thread;
}

type MessageItem = ResponseInputMessage | Extract<ResponseOutputItem, { type: "message" }>;

/** Only a message may leave its type out. */
const isMessage = (item: Item): item is MessageItem => item.type === undefined || item.type === "message";

function addMessage({ turns, instructions }: Thread, { role, content }: MessageItem): void {
  if (role === "user" || role === "assistant") turns.push(readTurn(role, content));
  else instructions.push(readContent(content).text);
}

/** Calls are in the turn of what the assistant said before them, as on the other interfaces. */
function addCall(
  turns: Turn[],
  { item, own }: { item: Extract<Item, { type: "function_call" }>; own: Set<Turn> },
): void {
  const { call_id: id, name, arguments: text } = item;
  const call = { id, name, arguments: text };
  const last = turns.at(-1);
  if (last !== undefined && own.has(last)) return void last.toolCalls.push(call);
  const isAfterText = last?.role === "assistant";
  const turn: Turn = isAfterText
    ? { ...last, toolCalls: [...last.toolCalls, call] }
    : readTurn("assistant", "", { toolCalls: [call] });
  own.add(turn);
  if (isAfterText) turns[turns.length - 1] = turn;
  else turns.push(turn);
}
