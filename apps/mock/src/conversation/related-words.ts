import { wordsOfName } from "./values/member.js";
import { meanings } from "./values/tables.js";

const neutral = /^(?:neutral|mixed)$/i;
const other = /^(?:other|general|none|unknown)$/i;

/** The label that the words of a text mean; undefined where none does. */
export function labelFor(text: string, labels: readonly string[]): string | undefined {
  const said = saidIn(text);
  const known = labels.filter((label) => meaningsOf(label).length > 0);
  const meant = known.filter((label) => isMeant(label, said));
  if (meant.length === 1 || known.length < 2) return meant[0];
  return labels.find((label) => neutral.test(label)) ?? meant[0] ?? labels.find((label) => other.test(label));
}

/** True where the words of a text mean one of the words of a name. */
export function isMeant(name: string, said: ReadonlySet<string>): boolean {
  return meaningsOf(name).some((meaning) => meaning.said.some((word) => said.has(word)));
}

function meaningsOf(name: string): (typeof meanings)[number][] {
  const words = wordsOfName(name).split(" ");
  return meanings.filter(({ names }) => words.some((word) => names.includes(word)));
}

/** The words of a text in lower case, and those without their endings. */
export function saidIn(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}']+|[*+×÷^]/gu) ?? [];
  return new Set(
    words.flatMap((word) => [
      word,
      ...["s", "d", "ed"].flatMap((end) => (word.endsWith(end) ? [word.slice(0, -end.length)] : [])),
    ]),
  );
}
