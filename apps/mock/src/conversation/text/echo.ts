const verbs = new Set("say repeat echo reply respond answer return output print write".split(" "));
const sayingVerbs = new Set("say repeat echo".split(" "));
/** Words that may stand between the verb and the text. */
const fillers = new Set(
  "now with back to me by only just exactly nothing but else except this the following after word for words text message string letter number phrase line lines sentence sentences paragraph paragraphs single verbatim and no more".split(
    " ",
  ),
);
/** Without one of them, other verbs ask for no echo: `Answer this: why …?` */
const exactWords = new Set("only just exactly nothing after word words verbatim".split(" "));
/** Words with which something else begins: `Say something nice`. */
const otherWords = new Set(
  "a an another anything how in it json more one some something that the this what why yes".split(" "),
);

const longestHead = 120;
const longestWithoutColon = 400;
const mostWords = 3;

/**
 * Returns the text that is to come back, as in `Reply with exactly this: …`, `Say "hello"` and `Reply with just OK`. After
 * a colon it is the rest letter by letter, without blank lines before and white space after it. Undefined where nothing
 * of that kind is asked for.
 */
export function echoOf(question: string): string | undefined {
  const text = question.trimStart();
  const [line = ""] = text.slice(0, longestHead).split("\n", 1);
  const colon = line.indexOf(":");
  const head = wordsOf(text.slice(0, Math.max(0, colon)));
  if (isHead(head)) {
    const rest = restAfter(text.slice(colon + 1));
    const isVerbatim = head.includes("this") || head.includes("following");
    if (rest !== "") return isVerbatim ? rest : (/^"([^"]*)"$/.exec(rest)?.[1] ?? rest);
  }
  return text.length > longestWithoutColon ? undefined : (quotedIn(text) ?? wordsIn(text));
}

/** True for the words of a request that says nothing but to give a text back. */
function isHead([verb = "", ...others]: string[]): boolean {
  if (!verbs.has(verb) || !others.every((word) => fillers.has(word))) return false;
  if (sayingVerbs.has(verb) || others.some((word) => exactWords.has(word))) return true;
  return verb !== "answer" && (others.includes("this") || others.includes("following"));
}

/** An indent stays; a blank after the colon and blank lines don't. */
function restAfter(text: string): string {
  const lines = text.split("\n");
  const first = lines.findIndex((line) => line.trim() !== "");
  const rest = lines.slice(Math.max(0, first)).join("\n").trimEnd();
  return first === 0 ? rest.trimStart() : rest;
}

/** `Say "hello"`, `Reply with the word 'pong' only.` */
function quotedIn(text: string): string | undefined {
  const from = text.search(/["“`']/);
  const to = Math.max(...['"', "”", "`", "'"].map((mark) => text.lastIndexOf(mark)));
  if (from === -1 || to <= from + 1) return undefined;
  const rest = wordsOf(text.slice(to + 1));
  const [verb = "", ...others] = wordsOf(text.slice(0, from));
  const isAsked = verbs.has(verb) && verb !== "write" && [...others, ...rest].every((word) => fillers.has(word));
  return isAsked ? text.slice(from + 1, to) : undefined;
}

/** `Say nothing but pong`, `Reply with only the word pong`. */
function wordsIn(text: string): string | undefined {
  const words = wordsOf(text);
  const from = words.findIndex((word, at) => at > 0 && !fillers.has(word));
  const count = from === -1 ? 0 : words.length - from;
  if (count === 0 || count > mostWords || otherWords.has(words[from] ?? "") || words[0] === "write") return undefined;
  const said = text.trim().split(/\s+/).slice(-count).join(" ").replace(/[.!]$/, "");
  return isHead(words.slice(0, from)) && /^[\p{L}\p{N}_' -]+$/u.test(said) ? said : undefined;
}

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_'-]+/gu) ?? [];
  return words[0] === "please" ? words.slice(1) : words;
}
