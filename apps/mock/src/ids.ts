import { mulberry32, mulberryStep } from "./random.js";

/** Makes ids in hexadecimal, `digits` long after the prefix. */
export type MakeId = (prefix: string, digits: number) => string;

/** The same seed gives the same ids in the same order; from a later place in the row where so many numbers are skipped. */
export function createIds(seed: number, skip = 0): MakeId {
  const next = mulberry32((seed + Math.imul(skip, mulberryStep)) | 0);

  return (prefix, digits) => {
    let id = prefix;
    // A text that is grown further is kept as a chain of its parts; one of up to twelve characters is not.
    let group = "";
    for (let left = digits; left > 0; left -= 4) {
      const pair = next() >>> 16;
      const four = `${bytes[pair >>> 8]}${bytes[pair & 0xff]}`;
      group += left < 4 ? four.slice(0, left) : four;
      if (group.length < 12) continue;
      id += group;
      group = "";
    }
    return id + group;
  };
}

/** Each byte as two digits; an id is put together from them, as every answer has one or two. */
const bytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
