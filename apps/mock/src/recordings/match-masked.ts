export const mask = "[key]";

/**
 * True where a text equals a recorded one with a value in place of each mask: one or more characters that are no
 * white space and no part of the JSON around them. Reads the text once, whatever the two are.
 */
export function matchesMasked(recorded: string, text: string): boolean {
  const [first = "", ...rest] = recorded.split(mask);
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const [index, piece] of rest.entries()) {
    const isLast = index === rest.length - 1;
    const next = isLast ? text.length - piece.length : piece === "" ? at + 1 : text.indexOf(piece, at + 1);
    if (next <= at || !text.startsWith(piece, next) || /[\s"\\]/.test(text.slice(at, next))) return false;
    at = next + piece.length;
  }
  return at === text.length;
}
