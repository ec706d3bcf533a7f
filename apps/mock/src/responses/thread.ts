import type {
  ResponseContentPart,
  ResponseInputContentPart,
  ResponseInputItem,
  ResponseInputMessage,
  ResponseOutputItem,
} from "@model-access/contract";
import { type Attachment, noAttachments, readAttachment, readPicture } from "../conversation/attachment.js";
import type { Turn } from "../conversation/conversation.js";

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
      thread.turns.push({ ...readContent(item.output), toolCalls: [], toolCallId: item.call_id, role: "tool" });
    }
  }
  return thread;
}

type MessageItem = ResponseInputMessage | Extract<ResponseOutputItem, { type: "message" }>;

/** Only a message may leave its type out. */
const isMessage = (item: Item): item is MessageItem => item.type === undefined || item.type === "message";

function addMessage({ turns, instructions }: Thread, { role, content }: MessageItem): void {
  const said = readContent(content);
  if (role === "user" || role === "assistant") turns.push({ ...said, toolCalls: [], toolCallId: undefined, role });
  else instructions.push(said.text);
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
    : { text: "", attachments: noAttachments, toolCalls: [call], toolCallId: undefined, role: "assistant" };
  own.add(turn);
  if (isAfterText) turns[turns.length - 1] = turn;
  else turns.push(turn);
}

/** The text of parts, and the pictures and files among them. */
interface Content {
  /** The texts of the parts, one a line. */
  text: string;
  attachments: readonly Attachment[];
}

/** Reads content, whether it is a text or parts. Parts that the contract does not list are left out. */
function readContent(content: string | (ResponseInputContentPart | ResponseContentPart)[]): Content {
  if (typeof content === "string") return { text: content, attachments: noAttachments };
  return {
    text: content.flatMap((part) => textOf(part) ?? []).join("\n"),
    attachments: content.flatMap((part) => attachmentIn(part) ?? []),
  };
}

function attachmentIn(part: ResponseInputContentPart | ResponseContentPart): Attachment | undefined {
  if (part.type === "input_image") return readPicture(part.image_url ?? "");
  if (part.type !== "input_file") return undefined;
  const { filename: name, file_data, file_url } = part;
  return readAttachment({ name, base64: file_data, url: file_url });
}

function textOf(part: ResponseInputContentPart | ResponseContentPart): string | undefined {
  if (part.type === "input_text" || part.type === "output_text") return part.text;
  return part.type === "refusal" ? part.refusal : undefined;
}
