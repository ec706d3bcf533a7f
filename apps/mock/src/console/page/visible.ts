/** Control characters but tab and line ends, those that turn the order of a text around, and blanks of no width. */
const unseen = /(?![\t\n\r])\p{Cc}|\p{Bidi_Control}|[\u200b\u2028\u2029\u2060\ufeff]/gu;

/** A text in which nothing hides: a character that can't be seen is written as JSON writes it, `\u202e`. */
export function visible(text: string): string {
  return text.replace(unseen, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
