import type { ReplyReader } from "../model/language-model.js";
import { withoutUndefined } from "../model/model-call.js";
import type { PartWriter } from "../model/part-writer.js";
import { readObject, readObjects, readText } from "../model/read-json.js";
import { createToolCallReader } from "../model/tool-call-reader.js";

/**
 * Reads the pieces of a bot's answer. Streamed text can't be taken back: a replacement that starts with it continues
 * it, and any other is a separate block.
 */
export function createBotReader(writer: PartWriter): ReplyReader {
  let text = "";
  let isReplaced = false;
  let answer: unknown;
  let contentType: string | undefined;
  let data: string | undefined;
  let raw: string | undefined;
  const suggestedReplies: string[] = [];
  const tools = createToolCallReader(writer);

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
    add(value) {
      const piece = readObject(value);
      const index = piece.index ?? 0;
      // Of several answers the first is the reply.
      answer ??= index;
      if (index !== answer) return;
      const words = readText(piece.text) ?? "";
      contentType = readText(piece.content_type) ?? contentType;
      if (piece.is_suggested_reply) suggestedReplies.push(words);
      else if (piece.is_replace_response) replace(words);
      else {
        text += words;
        writer.write("text", words);
      }
      const attachment = readObject(piece.attachment);
      const url = readText(attachment.url) ?? "";
      if (URL.canParse(url)) {
        writer.emit({
          type: "file",
          mediaType: readText(attachment.content_type) ?? "application/octet-stream",
          data: { type: "url", url: new URL(url) },
          providerMetadata: { modelAccess: withoutUndefined({ name: readText(attachment.name) }) },
        });
      }
      tools.add(piece.tool_calls);
      const details = readObject(piece.data);
      data = readText(details.metadata) ?? data;
      // A `json` event may be a chunk of a chat completion.
      raw = readText(readObjects(details.choices)[0]?.finish_reason) ?? raw;
    },
    end() {
      writer.close(data === undefined ? undefined : { modelAccess: { data } });
      tools.end();
      return {
        finishReason: {
          unified: raw === "length" ? "length" : raw === "content_filter" ? "content-filter" : "stop",
          raw,
        },
        usage: undefined,
        metadata: withoutUndefined({
          contentType,
          suggestedReplies: suggestedReplies.length === 0 ? undefined : suggestedReplies,
          data,
          // The whole text, where that of the stream has more.
          text: isReplaced ? text : undefined,
        }),
      };
    },
  };
}
