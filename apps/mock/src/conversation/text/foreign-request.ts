import { type RequestWords, requestWords } from "./data/foreign-requests.js";
import type { Length } from "./length.js";

/** A request in a language other than English, by its words. */
export interface ForeignRequest {
  forms: { form: Exclude<keyof RequestWords["forms"], "things">; at: number }[];
  lengths: Partial<Record<Length["unit"], number>>;
}

interface Reader {
  forms: [form: keyof RequestWords["forms"], pattern: RegExp][];
  numbers: Map<string, number>;
  count: RegExp;
  units: [unit: "sentences" | "words" | "paragraphs", pattern: RegExp][];
}

/** Made when a language is first read. Without the flag `i`, with which classes of letters take long to compile. */
const readers = new Map<string, Reader>();
/** Without the name of a language, a question about a function may be one about the liver. */
const programming = /python|javascript|typescript|java|rust|react|sql|html|css|bash|php|c\+\+|c#/i;
const mostItems = 50;
const listed = new Set(["table", "numbers", "bullets", "title"]);

/** Reads the forms and lengths that a text of a language asks for. */
export function readForeignRequest(text: string, code: string): ForeignRequest {
  const reader = readers.get(code) ?? readerOf(code);
  if (reader === undefined) return { forms: [], lengths: {} };
  readers.set(code, reader);
  // What stands after a colon is the text to work on.
  const [asked = ""] = text.toLowerCase().split(/[:：\n]/);
  const count = countIn(reader, reader.count.exec(asked)?.[1]);
  const forms = reader.forms.flatMap(([words, pattern]) => {
    if (words === "things" && count === undefined) return [];
    const form = words === "things" ? "bullets" : words;
    const at = pattern.exec(asked)?.index;
    const isOfOthers = form === "code" && /[?？؟]\s*$/.test(asked) && !programming.test(asked);
    return at === undefined || isOfOthers ? [] : [{ form, at }];
  });
  const placeOf = (wanted: string) => forms.find(({ form }) => form === wanted)?.at ?? Number.POSITIVE_INFINITY;
  const lengths: ForeignRequest["lengths"] = {};
  for (const [unit, pattern] of reader.units) {
    const count = countIn(reader, pattern.exec(asked)?.[1]);
    if (count !== undefined) lengths[unit] = count;
  }
  const isListed = forms.some(({ form }) => listed.has(form));
  if (isListed && Object.keys(lengths).length === 0 && count !== undefined && count <= mostItems) lengths.items = count;
  // `a title for an article` wants the title alone, `an article with headings` the article.
  const dropped = placeOf("title") < placeOf("headings") ? "headings" : "title";
  const hasBoth = placeOf("title") < Infinity && placeOf("headings") < Infinity;
  return { forms: hasBoth ? forms.filter(({ form }) => form !== dropped) : forms, lengths };
}

function countIn({ numbers }: Reader, written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  const count = Number(written.replaceAll(/[.,]/g, ""));
  if (Number.isInteger(count)) return count > 0 && count <= 20_000 ? count : undefined;
  return numbers.get(written);
}

function readerOf(code: string): Reader | undefined {
  const words = requestWords[code];
  if (words === undefined) return undefined;
  const isLatin = /^[a-z]/.test(words.sentences) || code === "de";
  const whole = (source: string) => new RegExp(isLatin ? `(?<!\\p{L})(?:${source})(?!\\p{L})` : `(?:${source})`, "u");
  const number = `(\\d{1,5}|${words.numbers.replaceAll("/", "|")})`;
  const before = isLatin || code === "ru" ? "(?<![\\p{L}\\d])" : "";
  const counted = (source: string) =>
    new RegExp(`${before}${number}\\s?(?:\\p{L}+ ){0,1}(?:${source})${isLatin ? "(?!\\p{L})" : ""}`, "u");
  return {
    forms: Object.entries(words.forms).map(([form, source]) => [form as keyof RequestWords["forms"], whole(source)]), // the names of the table
    numbers: new Map(
      words.numbers.split("|").flatMap((forms, index) => forms.split("/").map((form) => [form, index + 2] as const)),
    ),
    count: new RegExp(`${before}${number}${isLatin ? "(?!\\p{L})" : ""}`, "u"),
    units: (["sentences", "words", "paragraphs"] as const).map((unit) => [unit, counted(words[unit])]),
  };
}
