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

/** A block of a reply: text or reasoning. */
export type BlockKind = "text" | "reasoning";

/** A web page that a text cites, or the title of a document. */
export type CitedSource = { url: string; title?: string | null | undefined } | { url?: undefined; title: string };

/** Writes the parts of a reply in order. One block is open at a time. */
export interface PartWriter {
  /** Writes a part unchanged. */
  emit(part: LanguageModelV4StreamPart): void;
  /** Opens a block, unless the block of that name is open. */
  open(kind: BlockKind, name?: unknown, metadata?: SharedV4ProviderMetadata): void;
  /** Appends to a block. Ignores an empty piece. */
  write(kind: BlockKind, delta: string | null | undefined, name?: unknown): void;
  /** Closes the open block, if any. */
  close(metadata?: SharedV4ProviderMetadata): void;
  /** Writes a source and the passage of the text that cites it. */
  cite(source: CitedSource, passage?: Omit<LanguageModelV4Citation, "source">): void;
  /** Holds a complete tool call back until the end: a program must not act on a truncated reply. */
  call(call: Omit<LanguageModelV4ToolCall, "type">): void;
  /** True if the reply calls tools. */
  hasCalls(): boolean;
  /** Ends the reply and writes its tool calls. */
  end(): void;
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
  let hasCalls = false;
  let citations: LanguageModelV4Citation[] = [];
  const calls: LanguageModelV4ToolCall[] = [];

  function emitPart(part: LanguageModelV4StreamPart): void {
    hasCalls ||= part.type === "tool-input-start" || part.type === "tool-call";
    emit(part);
  }

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
    emit: emitPart,
    open,
    write(kind, delta, name) {
      if (delta) emit({ type: `${kind}-delta`, id: open(kind, name), delta });
    },
    close,
    cite({ url, title }, passage) {
      const source: LanguageModelV4Source =
        url === undefined
          ? { type: "source", sourceType: "document", id: generateId(), mediaType: "text/plain", title: title ?? "" }
          : { type: "source", sourceType: "url", id: generateId(), url, ...(title ? { title } : {}) };
      emit(source);
      citations.push({ source, ...passage });
    },
    call(call) {
      hasCalls = true;
      calls.push({ type: "tool-call", ...call });
    },
    hasCalls: () => hasCalls,
    end() {
      close();
      for (const call of calls) emit(call);
    },
  };
}

/** The passage of an annotation. */
export function passageOf({ start_index, end_index }: { start_index?: number; end_index?: number }) {
  return {
    ...(typeof start_index === "number" ? { startIndex: start_index } : {}),
    ...(typeof end_index === "number" ? { endIndex: end_index } : {}),
  };
}

/** Returns the time of a reply, where it has one: a date of nothing breaks whoever prints it. */
export function timestampOf(seconds: unknown): { timestamp?: Date } {
  return typeof seconds === "number" ? { timestamp: new Date(seconds * 1000) } : {};
}

/** Returns a piece of a tool call with its arguments as the text of their JSON; some gateways send the object. */
export function withTextArguments<Piece extends { function?: object | null }>(piece: Piece): Piece {
  const called = piece.function as { arguments?: unknown } | null | undefined;
  if (typeof called?.arguments !== "object" || called.arguments === null) return piece;
  return { ...piece, function: { ...called, arguments: JSON.stringify(called.arguments) } };
}

/** Returns the content of a whole reply from the parts of the equivalent stream. */
export function contentOf(parts: readonly LanguageModelV4StreamPart[]): LanguageModelV4Content[] {
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
