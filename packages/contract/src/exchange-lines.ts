import type { ExchangeRecord, RecordedBytes } from "./exchange-record.js";
import { explain } from "./explain.js";
import validators from "./generated/validators/exchange.js";

/** A line of a file that is not an exchange; the message names the line and its error. */
export class ExchangeFormatError extends Error {
  /** Counted from 1. */
  readonly line: number;

  constructor(line: number, what: string) {
    super(`Line ${line} is no exchange record: ${what}`);
    this.name = "ExchangeFormatError";
    this.line = line;
  }
}

/** One exchange as its line, line break included. */
export function writeExchange(record: ExchangeRecord): string {
  return `${JSON.stringify(record)}\n`;
}

/**
 * Reads a JSON Lines text; empty lines are passed over. Throws an `ExchangeFormatError` at the first wrong line; a part of a
 * longer file says which of its lines comes first.
 */
export function readExchanges(text: string, firstLine = 1): ExchangeRecord[] {
  const lines = text.split("\n").map((line, index) => ({ line: line.trim(), number: firstLine + index }));
  return lines.filter(({ line }) => line !== "").map(({ line, number }) => readExchange(line, number));
}

/** Bytes for a record: as text where they are UTF-8, and no more of them than `maxBytes`. */
export function recordBytes(bytes: Uint8Array, maxBytes = Number.POSITIVE_INFINITY): RecordedBytes {
  const kept = bytes.length > maxBytes ? bytes.subarray(0, maxBytes) : bytes;
  const omitted = bytes.length > kept.length ? { omittedBytes: bytes.length - kept.length } : {};
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(kept), ...omitted };
  } catch {
    return { base64: Buffer.from(kept).toString("base64"), ...omitted };
  }
}

/** The bytes that were recorded. */
export function recordedBytes(recorded: RecordedBytes): Uint8Array {
  return Buffer.from("text" in recorded ? recorded.text : recorded.base64, "text" in recorded ? "utf8" : "base64");
}

function readExchange(line: string, number: number): ExchangeRecord {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new ExchangeFormatError(number, "it is not JSON.");
  }
  const validate = validators.exchangeRecord;
  if (validate === undefined) throw new Error("There is no validator exchangeRecord; build @model-access/contract.");
  if (!validate(value)) throw new ExchangeFormatError(number, explain(validate.errors ?? [], value).message);
  return value as ExchangeRecord; // the validator accepted it
}
