import { pick, type Random } from "../random.js";
import type { LinearPattern } from "./linear-pattern.js";

/** An instruction of the engine's program: one that reads a character of `runes` (pairs of bounds, or one), or a fork. */
interface Instruction {
  op: number;
  out: number;
  arg: number;
  runes: ArrayLike<number>;
}

interface Program {
  inst: Instruction[];
  start: number;
}

// As re2js numbers them; a fuzz test shows that what is written by them matches.
const op = { fork: 1, fail: 5, match: 6, runes: 8, rune: 9, any: 10, anyInLine: 11 };

/** The characters that are tried first, one after the other, so that texts look as people write them. */
const usual = [
  ..."abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_ .,:;/@#%&+=~!?'\"()[]{}<>|$^*\\`éß漢字あЖ😀",
];
const mostWalked = 100_000;
const usualMore = 6;

/**
 * Writes a text that a pattern matches, but for what its assertions ask of neighbours: a walk through the engine's own
 * program, at whose forks the way is taken that brings the text to the length that it has to have.
 */
export function writeMatch(
  { engine }: LinearPattern,
  random: Random,
  { least = 0, most = Number.POSITIVE_INFINITY } = {},
): string {
  // The engine's types hide its program.
  const { inst, start } = (engine as unknown as { re2Input: { prog: Program } }).re2Input.prog;
  const missing = leastCharacters(inst);
  const wanted = Math.max(least, Math.min(most, (missing[start] ?? 0) + Math.floor(random() * usualMore)));
  let text = "";
  let length = 0;
  let at = start;
  for (let walked = 0; walked < mostWalked; walked += 1) {
    const { op: kind, out, arg, runes } = inst[at] ?? { op: op.fail, out: 0, arg: 0, runes: [] };
    if (kind === op.match || kind === op.fail) return text;
    if (readsCharacter(kind)) {
      text += characterOf(runes, random);
      length += 1;
    }
    at = kind === op.fork && isOther(out, arg) ? arg : out;
  }
  return text;

  /** The shorter way, but where the text has to be longer; of two that are as long, any. */
  function isOther(out: number, arg: number): boolean {
    const [one, other] = [length + (missing[out] ?? 0), length + (missing[arg] ?? 0)];
    if (one === other) return random() < 0.5;
    const [shorter, longer] = [Math.min(one, other), Math.max(one, other)];
    const takesLonger = longer <= most && (shorter < least ? Number.isFinite(longer) : longer <= wanted);
    return takesLonger === other > one;
  }
}

const readsCharacter = (kind: number) => kind >= op.runes && kind <= op.anyInLine;

/** The least number of characters from each instruction to the end. */
function leastCharacters(inst: Instruction[]): number[] {
  const least = inst.map(({ op: kind }) => (kind === op.match ? 0 : Number.POSITIVE_INFINITY));
  const of = (at: number) => least[at] ?? Number.POSITIVE_INFINITY;
  for (let changes = 1; changes > 0; ) {
    changes = 0;
    for (let at = inst.length - 1; at >= 0; at -= 1) {
      const { op: kind = op.fail, out = 0, arg = 0 } = inst[at] ?? {};
      if (kind === op.match || kind === op.fail) continue;
      const found = kind === op.fork ? Math.min(of(out), of(arg)) : of(out) + Number(readsCharacter(kind));
      if (found < of(at)) {
        least[at] = found;
        changes += 1;
      }
    }
  }
  return least;
}

function characterOf(runes: ArrayLike<number>, random: Random): string {
  const bounds = Array.from(runes);
  const isIn = (point: number) =>
    bounds.length === 0 || bounds.some((low, at) => at % 2 === 0 && low <= point && point <= (bounds[at + 1] ?? low));
  const fitting = usual.filter((character) => isIn(character.codePointAt(0) ?? 0));
  return fitting.length > 0 ? pick(fitting, random) : String.fromCodePoint(bounds[0] ?? 0x61);
}
