/** The number that a flag says. Throws one sentence on what is none. */
export function integer(flag: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new RangeError(`${flag} is '${text}'; it must be a whole number.`);
  return Number(text);
}

/**
 * Ctrl-C and a polite kill end what runs; a second one ends it at once. After a polite kill, open answers may go on for
 * `drainMs`. A log that nobody reads any more does not end it.
 */
export function endWith(
  { close }: { close(options: { drainMs: number }): Promise<void> },
  { drainMs = 0 }: { drainMs?: number } = {},
): void {
  process.stderr.on("error", () => undefined);
  process.once("SIGINT", () => void close({ drainMs: 0 }));
  process.once("SIGTERM", () => void close({ drainMs }));
}

/** Writes a line where it does not mix with the data. */
export const logLine = (line: string) => void process.stderr.write(`${line}\n`);
