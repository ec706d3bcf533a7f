const sharedLength = 8;
const longestText = 600;

/** Makes text from outside fit to be shown: the key masked, control characters spelled out, not endless. */
export type Cleaner = (text: string) => string;

/** A cleaner that knows the key. Everything that a server had a hand in goes through it before it is printed or written. */
export function createCleaner(key: string): Cleaner {
  return (text) => neutralised(masked(shortened(text, longestText * 4), key), longestText);
}

/** The text with every run of it that equals the key, or that shares eight or more characters in a row with it, replaced. */
export function masked(text: string, key: string): string {
  if (key === "") return text;
  if (key.length < sharedLength) return text.replaceAll(key, "[key]");
  let result = "";
  let from = 0;
  for (let at = 0; at + sharedLength <= text.length; ) {
    if (!key.includes(text.slice(at, at + sharedLength))) {
      at += 1;
      continue;
    }
    result += `${text.slice(from, at)}[key]`;
    from = at + sharedLength;
    while (from < text.length && key.includes(text.slice(from - sharedLength + 1, from + 1))) from += 1;
    at = from;
  }
  return result + text.slice(from);
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
