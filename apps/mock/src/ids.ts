import { mulberry32, mulberryStep } from "./random.js";

/** Makes ids in hexadecimal, `digits` long after the prefix. */
export type MakeId = (prefix: string, digits: number) => string;

/** The same seed gives the same ids in the same order; from a later place in the row where so many numbers are skipped. */
export function createIds(seed: number, skip = 0): MakeId {
  const next = mulberry32((seed + Math.imul(skip, mulberryStep)) | 0);
  const codes: number[] = [];

  return (prefix, digits) => {
    const length = prefix.length + digits;
    for (let at = 0; at < prefix.length; at += 1) codes[at] = prefix.charCodeAt(at);
    for (let at = prefix.length; at < length; at += 4) {
      const number = next() >>> 16;
      codes[at] = digitCodes[number >>> 12] ?? 0;
      codes[at + 1] = digitCodes[(number >>> 8) & 0xf] ?? 0;
      codes[at + 2] = digitCodes[(number >>> 4) & 0xf] ?? 0;
      codes[at + 3] = digitCodes[number & 0xf] ?? 0;
    }
    codes.length = length;
    // In one piece: a text that is put together is kept as a chain of its parts, and a session keeps an id of each charge.
    return String.fromCharCode.apply(null, codes);
  };
}

const digitCodes = Array.from("0123456789abcdef", (digit) => digit.charCodeAt(0));
