import { setImmediate } from "node:timers/promises"; // a test that fakes the timers of its process does not fake these
import type { Call } from "../call.js";
import { Refusal } from "../refusal.js";

/** The limits of a body, so that reading it keeps nobody else waiting. */
export interface BodyLimits {
  /** Of JSON: numbers, texts, arrays, objects and the like, those in others included. */
  maxBodyValues: number;
}

const mostParts = 1000;
const bytesATurn = 256 * 1024;

/**
 * Refuses a body of too many values or parts before it is parsed, which can't be interrupted. A long one is looked
 * through piece by piece, and others are answered in between.
 */
export async function checkBodyWeight(
  { headers, body }: Pick<Call, "headers" | "body">,
  { maxBodyValues }: BodyLimits,
): Promise<void> {
  // Each value and each part takes a byte at least.
  if (body === undefined || body.length <= Math.min(maxBodyValues, mostParts * leastPart)) return;
  const contentType = headers["content-type"] ?? "";
  if (/^multipart\/form-data/i.test(contentType.trim())) return checkParts(body);
  return checkValues(body, maxBodyValues);
}

/** `--` and the header that a part has to have. */
const leastPart = 2 + "content-disposition:form-data".length;

async function checkParts(body: Uint8Array): Promise<void> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  const delimiter = bytes.subarray(0, endOfLine(bytes));
  if (delimiter.length < 3) return; // it is no form, and reading it will say so
  let parts = 0;
  let turnEnd = bytesATurn;
  for (let at = 0; at >= 0; at = bytes.indexOf(delimiter, at + delimiter.length)) {
    parts += 1;
    if (parts > mostParts) throw new Refusal("request_too_large", `The form has more than ${mostParts} parts.`);
    if (at < turnEnd) continue;
    turnEnd = at + bytesATurn;
    await setImmediate();
  }
}

function endOfLine(bytes: Buffer): number {
  return Math.max(0, bytes.indexOf("\r\n"));
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const bracket = 0x5b;
const brace = 0x7b;

/**
 * Counts what begins a value; what stands in texts does not count. What is no JSON gets a number too, and is refused
 * later.
 */
async function checkValues(body: Uint8Array, most: number): Promise<void> {
  let values = 1;
  let isText = false;
  for (let start = 0; start < body.length; start += bytesATurn) {
    const end = Math.min(body.length, start + bytesATurn);
    let at = start;
    // A backslash at the end of a piece hides the first byte of the next one.
    if (isText && start > 0 && isEscaped(body, start)) at += 1;
    for (; at < end; at += 1) {
      const byte = body[at];
      if (isText) {
        if (byte === backslash) at += 1;
        else if (byte === quote) isText = false;
      } else if (byte === quote) isText = true;
      else if (byte === comma || byte === bracket || byte === brace) values += 1;
    }
    if (values > most) {
      throw new Refusal("request_too_large", `The request body has more than ${most} JSON values.`);
    }
    if (end < body.length) await setImmediate();
  }
}

/** True where an odd number of backslashes precedes a byte. */
function isEscaped(body: Uint8Array, at: number): boolean {
  let before = at;
  while (before > 0 && body[before - 1] === backslash) before -= 1;
  return (at - before) % 2 === 1;
}

/** Lets others be answered before a long body is worked on further. */
export function letOthersIn(body: { length: number } | undefined): Promise<void> | undefined {
  return body !== undefined && body.length > bytesATurn ? setImmediate() : undefined;
}
