import { masked } from "@model-access/contract";

const longestText = 600;

/** Makes text from outside fit to be shown: keys masked, control characters spelled out, not endless. */
export type Cleaner = (text: string, longest?: number) => string;

/** A cleaner that knows the keys. Everything that a server had a hand in goes through it before it is printed or written. */
export function createCleaner(...keys: string[]): Cleaner {
  return (text, longest = longestText) => shortened(visible(masked(shortened(text, longest * 4), keys)), longest);
}

/**
 * The text with terminal escapes, line breaks, invisible and direction-changing characters spelled out as `\u001b`,
 * so that a reply can't draw on the terminal that shows it.
 */
export function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu, spelledOut);
}

/** Each UTF-16 unit as JSON and JavaScript write it: `\u001b`. */
function spelledOut(characters: string): string {
  return [...Array(characters.length).keys()]
    .map((index) => `\\u${characters.charCodeAt(index).toString(16).padStart(4, "0")}`)
    .join("");
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** The text for an element or a quoted attribute of HTML or XML. Characters that XML can't carry are spelled out. */
export function escapeMarkup(text: string): string {
  return visible(text).replaceAll(/[&<>"']/g, (character) => entities[character] ?? "");
}

/** A value as JSON with a line break at its end. What would act on a terminal is written as escapes, which read back as it was. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, undefined, 2);
  return `${text.split("\n").map(visible).join("\n")}\n`;
}

const shortened = (text: string, longest: number) => (text.length > longest ? `${text.slice(0, longest)}…` : text);
