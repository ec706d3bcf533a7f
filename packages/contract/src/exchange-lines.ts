import type { ExchangeRecord, RecordedBytes } from "./exchange-record.js";
import { explain } from "./explain.js";
import validators from "./generated/validators/exchange.js";

/** Thrown for a line that is not an exchange record; the message has the line number and the error. */
export class ExchangeFormatError extends Error {
  /** Counted from 1. */
  readonly line: number;

  constructor(line: number, what: string) {
    super(`Line ${line} is no exchange record: ${what}`);
    this.name = "ExchangeFormatError";
    this.line = line;
  }
}

/** Returns an exchange as one JSON line, line break included. */
export function writeExchange(record: ExchangeRecord): string {
  return `${JSON.stringify(record)}\n`;
}

/**
 * Reads exchanges from JSON Lines; empty lines are skipped. Throws an `ExchangeFormatError` at the first invalid line.
 * For a part of a longer file, `firstLine` is the number of its first line.
 */
export function readExchanges(text: string, firstLine = 1): ExchangeRecord[] {
  const lines = text.split("\n").map((line, index) => ({ line: line.trim(), number: firstLine + index }));
  return lines.filter(({ line }) => line !== "").map(({ line, number }) => readExchange(line, number));
}

/** Returns bytes for a record: text if they are UTF-8, else base64, cut off at `maxBytes`. */
export function recordBytes(bytes: Uint8Array, maxBytes = Number.POSITIVE_INFINITY): RecordedBytes {
  const kept = bytes.length > maxBytes ? bytes.subarray(0, maxBytes) : bytes;
  const omitted = bytes.length > kept.length ? { omittedBytes: bytes.length - kept.length } : {};
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(kept), ...omitted };
  } catch {
    return { base64: Buffer.from(kept).toString("base64"), ...omitted };
  }
}

/** Returns the recorded bytes. */
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
