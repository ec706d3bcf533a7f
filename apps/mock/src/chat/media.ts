import { createHash } from "node:crypto";
import type { Model } from "@model-access/contract";
import type { Conversation } from "../conversation/conversation.js";
import type { Reply } from "../conversation/reply.js";
import { type MediaFile, mediaTypeOfFile } from "../media/media-file.js";

/** The product of a media bot. The mock serves it at its address. */
export interface Media {
  kind: MediaKind;
  url: string;
  contentType: string;
  /** The file's name, with its extension. */
  name: string;
  /** The caption: the beginning of the prompt. */
  title: string;
}

/** Options that its name and address depend on, beside the conversation. */
export interface MediaOptions {
  seed: number;
  /** The origin at which the mock was called, such as `http://127.0.0.1:4010`. */
  origin: string;
}

type MediaKind = keyof typeof files;

const files = { image: "image.png", video: "video.mp4", audio: "audio.mp3" } satisfies Record<string, MediaFile>;

export function makeMedia(
  conversation: Conversation,
  { model, ...options }: MediaOptions & { model: Model | undefined },
): Media | undefined {
  const modalities = model?.architecture?.output_modalities ?? [];
  const kind = modalities.includes("text") ? undefined : modalities.find(isMediaKind);
  return kind === undefined ? undefined : makeMediaOf(kind, conversation, options);
}

/** A picture, film or sound for a conversation, whatever bot it is with. */
export function makeMediaOf(kind: MediaKind, conversation: Conversation, { seed, origin }: MediaOptions): Media {
  const file = files[kind];
  const digest = createHash("sha256")
    .update(JSON.stringify([seed, conversation]))
    .digest("hex")
    .slice(0, 12);
  const name = file.replace(".", `-${digest}.`);
  return {
    kind,
    contentType: mediaTypeOfFile(file),
    name,
    url: `${origin}/media/${name}`,
    title: titleOf(conversation),
  };
}

/** A reply that is nothing but this text. Media bots report no tokens. */
export function mediaReply(text: string): Reply {
  return {
    reasoning: [],
    text: [text],
    toolCalls: [],
    citations: [],
    searchQuery: undefined,
    finish: { reason: "stop" },
    usage: { inputTokens: 0, outputTokens: 0, reasoningTokens: 0 },
  };
}

/** As chat completions carry it: a picture as a Markdown image, anything else as a link. */
export function mediaText({ kind, url, title }: Media): string {
  return `${kind === "image" ? "!" : ""}[${title}](${url})`;
}

const isMediaKind = (modality: string): modality is MediaKind => Object.hasOwn(files, modality);

/** Of the last question, what fits between the brackets of a link. */
function titleOf({ turns }: Conversation): string {
  const text = turns.findLast(({ role }) => role === "user")?.text ?? "";
  const line = text.replace(/[[\]\\\s]+/g, " ").trim();
  return /^.{1,80}/u.exec(line)?.[0].trim() ?? "Untitled";
}
