import { letters, wave } from "../requests/unicode.js";
import { broken, pass, type Verdict } from "../rule.js";

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
