import { isObject, parseJson } from "../json.js";
import { wordsIn } from "../text/question.js";
import { isCountry, languageCodes, placeNamed, places } from "./tables.js";

export interface Purpose {
  prompt: string;
  subject: string;
  results: string[];
  /** Of several places, the one that the values are about: its place in the row of them. */
  index?: number;
}

export interface Prompt {
  text: string;
  subject: string;
  /** Numbers with the words beside them, such as `3` with `days`; `used` once a member has one. */
  numbers: PromptNumber[];
  /** Members of JSON objects that tools gave back. */
  known: Map<string, unknown>;
  /** The things of a kind in the order in which the prompt names them. */
  find(kind: Kind): readonly string[];
}

export interface PromptNumber {
  value: number;
  nextTo: string[];
  isMoney: boolean;
  used: boolean;
}

const longestRead = 4000;

export function readPrompt({ prompt, subject, results }: Purpose): Prompt {
  const text = prompt.slice(0, longestRead);
  const found = new Map<Kind, readonly string[]>();
  return {
    text,
    subject,
    numbers: numbersIn(text),
    known: membersOf(results),
    find(kind) {
      const things = found.get(kind) ?? readers[kind](text);
      found.set(kind, things);
      return things;
    },
  };
}

const months = "January February March April May June July August September October November December".split(" ");
const month = `(?:${months.map((each) => `${each.slice(0, 3)}(?:${each.slice(3)})?`).join("|")})`;
const isoDate = /\b\d{4}-\d{2}-\d{2}\b/g;
const spokenDate = new RegExp(`\\b(?:\\d{1,2} ${month}|${month} \\d{1,2})\\b(?:,? \\d{4}\\b)?`, "g");
const clock = /\b(\d{1,2})(?::([0-5]\d)|(?=\s?[ap]m\b))(?:\s?([ap])m\b)?/gi;
const address = /https?:\/\/[^\s"'<>)\]]{0,300}[^\s"'<>)\].,;:!?]/g;
const mark = /#\w{2,20}|\b[A-Z]{1,6}-?\d{2,12}(?:-\d{1,12})*\b/g;

/** The kinds of things that are read from a prompt. Every expression is bounded, so that none takes long. */
const readers = {
  email: all(/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{2,63}){1,4}/g),
  url: all(address),
  quote: all(/["“«]([^"“”«»\n]{1,300})["”»]|(?<=^|[\s:(])'([^'\n]{1,300})'(?=[\s.,!?)]|$)/g),
  path: all(/(?<![\w/:.@])(?:(?:[\w.-]{1,40}\/){1,9}[\w.-]{0,40}\w|[\w-]{1,60}\.[a-z]{2,4})(?![\w/@])/g),
  expression: all(/\d[\d.]{0,15}(?:\s?[+*/^×÷-]\s?\(?\d[\d.]{0,15}\)?){1,9}/g),
  ticker: all(/\b[A-Z]{2,5}\b/g),
  id: (text) => all(new RegExp(`${mark.source}|\\b(?!(?:19|20)\\d\\d\\b)\\d{4,12}\\b`, "g"))(text),
  currency: (text): string[] => readers.ticker(text).filter((code) => places.some(({ currency }) => currency === code)),
  language: (text) => Object.keys(languageCodes).filter((name) => hasWord(text, name)),
  date: (text) => [...all(isoDate)(text), ...all(spokenDate)(text).map(writeDate)],
  /** `18:30`, `3pm` and `8:15 am` as hours and minutes. */
  time: (text) =>
    [...text.matchAll(clock)]
      .map(([, hour, minute = "00", half]) => [half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : hour, minute])
      .filter(([hour]) => Number(hour) < 24)
      .map(([hour, minute]) => `${String(hour).padStart(2, "0")}:${minute}`),
  from: (text) => namesAfter(new Set(["from"]), text),
  to: (text) => namesAfter(new Set(["to", "into"]), text),
  at: (text) => namesAfter(new Set(["at"]), text),
  place(text): string[] {
    const known = placeNames.filter((name) => hasWord(text, name));
    const guessed = namesAfter(wordsBeforePlaces, text).filter((name) => !Object.hasOwn(languageCodes, name));
    const read = text.toLowerCase();
    return [...new Set([...known, ...guessed])].sort(
      (a, b) => read.indexOf(a.toLowerCase()) - read.indexOf(b.toLowerCase()),
    );
  },
  /** The first row of places, as in `Rome, Oslo and Lisbon`. */
  placeRow(text): string[] {
    const isOfPlaces = ({ before, names }: NameRow) => /^(?:in|for|of|at)$/.test(before) && names.length > 1;
    return (
      rowsOfNames(text)
        .find(isOfPlaces)
        ?.names.filter((name) => !isCountry(name)) ?? []
    );
  },
  /** Names after a word that leads to a person, a row at the beginning, and full names where no place is. */
  person: (text) =>
    rowsOfNames(text)
      .flatMap(({ before, names }) => {
        if (wordsBeforePersons.has(before) || (before === "" && names.length > 1)) return names;
        return wordsBeforePlaces.has(before) || before === "" ? [] : names.filter((name) => name.includes(" "));
      })
      .filter((name) => placeNamed(name) === undefined && !Object.hasOwn(languageCodes, name)),
} satisfies Record<string, (text: string) => string[]>;

export type Kind = keyof typeof readers;

/** A reader of all matches: the first group of each that has one, else all of it. */
function all(pattern: RegExp): (text: string) => string[] {
  return (text) => [...text.matchAll(pattern)].map(([whole, ...groups]) => groups.find((group) => group) ?? whole);
}

const writeDate = (said: string) =>
  new Date(`${/\d{4}$/.test(said) ? said : `${said} 2026`} UTC`).toISOString().slice(0, 10);

const placeNames = [...new Set(places.flatMap(({ city = "", country = "" }) => [city, country]))];
const wordsBeforePlaces = new Set("in to from near at around visit visiting".split(" "));
const wordsBeforePersons = new Set("with to for from tell ask call invite email message by".split(" "));

const hasWord = (text: string, word: string) => new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, "iu").test(text);

/** Names that are said in a row, as in `with Anna and Jonas`, and the word before them. */
interface NameRow {
  before: string;
  names: string[];
}

const nameWord = "\\p{Lu}\\p{Ll}[\\p{L}'’&-]{0,30}";
const fullName = `${nameWord}(?: ${nameWord}){0,2}`;
const separator = "(?:,? (?:and|or|und|et|y|e) (?:in |for )?|, )";
const nameRow = new RegExp(
  `(?:(?<!\\p{L})(\\p{Ll}{1,30}):? )?(?<!\\p{L})(${fullName}(?:${separator}${fullName}){0,7})`,
  "gu",
);
const isOfCalendar = new RegExp(`^(?:${month}|\\p{L}+day)$`, "u");

const rowsOfNames = (text: string): NameRow[] =>
  [...text.matchAll(nameRow)].map(([, before = "", row = ""]) => ({
    before,
    names: row.split(new RegExp(separator)).filter((each) => !isOfCalendar.test(each)),
  }));

const namesAfter = (words: ReadonlySet<string>, text: string) =>
  rowsOfNames(text).flatMap(({ before, names }) => (words.has(before) ? names : []));

export const numberWords = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");

const grouped = /-?\d{1,3}(?:,\d{3})+/.source;
const plain = /-?\d{1,15}(?:\.\d{1,8})?/.source;
/** Its groups: money before it, its digits, and a sign after it. */
const number = new RegExp(`([€$£]\\s?)?(?<![\\w.])(${grouped}|${plain})(?:\\s?([%€°])|(?!\\w))`, "g");

/** Digits that are no number of things. */
const otherDigits = [isoDate, spokenDate, clock, address, mark];

function numbersIn(text: string): PromptNumber[] {
  const written = otherDigits
    .reduce((rest, digits) => rest.replaceAll(digits, " "), text)
    .replaceAll(new RegExp(`\\b(?:${numberWords.join("|")})\\b`, "gi"), (said) =>
      String(numberWords.indexOf(said.toLowerCase())),
    );
  return [...written.matchAll(number)].map(({ 0: whole, 1: money, 2: digits = "", 3: sign = "", index }) => {
    const before = wordsIn(written.slice(Math.max(0, index - 40), index)).slice(-2);
    const [rest = ""] = written.slice(index + whole.length, index + whole.length + 40).split(/[\d.;]/);
    const after = wordsIn(rest).slice(0, 2);
    const isMoney = money !== undefined || sign === "€" || moneyWords.has(after[0] ?? "");
    const unit = sign === "%" ? ["percent"] : sign === "°" ? ["degrees"] : [];
    return { value: Number(digits.replaceAll(",", "")), nextTo: [...after, ...unit, ...before], isMoney, used: false };
  });
}

const moneyWords = new Set("euro euros dollar dollars pound pounds usd eur gbp bucks".split(" "));

const longestResult = 20_000;

function membersOf(results: string[]): Map<string, unknown> {
  const values = results.slice(0, 20).map((result) => (result.length > longestResult ? undefined : parseJson(result)));
  return new Map(values.filter(isObject).flatMap((value) => Object.entries(value)));
}
