import { masked } from "@model-access/contract";

const longestText = 600;

/** Makes text from outside fit to be shown: the key masked, control characters spelled out, not endless. */
export type Cleaner = (text: string) => string;

/** A cleaner that knows the key. Everything that a server had a hand in goes through it before it is printed or written. */
export function createCleaner(key: string): Cleaner {
  return (text) => neutralised(masked(shortened(text, longestText * 4), [key]), longestText);
}

/**
 * The text with terminal escapes, line breaks, invisible and direction-changing characters spelled out as `\u001b`,
 * so that a reply can't draw on the terminal that shows it.
 */
function neutralised(text: string, longest: number): string {
  const visible = text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu, (character) =>
    [...Array(character.length).keys()]
      .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`)
      .join(""),
  );
  return shortened(visible, longest);
}

const shortened = (text: string, longest: number) => (text.length > longest ? `${text.slice(0, longest)}…` : text);
