import { plainly } from "../reading/joined-text.js";
import { letters, wave } from "../requests/questions.js";
import { broken, pass, type Verdict } from "../rule.js";

/** The share of a text that has to be there before the rest counts as lost, and not as another answer. */
const leastShare = 0.5;

/**
 * Judges a text that a question asked for word by word: pieces of it that are lost, come twice or in another order, and
 * letters that are spoilt. A model may say another thing: what is not made of that text passes.
 */
export function judgeTextAsAsked(
  text: string,
  { expected, isCut, pointer }: { expected: string; isCut: boolean; pointer: string },
): Verdict {
  const letters = judgeLetters(text, pointer);
  if (letters.outcome !== "pass") return letters;
  const [said, asked] = [text, expected].map((each) => plainly(each).replaceAll("\r\n", "\n")) as [string, string]; // of two come two
  if (said === asked && isAllLower(text) && capitalsIn(expected) >= fewestCapitals) return changed("in lower case");
  if (said === asked || said === "" || (isCut && asked.startsWith(said))) return pass;
  const escaped = escapes.find((mark) => text.includes(mark) && !expected.includes(mark));
  if (escaped !== undefined) return changed(`with ${escaped} in it`);
  const [bare, whole] = [withoutBlanks(said), withoutBlanks(asked)];
  if (bare === whole || (isCut && whole.startsWith(bare))) {
    // A model may leave out blanks by itself; all lines of a text, and those between words, are another thing.
    const isOneLine = asked.includes("\n") && !said.includes("\n");
    const isLost = bare === whole && (isOneLine || wordsIn(said) !== wordsIn(asked));
    return changed("with other blanks or lines", isLost ? {} : { provenance: "inferred" });
  }
  const how = changeOf(said, isCut ? asked.slice(0, lengthReached(said, asked)) : asked);
  return how === undefined ? pass : changed(how);

  function changed(how: string, about: { provenance?: "inferred" } = {}): Verdict {
    const [wanted, actual] = [expected, text].map((each) => each.slice(0, 200)) as [string, string]; // of two come two
    return broken({
      message: `The text that was asked for comes back ${how}.`,
      expected: wanted,
      actual,
      pointer,
      ...about,
    });
  }
}

/** Capitals that no model leaves out of a text by chance. */
const fewestCapitals = 5;

const capitalsIn = (text: string) => text.match(/\p{Lu}/gu)?.length ?? 0;

const isAllLower = (text: string) => capitalsIn(text) === 0;

/** Marks as a page writes them. */
const escapes = ["&lt;", "&amp;", "&quot;", "&#39;", "\\u003c"];

const wordsIn = (text: string) => text.split(/\s+/).length;

const withoutBlanks = (text: string) => text.replaceAll(/\s+/g, "");

function changeOf(said: string, asked: string): string | undefined {
  if (sortedLetters(said) === sortedLetters(asked)) return "in another order";
  if (said.length >= leastShare * asked.length && isSubsequence(said, asked)) return "with pieces lost";
  const isOfItsLetters = [...said].every((letter) => asked.includes(letter));
  if (!isSubsequence(asked, said) || (said.length > 3 * asked.length && !isOfItsLetters)) return undefined;
  const at = said.indexOf(asked);
  if (at === -1) return "with pieces that come twice";
  const rest = `${said.slice(0, at)}${said.slice(at + asked.length)}`.trim();
  return rest.length > 1 && (asked.includes(rest) || isOfItsLetters) ? "twice, or in part twice" : undefined;
}

const sortedLetters = (text: string) => [...text].sort().join("");

function isSubsequence(part: string, whole: string): boolean {
  const letters = [...part];
  let at = 0;
  for (const letter of whole) if (letter === letters[at]) at += 1;
  return at === letters.length;
}

/** Finds how far a reply that was cut off goes into the text that was asked for: to the last of its own words. */
function lengthReached(said: string, asked: string): number {
  const end = said.slice(-12);
  const at = asked.indexOf(end);
  return at === -1 ? asked.length : at + end.length;
}

/** A model may say what it likes: only what a deployment is known to make of our letters is wrong. */
export function judgeLetters(text: string, pointer: string): Verdict {
  const [word = ""] = letters.split(" ");
  const forms = {
    "as replacement characters": "\ufffd",
    "as UTF-8 that was read as Latin-1": Buffer.from(word).toString("latin1"),
    "as character references": word.replace("ü", "&#252;"),
    "as named references": word.replace("ü", "&uuml;"),
    "as escapes": word.replace("ü", "\\u00fc"),
    "as question marks": word.replace("ü", "?"),
    "as question marks, where they take four bytes": `${word} ?`,
  };
  const [how] = Object.entries(forms).find(([, form]) => text.includes(form)) ?? [];
  const actual = text.slice(0, 80);
  const kept = letters.split(" ").filter((each) => each !== wave);
  if (how === undefined && kept.every((each) => text.includes(each)) && !text.includes(wave))
    return broken({
      message: `Of all letters, ${wave} does not come back.`,
      expected: letters,
      actual,
      pointer,
      // A model may leave it out by itself.
      provenance: "inferred",
    });
  if (how === undefined) return pass;
  return broken({ message: `Letters beyond ASCII come back ${how}.`, expected: letters, actual, pointer });
}
