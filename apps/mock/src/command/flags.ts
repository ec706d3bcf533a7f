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

/** The format that `--log` says. Throws one sentence on what is none. */
export function logFormat(text: string): "text" | "json" {
  if (text !== "text" && text !== "json") throw new RangeError(`--log is '${text}'; it must be text or json.`);
  return text;
}

/** Says on stdout where a server listens: a sentence for people, or one line of JSON for programs. */
export function sayListening(server: string, { url, format }: { url: string; format: "text" | "json" }): void {
  const line = format === "json" ? JSON.stringify({ event: "listening", url }) : `${server} listens on ${url}`;
  process.stdout.write(`${line}\n`);
}

/** Writes a line where it does not mix with the data. */
export const logLine = (line: string) => void process.stderr.write(`${line}\n`);
