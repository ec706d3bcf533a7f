import { createHash } from "node:crypto";
import type { Conversation } from "../conversation/conversation.js";
import type { Reply } from "../conversation/reply.js";
import { findModel } from "../models.js";

/** What a media bot made. Nothing is at its address. */
export interface Media {
  kind: MediaKind;
  url: string;
  contentType: string;
  /** The file's name, with its extension. */
  name: string;
  /** What it shows: the beginning of what was asked for. */
  title: string;
}

type MediaKind = keyof typeof forms;

const forms = {
  image: { extension: "png", contentType: "image/png" },
  video: { extension: "mp4", contentType: "video/mp4" },
  audio: { extension: "mp3", contentType: "audio/mpeg" },
};

/** What a bot whose replies are pictures, films or sounds makes of a conversation; undefined for a bot that writes text. */
export function makeMedia(conversation: Conversation, { seed }: { seed: number }): Media | undefined {
  const kind = mediaKindOf(conversation.model);
  if (kind === undefined) return undefined;
  const { extension, contentType } = forms[kind];
  const digest = createHash("sha256")
    .update(JSON.stringify([seed, conversation]))
    .digest("hex")
    .slice(0, 12);
  const name = `${kind}-${digest}.${extension}`;
  return { kind, contentType, name, url: `https://media.model-access.example/${name}`, title: titleOf(conversation) };
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

function mediaKindOf(name: string): MediaKind | undefined {
  const modalities = findModel(name)?.architecture?.output_modalities ?? [];
  return modalities.includes("text") ? undefined : modalities.find(isMediaKind);
}

const isMediaKind = (modality: string): modality is MediaKind => Object.hasOwn(forms, modality);

/** Of the last question, what fits between the brackets of a link. */
function titleOf({ turns }: Conversation): string {
  const text = turns.findLast(({ role }) => role === "user")?.text ?? "";
  const line = text.replace(/[[\]\\\s]+/g, " ").trim();
  return /^.{1,80}/u.exec(line)?.[0].trim() ?? "Untitled";
}
