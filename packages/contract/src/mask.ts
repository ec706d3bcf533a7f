const sharedLength = 8;

/**
 * Replaces secrets, and any eight or more consecutive characters of one, by `[key]`. Secrets shorter than eight
 * characters are replaced only as a whole.
 */
export function masked(text: string, secrets: Iterable<string>): string {
  let result = text;
  const all = [...secrets];
  if (!sharesAny(text, all)) return text;
  for (const secret of all) result = maskOne(result, secret);
  return result;
}

/** True if there is something to mask: one pass over the text, however many secrets there are. */
function sharesAny(text: string, secrets: string[]): boolean {
  if (secrets.some((secret) => secret !== "" && secret.length < sharedLength && text.includes(secret))) return true;
  const pieces = text.length < shortText ? piecesIn(secrets.join("\n")) : piecesOf(secrets);
  for (let at = 0; at + sharedLength <= text.length; at += 1) {
    if (pieces.has(text.slice(at, at + sharedLength))) return true;
  }
  return false;
}

/** In a shorter text, such as a header, few pieces are looked for: all secrets are searched for each of them. */
const shortText = 200;

const piecesIn = (secrets: string) => ({ has: (piece: string) => secrets.includes(piece) });

function piecesOf(secrets: string[]): Set<string> {
  const pieces = new Set<string>();
  for (const secret of secrets)
    for (let at = 0; at + sharedLength <= secret.length; at += 1) pieces.add(secret.slice(at, at + sharedLength));
  return pieces;
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
