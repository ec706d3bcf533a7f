import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import { ExchangeFormatError, type ExchangeRecord, readExchanges, readHar } from "@model-access/contract";

const pieceBytes = 1024 * 1024;

/**
 * Reads a file of recorded exchanges, JSON Lines piece by piece, so that a long one takes no more memory than a short one; HAR
 * is one JSON value. A last line that was cut off, as by a recorder that was ended, is left out and noted. Throws one sentence
 * for what can't be read.
 */
export function* readExchangeFile(
  file: string,
  { onNote }: { onNote: (note: string) => void },
): Generator<ExchangeRecord> {
  try {
    yield* isHar(file) ? readHar(readFileSync(file, "utf8")) : readLines(file, onNote);
  } catch (error) {
    const cause = error instanceof Error ? error : new Error(String(error));
    if ("syscall" in cause)
      throw new Error(`The file ${file} can't be read; give judge files of recorded exchanges.`, { cause });
    throw new Error(`The file ${file} can't be judged: ${cause.message}`, { cause });
  }
}

const isHar = (file: string): boolean => {
  const [beginning = ""] = piecesOf(file);
  return /^\uFEFF?\s*\{\s*"log"\s*:/.test(beginning);
};

function* readLines(file: string, onNote: (note: string) => void): Generator<ExchangeRecord> {
  let rest = "";
  let line = 1;
  for (const piece of piecesOf(file)) {
    const text = rest + piece;
    const end = text.lastIndexOf("\n") + 1;
    const lines = text.slice(0, end);
    yield* readExchanges(lines, line);
    line += lines.split("\n").length - 1;
    rest = text.slice(end);
  }
  yield* readLastLine(rest, { line, note: () => onNote(`Line ${line} of ${file} is incomplete and was skipped.`) });
}

function readLastLine(text: string, { line, note }: { line: number; note: () => void }): ExchangeRecord[] {
  try {
    return readExchanges(text, line);
  } catch (error) {
    // A file that has nothing else is another kind of file.
    if (!(error instanceof ExchangeFormatError) || line === 1) throw error;
    note();
    return [];
  }
}

/** The text of a file in pieces, none of which ends within a character. */
function* piecesOf(file: string): Generator<string> {
  const opened = openSync(file, "r");
  const decoder = new StringDecoder("utf8");
  const bytes = Buffer.allocUnsafe(pieceBytes);
  try {
    for (let length = readSync(opened, bytes); length > 0; length = readSync(opened, bytes)) {
      yield decoder.write(bytes.subarray(0, length));
    }
  } finally {
    closeSync(opened);
  }
}
