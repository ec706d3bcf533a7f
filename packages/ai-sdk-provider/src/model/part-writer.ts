import type {
  LanguageModelV4Citation,
  LanguageModelV4Content,
  LanguageModelV4Reasoning,
  LanguageModelV4ResponseMetadata,
  LanguageModelV4Source,
  LanguageModelV4StreamPart,
  LanguageModelV4Text,
  LanguageModelV4ToolCall,
  SharedV4ProviderMetadata,
} from "@ai-sdk/provider";
import { generateId } from "@ai-sdk/provider-utils";
import { withoutUndefined } from "./model-call.js";
import { type Fields, parseObject, readNumber, readObject, readText } from "./read-json.js";

/** A block of a reply: text or reasoning. */
type BlockKind = "text" | "reasoning";

/** Writes the parts of a reply. */
export type PartWriter = ReturnType<typeof createPartWriter>;

/** Writes one tool call. */
export type ToolCallWriter = ReturnType<PartWriter["startCall"]>;

/** Creates a writer of the parts of a reply in order. One block is open at a time. */
export function createPartWriter(send: (part: LanguageModelV4StreamPart) => void) {
  const content: LanguageModelV4Content[] = [];
  let block: { id: string; name: unknown; content: LanguageModelV4Text | LanguageModelV4Reasoning } | undefined;
  let blocks = 0;
  const metadata: LanguageModelV4ResponseMetadata = {};
  let citations: LanguageModelV4Citation[] = [];
  const calls: (LanguageModelV4ToolCall & { wholes: string[] })[] = [];
  const callIds = new Set<string>();

  /** Writes a part unchanged. */
  function emit(part: LanguageModelV4StreamPart): void {
    if (part.type === "tool-call" || part.type === "source" || part.type === "file") content.push(part);
    send(part);
  }

  function close(providerMetadata?: SharedV4ProviderMetadata): void {
    if (block === undefined) return;
    const end = {
      ...(block.content.type === "text" && citations.length > 0 && { citations }),
      ...(providerMetadata && { providerMetadata }),
    };
    if ("citations" in end) citations = [];
    Object.assign(block.content, end);
    emit({ type: `${block.content.type}-end`, id: block.id, ...end });
    block = undefined;
  }

  function open(type: BlockKind, name: unknown = type, providerMetadata?: SharedV4ProviderMetadata) {
    if (block !== undefined && block.name === name && block.content.type === type) return block;
    close();
    const metadata = providerMetadata && { providerMetadata };
    block = { id: String(blocks++), name, content: { type, text: "", ...metadata } };
    content.push(block.content);
    emit({ type: `${type}-start`, id: block.id, ...metadata });
    return block;
  }

  return {
    emit,
    /** The id, model and time of the reply, once it has named them. */
    metadata,
    /** Writes the id, model and time of a reply, once: as soon as it names its id or model. */
    describe({ id, model, created, created_at }: Fields): void {
      const isDescribed = (metadata.id ?? metadata.modelId) !== undefined;
      const [name, ownId] = [readText(model), isDescribed ? undefined : readText(id)];
      if (name !== undefined) metadata.modelId ??= name;
      if (ownId !== undefined) metadata.id = ownId;
      if (isDescribed || (metadata.id ?? metadata.modelId) === undefined) return;
      emit({ type: "response-metadata", ...Object.assign(metadata, readTimestamp(created ?? created_at)) });
    },
    /** Opens a block, unless the block of that name is open. */
    open,
    /** Appends to a block. Ignores an empty piece. */
    write(kind: BlockKind, delta: unknown, name?: unknown): void {
      const text = readText(delta);
      if (text === undefined) return;
      const { id, content } = open(kind, name);
      content.text += text;
      emit({ type: `${kind}-delta`, id, delta: text });
    },
    close,
    /** Writes a source, if it names a page or a document, and the passage of the text that cites it. */
    cite(citation: unknown): void {
      const { url, title, document_title, filename, ...passage } = readObject(citation);
      const page = readText(url);
      const name = readText(title) ?? readText(document_title) ?? readText(filename);
      if ((page ?? name) === undefined) return;
      const base = { type: "source", id: generateId() } as const;
      const source: LanguageModelV4Source =
        page === undefined
          ? { ...base, sourceType: "document", mediaType: "text/plain", title: name ?? "" }
          : { ...base, sourceType: "url", url: page, ...(name && { title: name }) };
      emit(source);
      citations.push({ source, ...readPassage(passage) });
    },
    /** Starts a tool call, whose input follows in pieces. */
    startCall({ id, name = "" }: { id: string | undefined; name: string | undefined }) {
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
        write(delta: string): void {
          // Some services send pieces after the end.
          call.input += delta;
          emitDelta(delta);
        },
        /** Completes the call. The whole input, if it is known and an object, counts more than the pieces. */
        end(whole = "", providerMetadata?: SharedV4ProviderMetadata): void {
          if (call.input === "") emitDelta(whole);
          call.wholes.push(whole);
          if (providerMetadata) call.providerMetadata = providerMetadata;
          if (isOpen && name !== "") emit({ type: "tool-input-end", id: toolCallId });
          isOpen = false;
        },
      };
    },
    /** The content so far, as a whole reply has it. */
    content,
    /** The names of the tools that the reply calls; of a call without a name it is empty. */
    listCalls: () => calls.map(({ toolName }) => toolName),
    /** Ends the reply and writes its tool calls, without those that have no name. */
    end(): void {
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
  return withoutUndefined({
    startIndex: readNumber(start_index),
    endIndex: readNumber(end_index),
    citedText: readText(cited_text),
  });
}

/** Returns the time of a reply, where it has one: an invalid date breaks whoever prints it. */
export function readTimestamp(seconds: unknown): { timestamp?: Date } {
  const timestamp = new Date(Number(readNumber(seconds)) * 1000);
  return Number.isNaN(timestamp.getTime()) ? {} : { timestamp };
}
