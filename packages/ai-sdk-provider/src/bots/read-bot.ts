import { StreamingToolCallTracker } from "@ai-sdk/provider-utils";
import type { PartialResponse } from "@model-access/sdk";
import type { ReplyReader } from "../model/language-model.js";
import { type PartWriter, withTextArguments } from "../model/part-writer.js";

/**
 * Reads the pieces of a bot's answer. Streamed text can't be taken back: a replacement that starts with it continues
 * it, and any other is a separate block.
 */
export function readBot(writer: PartWriter): ReplyReader<PartialResponse> {
  let text = "";
  let isReplaced = false;
  let answer: number | undefined;
  let contentType: string | undefined;
  let data: string | undefined;
  let raw: string | undefined;
  const suggestedReplies: string[] = [];
  const tools = new StreamingToolCallTracker({ enqueue: writer.emit });

  function replace(replacement: string): void {
    if (replacement.startsWith(text)) writer.write("text", replacement.slice(text.length));
    else {
      isReplaced = true;
      writer.close();
      writer.open("text", undefined, { modelAccess: { replacesText: true } });
      writer.write("text", replacement);
    }
    text = replacement;
  }

  return {
    add(piece) {
      // Of several answers the first is the reply.
      answer ??= piece.index ?? 0;
      if ((piece.index ?? 0) !== answer) return;
      contentType = piece.content_type ?? contentType;
      if (piece.is_suggested_reply) suggestedReplies.push(piece.text);
      else if (piece.is_replace_response) replace(piece.text);
      else {
        text += piece.text;
        writer.write("text", piece.text);
      }
      const { attachment, tool_calls } = piece;
      if (attachment != null && URL.canParse(attachment.url)) {
        const file = {
          mediaType: attachment.content_type,
          data: { type: "url", url: new URL(attachment.url) },
        } as const;
        writer.emit({ type: "file", ...file, providerMetadata: { modelAccess: { name: attachment.name } } });
      }
      if (tool_calls?.length) writer.close();
      for (const call of tool_calls ?? []) tools.processDelta(withTextArguments(call));
      if (typeof piece.data?.metadata === "string") data = piece.data.metadata;
      raw = finishReasonIn(piece) ?? raw;
    },
    end() {
      writer.close(data === undefined ? undefined : { modelAccess: { data } });
      tools.flush();
      return {
        finishReason: {
          unified: raw === "length" ? "length" : raw === "content_filter" ? "content-filter" : "stop",
          raw,
        },
        usage: undefined,
        metadata: {
          ...(contentType === undefined ? {} : { contentType }),
          ...(suggestedReplies.length === 0 ? {} : { suggestedReplies }),
          ...(data === undefined ? {} : { data }),
          // The whole text, where that of the stream has more.
          ...(isReplaced ? { text } : {}),
        },
      };
    },
  };
}

/** A `json` event may be a chunk of a chat completion. */
function finishReasonIn({ data }: PartialResponse): string | undefined {
  const { choices } = (data ?? {}) as { choices?: { finish_reason?: unknown }[] };
  const reason = Array.isArray(choices) ? choices[0]?.finish_reason : undefined;
  return typeof reason === "string" ? reason : undefined;
}
