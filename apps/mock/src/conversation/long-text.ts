import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises"; // a test that fakes the timers of its process does not fake these

/** The number of characters to work on before other work gets a turn. */
const charactersATurn = 256 * 1024;

/**
 * Calls back with the parts of texts, one after the other, and lets others be answered in between where there is much
 * to do.
 */
export async function readInTurns(texts: Iterable<string>, read: (part: string) => void): Promise<void> {
  let room = charactersATurn;
  for (const text of texts) {
    for (let start = 0; start < text.length; ) {
      const end = Math.min(text.length, start + room);
      read(start === 0 && end === text.length ? text : text.slice(start, end));
      room -= end - start;
      start = end;
      if (room > 0) continue;
      room = charactersATurn;
      await setImmediate();
    }
  }
}

/** Returns texts that tell a long value from others and depend on it alone. A short value comes back as it is. */
export async function distinguish<Value>(value: Value, texts: string[]): Promise<Value | string> {
  if (texts.reduce((sum, text) => sum + text.length, 0) <= charactersATurn) return value;
  const hash = createHash("sha256");
  for (const { length } of texts) hash.update(`${length} `);
  await readInTurns(texts, (part) => void hash.update(part, "utf16le"));
  return hash.digest("hex");
}
