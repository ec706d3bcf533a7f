import { check } from "../options/check-options.js";
import type { TestReply } from "./test-reply.js";

/** As much of the exchange format as is played. */
interface RecordedExchange {
  format?: unknown;
  response?: {
    status: number;
    headers: [string, string][];
    chunks: RecordedBytes[];
    ending: "complete" | "cut" | "reset" | "left" | "open";
  };
}

interface RecordedBytes {
  text?: string;
  base64?: string;
  omittedBytes?: number;
}

/**
 * The replies of recorded exchanges, in order: JSON Lines in the format `model-access-exchange/1`, in which the mock and
 * the contract tests write. They are played without their pauses. A reply that was left or still open when it was
 * recorded stalls at its end; an exchange without a reply is a connection that failed.
 *
 * @example
 * const { fetch } = createTestFetch(recordedReplies(await readFile("exchanges.jsonl", "utf8")));
 */
export function recordedReplies(lines: string): TestReply[] {
  check("lines", typeof lines === "string", 'is no text; pass that of readFile("exchanges.jsonl", "utf8").');
  return lines
    .split("\n")
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(({ line }) => line !== "")
    .map(({ line, number }) => readReply(line, number));
}

function readReply(line: string, number: number): TestReply {
  try {
    // What is wrong with it shows below.
    const exchange = JSON.parse(line) as RecordedExchange;
    if (exchange.format !== "model-access-exchange/1") throw new Error("its format is not model-access-exchange/1");
    if (exchange.response === undefined) return { chunks: [], ending: "reset" };
    const { status, headers, chunks, ending } = exchange.response;
    return {
      head: { status, headers },
      chunks: chunks.map(readBytes),
      ending: ending === "left" || ending === "open" ? "stall" : ending,
    };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Line ${number} is not an exchange that can be played: ${reason}`, { cause });
  }
}

function readBytes({ text, base64, omittedBytes = 0 }: RecordedBytes): Uint8Array {
  if (omittedBytes > 0) throw new Error(`${omittedBytes} bytes of it were not kept`);
  if (text !== undefined) return new TextEncoder().encode(text);
  return Uint8Array.from(atob(base64 ?? ""), (character) => character.charCodeAt(0));
}
