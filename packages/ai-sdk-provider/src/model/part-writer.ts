import type {
  LanguageModelV4Citation,
  LanguageModelV4Content,
  LanguageModelV4Reasoning,
  LanguageModelV4Source,
  LanguageModelV4StreamPart,
  LanguageModelV4Text,
  LanguageModelV4ToolCall,
  SharedV4ProviderMetadata,
} from "@ai-sdk/provider";
import { generateId } from "@ai-sdk/provider-utils";
import { type Fields, parseObject, readNumber, readObject, readText } from "./read-json.js";

/** A block of a reply: text or reasoning. */
type BlockKind = "text" | "reasoning";

/** Writes the parts of a reply in order. One block is open at a time. */
export interface PartWriter {
  /** Writes a part unchanged. */
  emit(part: LanguageModelV4StreamPart): void;
  /** Writes the id, model and time of a reply, once: as soon as it names its id or model. */
  describe(reply: Fields): void;
  /** The model of the reply, once it has named it. */
  model(): string | undefined;
  /** Opens a block, unless the block of that name is open. */
  open(kind: BlockKind, name?: unknown, metadata?: SharedV4ProviderMetadata): void;
  /** Appends to a block. Ignores an empty piece. */
  write(kind: BlockKind, delta: unknown, name?: unknown): void;
  /** Closes the open block, if any. */
  close(metadata?: SharedV4ProviderMetadata): void;
  /** Writes a source, if it names a page or a document, and the passage of the text that cites it. */
  cite(citation: unknown): void;
  /** Starts a tool call, whose input follows in pieces. */
  startCall(call: { id: string | undefined; name: string | undefined }): ToolCallWriter;
  /** The names of the tools that the reply calls; of a call without a name it is empty. */
  listCalls(): string[];
  /** Ends the reply and writes its tool calls, without those that have no name. */
  end(): void;
}

/** Writes a tool call. */
export interface ToolCallWriter {
  /** Appends to the input. Ignores an empty piece. */
  write(delta: string): void;
  /** Completes the call. The whole input, if it is known and an object, counts more than the pieces. */
  end(input?: string, providerMetadata?: SharedV4ProviderMetadata): void;
}

interface Block {
  kind: BlockKind;
  id: string;
  name: unknown;
}

/** Creates a writer of parts. */
export function createPartWriter(emit: (part: LanguageModelV4StreamPart) => void): PartWriter {
  let block: Block | undefined;
  let blocks = 0;
  let model: string | undefined;
  let isDescribed = false;
  let citations: LanguageModelV4Citation[] = [];
  const calls: (LanguageModelV4ToolCall & { wholes: string[] })[] = [];
  const callIds = new Set<string>();

  function close(providerMetadata?: SharedV4ProviderMetadata): void {
    if (block === undefined) return;
    const { kind, id } = block;
    block = undefined;
    const metadata = providerMetadata && { providerMetadata };
    if (kind === "reasoning" || citations.length === 0) {
      emit({ type: `${kind}-end`, id, ...metadata });
      return;
    }
    emit({ type: "text-end", id, citations, ...metadata });
    citations = [];
  }

  function open(kind: BlockKind, name: unknown = kind, providerMetadata?: SharedV4ProviderMetadata): string {
    if (block !== undefined && block.name === name && block.kind === kind) return block.id;
    close();
    const id = String(blocks++);
    block = { kind, id, name };
    emit({ type: `${kind}-start`, id, ...(providerMetadata && { providerMetadata }) });
    return id;
  }

  return {
    emit,
    model: () => model,
    describe(reply) {
      const id = readText(reply.id);
      model ??= readText(reply.model);
      if (isDescribed || (id ?? model) === undefined) return;
      isDescribed = true;
      emit({
        type: "response-metadata",
        ...(id !== undefined && { id }),
        ...(model !== undefined && { modelId: model }),
        ...readTimestamp(reply.created ?? reply.created_at),
      });
    },
    open,
    write(kind, delta, name) {
      const text = readText(delta);
      if (text !== undefined) emit({ type: `${kind}-delta`, id: open(kind, name), delta: text });
    },
    close,
    cite(citation) {
      const { url, title, document_title, filename, ...passage } = readObject(citation);
      const page = readText(url);
      const name = readText(title) ?? readText(document_title) ?? readText(filename);
      if ((page ?? name) === undefined) return;
      const source: LanguageModelV4Source =
        page === undefined
          ? { type: "source", sourceType: "document", id: generateId(), mediaType: "text/plain", title: name ?? "" }
          : { type: "source", sourceType: "url", id: generateId(), url: page, ...(name && { title: name }) };
      emit(source);
      citations.push({ source, ...readPassage(passage) });
    },
    startCall({ id, name = "" }) {
      close();
      const toolCallId = id === undefined || callIds.has(id) ? generateId() : id;
      callIds.add(toolCallId);
      const call: LanguageModelV4ToolCall & { wholes: string[] } = {
        type: "tool-call",
        toolCallId,
        toolName: name,
        input: "",
        wholes: [],
      };
      calls.push(call);
      if (name !== "") emit({ type: "tool-input-start", id: toolCallId, toolName: name });
      let isOpen = true;

      function emitDelta(delta: string): void {
        if (isOpen && delta !== "" && name !== "") emit({ type: "tool-input-delta", id: toolCallId, delta });
      }

      return {
        write(delta) {
          // Some services send pieces after the end.
          call.input += delta;
          emitDelta(delta);
        },
        end(whole = "", providerMetadata) {
          if (call.input === "") emitDelta(whole);
          call.wholes.push(whole);
          if (providerMetadata) call.providerMetadata = providerMetadata;
          if (isOpen && name !== "") emit({ type: "tool-input-end", id: toolCallId });
          isOpen = false;
        },
      };
    },
    listCalls: () => calls.map(({ toolName }) => toolName),
    end() {
      close();
      for (const { wholes, ...call } of calls) {
        if (call.toolName !== "") emit({ ...call, input: chooseInput([...wholes, call.input]) });
      }
    },
  };
}

/** Returns the first input that has members: pieces may have been lost, and wholes be of another type. */
function chooseInput(inputs: readonly string[]): string {
  const withMembers = inputs.find((input) => Object.keys(parseObject(input) ?? {}).length > 0);
  return withMembers ?? inputs.findLast((input) => input !== "") ?? "";
}

function readPassage({ start_index, end_index, cited_text }: Fields): Omit<LanguageModelV4Citation, "source"> {
  return {
    ...(typeof start_index === "number" ? { startIndex: start_index } : {}),
    ...(typeof end_index === "number" ? { endIndex: end_index } : {}),
    ...(typeof cited_text === "string" ? { citedText: cited_text } : {}),
  };
}

/** Returns the time of a reply, where it has one: an invalid date breaks whoever prints it. */
export function readTimestamp(seconds: unknown): { timestamp?: Date } {
  const timestamp = new Date((readNumber(seconds) ?? Number.NaN) * 1000);
  return Number.isNaN(timestamp.getTime()) ? {} : { timestamp };
}

/** Returns the content of a whole reply from the parts of the equivalent stream. */
export function collectContent(parts: readonly LanguageModelV4StreamPart[]): LanguageModelV4Content[] {
  const content: LanguageModelV4Content[] = [];
  const blocks = new Map<string, LanguageModelV4Text | LanguageModelV4Reasoning>();
  for (const part of parts) {
    switch (part.type) {
      case "text-start":
      case "reasoning-start": {
        const { id, providerMetadata } = part;
        const type = part.type === "text-start" ? "text" : "reasoning";
        const block = { type, text: "", ...(providerMetadata && { providerMetadata }) } as const;
        blocks.set(id, block);
        content.push(block);
        break;
      }
      case "text-delta":
      case "reasoning-delta":
      case "text-end":
      case "reasoning-end": {
        const block = blocks.get(part.id);
        if (block === undefined) break;
        if ("delta" in part) block.text += part.delta;
        if (part.providerMetadata) block.providerMetadata = part.providerMetadata;
        if ("citations" in part && part.citations && block.type === "text") block.citations = part.citations;
        break;
      }
      case "tool-call":
      case "source":
      case "file":
        content.push(part);
    }
  }
  return content;
}
