import { masked } from "@model-access/contract";

/** The characters that a secret and a text must have in common, as in `masked` of the contract. */
const sharedLength = 8;

/** Puts `[key]` in the place of secrets, those given and those of one exchange. */
export type Mask = (own: readonly string[]) => (text: string) => string;

/** The same as `masked` of the contract for many texts: one look at each, however many secrets there are. */
export function createMask(secrets: Iterable<string>): Mask {
  const all = [...secrets];
  const pieces = piecesOf(all);
  const short = all.filter(isShort);

  return (own) => {
    const ownPieces = piecesOf(own);
    const allShort = [...short, ...own.filter(isShort)];
    const isShared = (piece: string) => pieces.has(piece) || ownPieces.has(piece);
    return (text) => {
      const clean = maskPieces(text, isShared);
      return allShort.length === 0 ? clean : masked(clean, allShort);
    };
  };
}

const isShort = (secret: string) => secret !== "" && secret.length < sharedLength;

function piecesOf(secrets: readonly string[]): Set<string> {
  const pieces = new Set<string>();
  for (const secret of secrets) {
    for (let at = 0; at + sharedLength <= secret.length; at += 1) pieces.add(secret.slice(at, at + sharedLength));
  }
  return pieces;
}

function maskPieces(text: string, isShared: (piece: string) => boolean): string {
  let result = "";
  let from = 0;
  for (let at = 0; at + sharedLength <= text.length; ) {
    if (!isShared(text.slice(at, at + sharedLength))) {
      at += 1;
      continue;
    }
    result += `${text.slice(from, at)}[key]`;
    from = at + sharedLength;
    while (from < text.length && isShared(text.slice(from - sharedLength + 1, from + 1))) from += 1;
    at = from;
  }
  return result + text.slice(from);
}
