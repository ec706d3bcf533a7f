import { isObject, parseJson } from "../json.js";
import { isCountry, languageCodes, placeNamed, places } from "./places.js";

/** The purpose of made values. */
export interface Purpose {
  /** The words of the user. */
  prompt: string;
  /** The subject, in a few words. */
  subject: string;
  /** The results of tools. */
  results: string[];
  /** Of several places, the one that the values are about: its place in the row of them. */
  index?: number;
}

/** The parts of a prompt that a value can be made of. */
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
  const found = new Map<Kind, string[]>();
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

const title = "\\p{Lu}[\\p{L}'’&-]{0,30}";
const titles = `${title}(?: ${title}){0,2}`;
const separator = "(?:,? (?:and|or|und|et|y|e) (?:in |for )?|, )";
const months = "january february march april may june july august september october november december".split(" ");
const spokenDate = new RegExp(
  `\\b(?:(\\d{1,2})(?:st|nd|rd|th)? (?:of )?(${months.join("|")})|(${months.join("|")}) (\\d{1,2})(?:st|nd|rd|th)?)\\b,?(?: (\\d{4}))?`,
  "gi",
);

/** The kinds of things that are read from a prompt. Every expression is bounded, so that none takes long. */
const readers = {
  email: all(/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{2,63}){1,4}/g),
  url: all(/https?:\/\/[^\s"'<>)\]]{0,300}[^\s"'<>)\].,;:!?]/g),
  quote: all(/["“«]([^"“”«»\n]{1,300})["”»]|(?<=^|[\s:(])'([^'\n]{1,300})'(?=[\s.,!?)]|$)/g),
  currency: all(/\b(?:USD|EUR|GBP|JPY|CHF|SEK|NOK|CAD|AUD|CNY|INR|BRL|MXN|PLN)\b/g),
  path: all(/(?<![\w/:.@])(?:(?:[\w.-]{1,40}\/){1,9}[\w.-]{0,40}\w|[\w-]{1,60}\.[a-z]{2,4})(?![\w/@])/g),
  expression: all(/\d[\d.]{0,15}(?:\s?[+*/^×÷-]\s?\(?\d[\d.]{0,15}\)?){1,9}/g),
  street: all(new RegExp(`\\d{1,5} (?:${title} ){1,3}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Drive|Square|Way)\\b`, "gu")),
  company: all(new RegExp(`(?:${title} ){1,3}(?:GmbH|AG|Inc|Ltd|LLC|Corp|SA|AB|plc)\\b`, "gu")),
  host: all(new RegExp(`\\bat (${titles})`, "gu")),
  color: all(/\b(?:red|orange|yellow|green|blue|purple|pink|brown|black|white|gr[ae]y|navy|beige)\b/g),
  about: all(/\babout (?:the |our |an? )?([^.,!?\n]{3,60})/g),
  said: all(
    /\b(?:(?:that|saying) (?=(?:i|we|the|my|our|he|she|it|they)\b)|because |remind me to )([^".!?\n]{3,120})/gi,
  ),
  ticker: all(/\b[A-Z]{2,5}\b/g),
  from: all(new RegExp(`\\bfrom (${titles})`, "gu")),
  to: all(new RegExp(`\\b(?:to|into|towards) (${titles}|the \\p{Ll}{2,30})`, "gu")),
  id: (text) =>
    all(/#?\b[A-Z]{1,6}-?\d{2,12}(?:-\d{1,12})*\b|#\w{2,20}|\b\d{4,12}\b(?!-\d)/g)(
      text.replaceAll(spokenDate, " ").replaceAll(/\b(?:in|of|by|since|until|for) (?:19|20)\d\d\b/g, " "),
    ),
  /** The first row of places, as in `Rome, Oslo and Lisbon`. */
  placeRow(text): string[] {
    const row = new RegExp(`\\b(?:in|for|of|at) (${titles}(?:${separator}${titles}){1,7})`, "u").exec(text)?.[1] ?? "";
    return row.split(new RegExp(separator)).filter((name) => name !== "" && !isCalendar(name) && !isCountry(name));
  },
  place(text): string[] {
    const guessed = [...text.matchAll(new RegExp(`\\b(?:in|to|from|near|at|around|visit|visiting) (${titles})`, "gu"))]
      .map(({ 1: name = "" }) => name)
      .filter((name) => !isCalendar(name) && !Object.hasOwn(languageCodes, name));
    const known = placeNames.filter((name) => text.toLowerCase().includes(name.toLowerCase()));
    const names = [...new Set([...known, ...guessed, ...readers.placeRow(text)])].map((name) => ({
      name,
      at: text.search(new RegExp(`(?<!\\p{L})${name}(?!\\p{L})`, "iu")),
    }));
    return names
      .flatMap(({ name, at }) => (at === -1 ? [] : [{ name, at }]))
      .sort((a, b) => a.at - b.at)
      .map(({ name }) => name);
  },
  /** Two capitalised words within a sentence or before a verb, else first names: a pair, or after words that lead to one. */
  person(text): string[] {
    const isPerson = (name: string) =>
      !isCalendar(name) && placeNamed(name) === undefined && !Object.hasOwn(languageCodes, name);
    const verbs = "is|was|has|had|lives|works|and|from|will|wants|bought|called";
    const full = all(
      new RegExp(`(?<=\\S\\s)${title} ${title}|^\\W{0,5}(${title} ${title})(?=,| (?:${verbs})\\b)`, "gu"),
    )(text).filter((name) => isPerson(name) && !readers.place(text).includes(name));
    if (full.length > 0) return [...new Set(full)];
    const leading = "with|to|for|from|tell|ask|call|invite|email|message|by";
    const first =
      new RegExp(`\\b(${title}) and (${title}) (?:are|will|have|go|meet|want|plan|were)\\b`, "u").exec(text) ??
      new RegExp(`\\b(?:${leading}) (${title})(?:(?:, | and )(${title}))?(?! \\p{Lu}|['’]s)\\b`, "u").exec(text);
    return first?.slice(1).filter((name) => name !== undefined && isPerson(name)) ?? [];
  },
  language: (text) => Object.keys(languageCodes).filter((name) => new RegExp(`\\b${name}\\b`, "i").test(text)),
  date(text): string[] {
    const spoken = [...text.matchAll(spokenDate)].map(([, dayA, monthA, monthB, dayB, year = "2026"]) => {
      const month = months.indexOf((monthA ?? monthB ?? "").toLowerCase()) + 1;
      return `${year}-${two(month)}-${two(Math.min(28, Math.max(1, Number(dayA ?? dayB))))}`;
    });
    return [...all(/\b\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])\b/g)(text), ...spoken];
  },
  /** `18:30`, `3pm` and `8:15 am` as hours and minutes. */
  time: (text) =>
    [...text.matchAll(/\b(\d{1,2})(?::([0-5]\d))?(?:\s?([ap])\.?m\b)?/gi)]
      .filter(([, hour, minutes, half]) => Number(hour) < 24 && (minutes ?? half) !== undefined)
      .map(([, hour, minutes = "00", half]) => {
        const isAfternoon = half?.toLowerCase() === "p";
        return `${two(half === undefined ? Number(hour) : (Number(hour) % 12) + (isAfternoon ? 12 : 0))}:${minutes}`;
      }),
  /** `milk, eggs and bread` as three things. */
  thing(text): string[] {
    for (const [, run = ""] of text.matchAll(
      /\b(?:add|buy|get|order|need|put|pack|remove|with) ([\p{L}\d', -]{2,})/giu,
    )) {
      const last = Math.max(0, run.indexOf(" and "));
      const end = run.slice(last).search(/ (?:to|on|from|into|for|in)\b/i);
      const things = run
        .slice(0, end === -1 ? run.length : last + end)
        .split(/, ?(?:and )?| and /)
        .map((one) => one.replace(/^(?:some|the|a|an) /i, "").trim());
      const isRow = last > 0 ? things.length > 1 : things.length > 2;
      if (isRow && things.every((one) => one.length > 0 && one.length <= 40)) return things;
    }
    return [];
  },
  /** The words that say what a text is about. */
  keyword: (text) =>
    [...new Set(text.toLowerCase().match(/\p{L}[\p{L}\d-]{3,}/gu))].filter((word) => !emptyWords.has(word)),
} satisfies Record<string, (text: string) => string[]>;

export type Kind = keyof typeof readers;

const placeNames = [...new Set(places.flatMap(({ city = "", country = "" }) => [city, country]))];
const emptyWords = new Set(
  "this that with from have what when which about their there your make give write extract find keywords text".split(
    " ",
  ),
);
const isCalendar = (name: string) => /day$/.test(name) || months.includes(name.toLowerCase());
const two = (value: number) => String(value).padStart(2, "0");

/** A reader of all matches: the first group of each that has one, else all of it. */
function all(pattern: RegExp): (text: string) => string[] {
  return (text) => [...text.matchAll(pattern)].map(([whole, ...groups]) => groups.find((group) => group) ?? whole);
}

const numberWords = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");

/** Digits that are no number of things: dates, times, addresses, marks. */
const otherDigits = [
  /\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}:\d{2}\b|https?:\S+|\b[A-Z]{1,6}(?:-\d+)+\b|\b\d{1,2}\s?[ap]\.?m\b/g,
  spokenDate,
  new RegExp(`\\b\\d{1,5} (?:${title} ){1,3}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Drive)\\b`, "gu"),
];

function numbersIn(text: string): PromptNumber[] {
  const written = otherDigits
    .reduce((rest, digits) => rest.replaceAll(digits, " "), text)
    .replaceAll(new RegExp(`\\b(?:${numberWords.join("|")})\\b`, "gi"), (word) =>
      String(numberWords.indexOf(word.toLowerCase())),
    );
  return [
    ...written.matchAll(/([€$£]\s?)?(?<![\w.])(-?\d{1,3}(?:,\d{3})+|-?\d{1,15}(?:\.\d{1,8})?)(?:\s?(%|€|°)|(?!\w))/g),
  ].map(({ 0: whole, 1: money, 2: digits = "", 3: mark = "", index }) => {
    const before = wordsIn(written.slice(Math.max(0, index - 40), index)).slice(-2);
    const [rest = ""] = written.slice(index + whole.length, index + whole.length + 40).split(/[\d.;]/);
    const after = wordsIn(rest).slice(0, 2);
    const isMoney = money !== undefined || mark === "€" || moneyWords.has(after[0] ?? "");
    const sign = mark === "%" ? ["percent"] : mark === "°" ? ["degrees"] : [];
    return { value: Number(digits.replaceAll(",", "")), nextTo: [...after, ...sign, ...before], isMoney, used: false };
  });
}

const moneyWords = new Set("euro euros dollar dollars pound pounds usd eur gbp bucks".split(" "));
const wordsIn = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];

const longestResult = 20_000;

function membersOf(results: string[]): Map<string, unknown> {
  const known = new Map<string, unknown>();
  for (const result of results.slice(0, 20)) {
    const value = result.length > longestResult ? undefined : parseJson(result);
    if (isObject(value)) for (const [name, member] of Object.entries(value)) known.set(name, member);
  }
  return known;
}
