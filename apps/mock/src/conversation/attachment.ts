import { mediaTypeOfName } from "../media/media-types.js";

/** A picture or file that came with a turn. None is fetched; of a file that came with the request, the beginning is read. */
export interface Attachment {
  kind: "picture" | "recording" | "video" | "document";
  /** The name of the file, without its folders. */
  name: string | undefined;
  /** The media type, without parameters. */
  mediaType: string | undefined;
  /** The beginning of a file of text; undefined where there are no bytes, or they are no text. */
  text: string | undefined;
}

/** An attachment as an interface carries it; data may be a data URL, base64 or text, and says which by its beginning. */
interface Carried {
  name?: string | null | undefined;
  mediaType?: string | null | undefined;
  /** An address, or a data URL. */
  url?: string | null | undefined;
  base64?: string | null | undefined;
  text?: string | undefined;
}

export const noAttachments: readonly Attachment[] = [];

const longestText = 4000;
/** Characters of base64 for that many characters of UTF-8, each of three bytes. */
const longestBase64 = longestText * 4;

/** Reads what an interface carries; a name and a media type are taken from an address where they aren't given. */
export function readAttachment({ name, mediaType, url, base64, text }: Carried): Attachment {
  const [, ofData, data] =
    /^data:([^,;]*)[^,]*?,(.*)$/s.exec((url ?? base64 ?? "").slice(0, longestBase64 + 200)) ?? [];
  const called = name ?? (data === undefined ? fileOf(url) : undefined);
  const type = (mediaType ?? ofData ?? mediaTypeOfName(called))?.split(";", 1)[0]?.trim().toLowerCase() || undefined;
  const bytes = data ?? base64?.slice(0, longestBase64);
  const isText = type === undefined || /^text\/|json|xml|csv|yaml|javascript|markdown/.test(type);
  return {
    kind: kindOf(type),
    name: called?.split(/[\\/]/).at(-1)?.slice(0, 120) || undefined,
    mediaType: type,
    text: text?.slice(0, longestText) ?? (isText && bytes !== undefined ? textIn(bytes) : undefined),
  };
}

/** Reads a picture's address; a picture that came with the request is not looked at. */
export const readPicture = (url: string): Attachment => ({
  ...readAttachment({ url: url.slice(0, 2000) }),
  kind: "picture",
});

function kindOf(mediaType = ""): Attachment["kind"] {
  if (mediaType.startsWith("image/")) return "picture";
  if (mediaType.startsWith("audio/")) return "recording";
  return mediaType.startsWith("video/") ? "video" : "document";
}

/** The last segment of an address's path, where it looks like a file. */
function fileOf(url: string | null | undefined): string | undefined {
  const path = /^https?:\/\/[^/?#]+([^?#]*)/.exec(url ?? "")?.[1] ?? "";
  const segment = path.split("/").at(-1) ?? "";
  return /\.\w{2,5}$/.test(segment) ? segment : undefined;
}

/** The text in base64; undefined where it is no UTF-8, or has what no text has. */
function textIn(base64: string): string | undefined {
  let bytes: string;
  try {
    bytes = atob(base64);
  } catch {
    return undefined; // the service does not look into it either
  }
  // The end may be in the middle of a letter.
  const decoded = new TextDecoder().decode(
    Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)),
    { stream: true },
  );
  const text = decoded.slice(0, longestText);
  return text === "" || /[^\P{Cc}\t\n\v\f\r]|\ufffd/u.test(text) ? undefined : text;
}
