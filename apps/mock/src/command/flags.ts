/** The number that a flag says. Throws one sentence on what is none. */
export function integer(flag: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new RangeError(`${flag} is '${text}'; it must be a whole number.`);
  return Number(text);
}

/** Ctrl-C and a polite kill end what runs; a second one ends it at once. A log that nobody reads any more does not end it. */
export function endWith({ close }: { close(): Promise<void> }): void {
  process.stderr.on("error", () => undefined);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void close());
}

/** Writes a line where it does not mix with the data. */
export const logLine = (line: string) => void process.stderr.write(`${line}\n`);
