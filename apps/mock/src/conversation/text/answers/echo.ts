import { capitalised } from "../subject.js";

/** `Reply with exactly this: …`, in any words of that kind; the text may begin on the same line or on the next one. */
const verbatim =
  /^\s*(?:please )?(?!answer (?:this|the following)\b)(?:reply|respond|answer|say|repeat|echo|return|output|print|write)(?: back)?(?: to me)?(?: with)?(?: only| just| exactly| nothing but)* (?:this|the following|after me)(?: exactly| verbatim| word for word)?(?: (?:text|message|words?|lines?|sentences?|paragraphs?|string))?(?: exactly| verbatim| word for word| back)?(?: and nothing else)?:(?:[^\S\n]+|(?=\n))(?=\s*\S)/i;

/**
 * Returns the text that is to come back letter by letter: its lines, blanks, marks and quotes as they are, without blank
 * lines before and white space after it. Undefined where nothing of that kind is asked for.
 */
export function exactEchoOf(question: string): string | undefined {
  const asked = verbatim.exec(question);
  if (asked === null) return undefined;
  return question
    .slice(asked[0].length)
    .replace(/^(?:[^\S\n]*\n)+/, "")
    .trimEnd();
}

const times = new Map([
  ["twice", 2],
  ["two times", 2],
  ["three times", 3],
  ["four times", 4],
  ["five times", 5],
  ["ten times", 10],
]);

/** `Say "hello" three times`: the words, a line each; undefined for any other text. */
export function repeatedIn(text: string): string | undefined {
  const [, quoted, amount = ""] =
    /^(?:please )?(?:say|repeat|write|print|output) ["“'`]([^"“”\n]{1,100}?)["”'`] (twice|(?:[a-z]+|\d{1,2}) times)[.!]?$/i.exec(
      text,
    ) ?? [];
  const count = times.get(amount.toLowerCase()) ?? Number.parseInt(amount, 10);
  return quoted === undefined || !(count > 0) ? undefined : Array.from({ length: count }, () => quoted).join("\n");
}

/** `Say "hello"`, `Reply with only the word pong`, `Repeat after me: one two three`. */
export function echoOf(text: string): string | undefined {
  const quoted =
    /^(?:please |now |just |only )*(?:say|reply|respond|answer|repeat|return|output|print|echo|write)\b[^"“'`\n]{0,60}["“'`]([^"“”\n]{1,300}?)["”'`][.!]?(?: and (?:nothing else|no more).*)?$/i.exec(
      text,
    );
  if (quoted?.[1] !== undefined && !/\b(?:about|poem|story|essay|translate|into)\b/i.test(text.replace(quoted[1], "")))
    return quoted[1];
  const after =
    /^(?:please )?(?:say|repeat|echo|reply|respond|answer)(?: (?:exactly|with|only|just|back))*:\s*(.{1,1500})$/is.exec(
      text,
    );
  if (after?.[1] !== undefined) return after[1].trim();
  const word =
    /^(?:please )?(?:reply|respond|answer|say)(?: back)? (?:with )?(?:only |just |exactly |nothing but )*(?:the )?(?:single )?(?:word|text|letter|number|phrase)s?:? ([^.,!?\n]{1,80})[.!]?(?: and nothing else.*)?$/i.exec(
      text,
    );
  if (word?.[1] !== undefined) return word[1].replace(/ (?:and nothing else|only)$/i, "");
  const only =
    /^(?:please )?(?:reply|respond|answer) (?:with )?(?:only|just|exactly|nothing but) ([\p{L}\p{N}_-]{1,40})[.!]?$/iu.exec(
      text,
    );
  if (only?.[1] !== undefined) return only[1];
  const nothingBut = /^(?:please )?say nothing (?:but|except|other than) ([^.!?\n]{1,80})[.!]?$/i.exec(text);
  if (nothingBut?.[1] !== undefined) return nothingBut[1].replaceAll(/^["“'`]|["”'`]$/g, "");
  const said = /^(?:please )?say ([\p{L}\p{N}' -]{1,60})[.!]?$/iu.exec(text);
  return said?.[1] === undefined || /^(?:something|anything|it|that|more|a|an|some|what|why|how)\b/i.test(said[1])
    ? undefined
    : capitalised(said[1]);
}
