import type { UploadedFile } from "@model-access/contract";
import { type Answer, answerJson, type Call } from "../call.js";
import { mediaFiles, mediaTypeOfFile, readMedia } from "../media/media-file.js";
import { mediaTypeOfName } from "../media/media-types.js";
import { Refusal } from "../refusal.js";
import type { ApiRequest } from "../request/api-request.js";
import type { FormFile } from "../request/request-body.js";
import type { RequestContext } from "../request/request-context.js";
import type { StoredFile } from "./file-store.js";

/** Keeps a file that is sent, or what stands in for one at an address, and says where it can be got back. */
export async function uploadFile(
  { fields, files }: Pick<ApiRequest, "fields" | "files">,
  { files: store, call }: Pick<RequestContext, "files"> & { call: Pick<Call, "origin"> },
): Promise<Answer> {
  const file = "download_url" in fields ? await standInFor(fields) : await sentFile(files.file);
  const url = `${call.origin}${await store.add(file)}`;
  return answerJson<UploadedFile>({ attachment_url: url, mime_type: file.mediaType, size: file.bytes.length });
}

async function sentFile(file: FormFile | undefined): Promise<StoredFile> {
  if (file === undefined) {
    throw new Refusal("invalid_parameter", "'file' is expected to be a part with a filename, not a text field.");
  }
  const name = fileName(file.name);
  return { name, mediaType: mediaTypeOf(file.mediaType, name), bytes: await file.bytes() };
}

/** The address is never called; only its end is read, for a name. */
async function standInFor({
  download_url: address,
  download_filename: given,
}: ApiRequest["fields"]): Promise<StoredFile> {
  const text = String(address);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "http:" && url?.protocol !== "https:") {
    throw new Refusal("invalid_parameter", "'download_url' is expected to be an http or https address.");
  }
  return makeStandIn(fileName(typeof given === "string" && given !== "" ? given : decoded(url.pathname)));
}

/** Returns the media type that the part declares, else the one of its name. */
function mediaTypeOf(declared: string, name: string): string {
  const mediaType = declared.split(";")[0]?.trim().toLowerCase() ?? "";
  const saysNothing = mediaType === "application/octet-stream" || !/^[\w.+-]+\/[\w.+-]+$/.test(mediaType);
  return saysNothing ? (mediaTypeOfName(name) ?? "application/octet-stream") : mediaType;
}

/** The last part of a path, as far as it fits an address. */
function fileName(path: string): string {
  const last = path.split(/[\\/]/).at(-1) ?? "";
  const name = [...last.replaceAll(/\p{C}/gu, "")].slice(0, 100).join("");
  return name === "" ? "file" : name;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // a percent sign that encodes nothing
  }
}

const standInText = "This file stands in for one that the mock was asked to fetch. It fetches nothing.\n";

/** Makes the stand-in for a file at an address: one of the mock's own where it has one of that kind, else a text. */
async function makeStandIn(name: string): Promise<StoredFile> {
  const mediaType = mediaTypeOfName(name) ?? "text/plain";
  const file = mediaFiles.find((candidate) => mediaTypeOfFile(candidate) === mediaType);
  if (file !== undefined) return { name, mediaType, bytes: await readMedia(file) };
  const isText = mediaType.startsWith("text/");
  return { name, mediaType: isText ? mediaType : "text/plain", bytes: new TextEncoder().encode(standInText) };
}
