import type { Call } from "../call.js";

/** The bytes that an exchange takes beside its texts, and those that each header and each piece of a body does. */
const bytesOfEntry = 1500;
const bytesOfHeader = 100;
const bytesOfPiece = 100;

export function sizeOfHead({ target, headers }: Pick<Call, "target" | "headers">): number {
  return bytesOfEntry + 2 * target.length + sizeOfHeaders(headers);
}

export function sizeOfHeaders(headers: Record<string, string | undefined>): number {
  let size = 0;
  for (const name in headers) size += bytesOfHeader + name.length + (headers[name]?.length ?? 0);
  return size;
}

/**
 * About how many bytes of memory a piece of a body takes, by the bytes that it has as UTF-8; a text is kept with one or
 * two bytes a character.
 */
export function sizeOfPiece(piece: string | Uint8Array, bytes: number): number {
  return bytesOfPiece + (bytes === piece.length ? bytes : 2 * piece.length);
}
