const sharedLength = 8;

/**
 * The text with every run of it that equals one of the secrets, or that shares eight or more characters in a row with
 * one, replaced by `[key]`. Secrets shorter than eight characters are replaced only where they stand whole.
 */
export function masked(text: string, secrets: Iterable<string>): string {
  let result = text;
  for (const secret of secrets) result = maskOne(result, secret);
  return result;
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
