import { readFileSync } from "node:fs";

/** The samples, bots, keys and values of the mock itself. */
const folder = new URL("../replies/", import.meta.url);

const texts = new Map<string, string>();

/** The text of a file of the folder. */
export function readReplyFile(file: string): string {
  const text = texts.get(file) ?? readFileSync(new URL(file, folder), "utf8").trimEnd();
  texts.set(file, text);
  return text;
}
