import type { JSONObject } from "@ai-sdk/provider";
import type { PartWriter, ToolCallWriter } from "./part-writer.js";
import { parseObject, readJSONText, readObject, readObjects, readText } from "./read-json.js";

interface ToolCall {
  id: string | undefined;
  name: string | undefined;
  input: string;
  /** True if the input ends as an object does. */
  looksComplete: boolean;
  /** The length at which the input was parsed last. */
  parsedLength: number;
  /** Must go back with the call. */
  extraContent?: JSONObject;
  /** Absent until the name has come. */
  writer?: ToolCallWriter;
}

/**
 * Reads the tool calls of chat completions and bots, and writes each as soon as its name has come. `StreamingToolCallTracker` of
 * `@ai-sdk/provider-utils` throws where a name comes late, and drops pieces that fit several calls.
 */
export function createToolCallReader(writer: PartWriter) {
  const calls: ToolCall[] = [];
  const byIndex = new Map<number, ToolCall>();
  const byId = new Map<string, ToolCall>();

  /** Returns the call that a piece continues, by its index, else its id; without both, the last. */
  function findCall(piece: Pick<ToolCall, "id" | "name" | "input">, index: number | undefined): ToolCall | undefined {
    const { id, name } = piece;
    const sameId = id === undefined ? undefined : byId.get(id);
    const known = index === undefined ? sameId : byIndex.get(index);
    if (known !== undefined) return isAnother(known, piece) ? undefined : known;
    if (name !== undefined) return undefined;
    if (sameId !== undefined) return sameId;
    const last = calls.at(-1);
    // Where the last call looks complete, an index of its own is a call whose name is still to come.
    return index !== undefined && (id !== undefined || last?.looksComplete) ? undefined : last;
  }

  return {
    /** Reads the pieces of a delta, or the calls of a whole message. */
    add(pieces: unknown, { areWhole = false } = {}): void {
      for (const piece of readObjects(pieces)) {
        const called = readObject(piece.function ?? piece);
        const id = readText(piece.id);
        const name = readText(called.name)?.trim() || undefined;
        const input = readJSONText(called.arguments);
        const index = Number.isInteger(piece.index) ? (piece.index as number) : undefined;
        let call = areWhole ? undefined : findCall({ id, name, input }, index);
        if (call === undefined) {
          call = { id, name, input: "", looksComplete: false, parsedLength: 0 };
          calls.push(call);
          if (index !== undefined) byIndex.set(index, call);
        }
        call.id ??= id;
        call.name ??= name;
        if (piece.extra_content) call.extraContent ??= piece.extra_content as JSONObject;
        if (id !== undefined) byId.set(id, call);
        call.input += input;
        if (input.trim() !== "") call.looksComplete = input.trimEnd().endsWith("}");
        if (call.writer !== undefined) call.writer.write(input);
        else if (call.name !== undefined) {
          call.writer = writer.startCall(call);
          call.writer.write(call.input);
        }
      }
    },
    end(): void {
      for (const call of calls) {
        const { extraContent } = call;
        call.writer ??= writer.startCall(call);
        call.writer.end(call.input, extraContent && { modelAccess: { extra_content: extraContent } });
      }
    },
  };
}

/** Returns true if a piece begins another call at the place of a known one: some gateways give all calls one index. */
function isAnother(known: ToolCall, { id, name, input }: Pick<ToolCall, "id" | "name" | "input">): boolean {
  if (name === undefined || known.name === undefined) return false;
  if (id !== undefined && known.id !== undefined && id !== known.id) return true;
  if (name !== known.name) return true;
  // Not at each of many pieces, because each parses the whole input.
  if (!input.startsWith("{") || !known.looksComplete || known.input.length < 2 * known.parsedLength) return false;
  known.parsedLength = known.input.length;
  return parseObject(known.input) !== undefined;
}
