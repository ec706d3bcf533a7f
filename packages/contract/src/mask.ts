const sharedLength = 8;

/**
 * The text with every run of it that equals one of the secrets, or that shares eight or more characters in a row with
 * one, replaced by `[key]`. Secrets shorter than eight characters are replaced only where they stand whole.
 */
export function masked(text: string, secrets: Iterable<string>): string {
  let result = text;
  const all = [...secrets];
  if (!sharesAny(text, all)) return text;
  for (const secret of all) result = maskOne(result, secret);
  return result;
}

/** True if there is something to mask: one look at the text, however many secrets there are. */
function sharesAny(text: string, secrets: string[]): boolean {
  const pieces = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < sharedLength && secret !== "" && text.includes(secret)) return true;
    for (let at = 0; at + sharedLength <= secret.length; at += 1) pieces.add(secret.slice(at, at + sharedLength));
  }
  if (pieces.size === 0) return false;
  for (let at = 0; at + sharedLength <= text.length; at += 1) {
    if (pieces.has(text.slice(at, at + sharedLength))) return true;
  }
  return false;
}

function maskOne(text: string, secret: string): string {
  if (secret === "") return text;
  if (secret.length < sharedLength) return text.replaceAll(secret, "[key]");
  let result = "";
  let from = 0;
  for (let at = 0; at + sharedLength <= text.length; ) {
    if (!secret.includes(text.slice(at, at + sharedLength))) {
      at += 1;
      continue;
    }
    result += `${text.slice(from, at)}[key]`;
    from = at + sharedLength;
    while (from < text.length && secret.includes(text.slice(from - sharedLength + 1, from + 1))) from += 1;
    at = from;
  }
  return result + text.slice(from);
}
