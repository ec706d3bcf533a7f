import type { Operation } from "@model-access/contract";
import type { Call } from "../call.js";
import { Refusal } from "../refusal.js";
import { letOthersIn } from "./body-weight.js";

/** A body that has been read by its media type. */
export interface RequestBody {
  mediaType: string;
  value: unknown;
  /** The files of a form. */
  files?: Record<string, FormFile>;
}

/** A file of a form. */
export interface FormFile {
  name: string;
  mediaType: string;
  /** In bytes. */
  size: number;
  /** Gives its content; it is not copied before that. */
  bytes(): Promise<Uint8Array>;
}

/**
 * Reads the body of a call; undefined where the operation takes none. Refuses other media types and what is not in its
 * own.
 */
export async function readRequestBody(
  { body: row }: Operation,
  { headers, body = new Uint8Array() }: Call,
): Promise<RequestBody | undefined> {
  if (row === undefined) return undefined;
  const accepted = Object.keys(row.mediaTypes);
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (encoding !== "identity") {
    const sent = `'${encoding.slice(0, 80)}' was sent`;
    throw new Refusal("unsupported_media_type", `The body must have no content encoding; ${sent}.`);
  }
  const contentType = headers["content-type"];
  const mediaType = contentType?.split(";")[0]?.trim().toLowerCase();
  if (body.length === 0 && (mediaType === undefined || accepted.includes(mediaType))) {
    throw new Refusal(
      accepted.includes("application/json") ? "invalid_json" : "missing_parameter",
      "The request body is empty.",
    );
  }
  if (mediaType === undefined || !accepted.includes(mediaType)) {
    const sent = mediaType === undefined ? "no media type was" : `'${mediaType.slice(0, 80)}' was`;
    throw new Refusal("unsupported_media_type", `The body must be ${accepted.join(" or ")}; ${sent} sent.`);
  }
  if (mediaType === "multipart/form-data") return readMultipart(body, contentType ?? "");
  if (mediaType !== "application/json") return { mediaType, value: readForm(body) };
  return body.length <= bytesATurn ? { mediaType, value: readShortJson(body) } : readLongJson(body);
}

function readForm(body: Uint8Array): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(new TextDecoder().decode(body)));
}

/** Longer texts are read in turns. */
const bytesATurn = 256 * 1024;

/**
 * The deepest nesting: a deeper value can't be serialised again without running out of stack. No client nests a tenth
 * of it.
 */
const mostLevels = 1000;

function readShortJson(body: Uint8Array): unknown {
  return checkNesting(parseJson(decodeText(body)), body);
}

/** Other requests are answered between the steps. */
async function readLongJson(body: Uint8Array): Promise<RequestBody> {
  const value = parseJson(await decodeLongText(body));
  await letOthersIn(body);
  return { mediaType: "application/json", value: checkNesting(value, body) };
}

function checkNesting(value: unknown, { length }: Uint8Array): unknown {
  if (length > 2 * mostLevels && isNestedDeeper(value, mostLevels)) {
    throw new Refusal("invalid_json", `The request body is nested more than ${mostLevels} levels deep.`);
  }
  return value;
}

/** For texts in one piece; between the pieces of one it would keep what is left. */
const wholeText = new TextDecoder("utf-8", { fatal: true });

function decodeText(body: Uint8Array): string {
  try {
    return wholeText.decode(body);
  } catch {
    throw notUtf8();
  }
}

/** Decodes a body piece by piece, so that others are answered in between. */
async function decodeLongText(body: Uint8Array): Promise<string> {
  try {
    const utf8 = new TextDecoder("utf-8", { fatal: true });
    let text = "";
    for (let start = 0; start < body.length; start += bytesATurn) {
      const piece = body.subarray(start, start + bytesATurn);
      text += utf8.decode(piece, { stream: start + bytesATurn < body.length });
      await letOthersIn(body);
    }
    return text;
  } catch {
    throw notUtf8();
  }
}

const notUtf8 = () => new Refusal("invalid_json", "The request body is not valid UTF-8.");

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    // The parser's own message can quote the body; only the place may go out.
    const at =
      /position (\d+)/.exec(String(error))?.[1] ?? (/end of JSON/.test(String(error)) ? text.length : undefined);
    throw new Refusal(
      "invalid_json",
      `The request body is not valid JSON${at === undefined ? "" : `: see character ${at}`}.`,
    );
  }
}

/** The fields of a form, and its files; among the fields a file counts as its name. */
async function readMultipart(body: Uint8Array, contentType: string): Promise<RequestBody> {
  const value: Record<string, string> = {};
  const files: Record<string, FormFile> = {};
  for (const [name, entry] of await formEntries(body, contentType)) {
    value[name] = typeof entry === "string" ? entry : entry.name;
    if (typeof entry === "string") continue;
    const { name: fileName, type: mediaType, size } = entry;
    files[name] = {
      name: fileName,
      mediaType,
      size,
      bytes: async () => new Uint8Array(await entry.arrayBuffer()),
    };
  }
  return { mediaType: "multipart/form-data", value, files };
}

async function formEntries(body: Uint8Array, contentType: string): Promise<[string, string | File][]> {
  try {
    // The bytes are read once and belong to this call alone, which the type of a shared buffer can't say.
    const form = await new Response(body as Uint8Array<ArrayBuffer>, {
      headers: { "content-type": contentType },
    }).formData();
    return [...form];
  } catch {
    throw new Refusal(
      "invalid_parameter",
      "The form can't be read: it is not multipart/form-data with the boundary that Content-Type names.",
    );
  }
}

/**
 * True where arrays and objects are nested deeper than the limit. It goes level by level, so that no depth is too much
 * for it.
 */
function isNestedDeeper(value: unknown, levels: number): boolean {
  let level = [value].filter(isNest);
  for (let depth = 1; depth <= levels && level.length > 0; depth += 1) {
    level = level.flatMap((nest) => Object.values(nest).filter(isNest));
  }
  return level.length > 0;
}

const isNest = (value: unknown): value is object => typeof value === "object" && value !== null;
