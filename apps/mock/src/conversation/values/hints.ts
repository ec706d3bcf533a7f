import { foreignWords, languageCodes, type Place, places } from "./words.js";

/** The parts of a prompt that a value can be made of. */
export interface Hints {
  /** The words of the prompt. */
  text: string;
  /** Places in the order in which the prompt names them. */
  places: string[];
  /** The one after `from`, and the one after `to`. */
  from: string | undefined;
  to: string | undefined;
  /** Numbers with the words beside them, such as `3` with `days`. */
  numbers: { value: number; nextTo: string[]; isMoney: boolean; used: boolean }[];
  dates: string[];
  times: string[];
  emails: string[];
  urls: string[];
  /** Texts between quotation marks. */
  quoted: string[];
  /** Marks such as `A-1042` or `#4711`. */
  ids: string[];
  /** Names of people: two capitalised words that do not begin the prompt and name no place. */
  people: string[];
  /** Codes such as `USD`, in the order in which the prompt names them. */
  currencies: string[];
  language: string | undefined;
  expression: string | undefined;
  /** Members of JSON objects that tools gave back. */
  known: Map<string, unknown>;
}

const longestRead = 4000;
const longestResult = 20_000;

const numberWords = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
const months = "january february march april may june july august september october november december".split(" ");

/** Reads a prompt; `results` are what tools have given back. */
export function readHints(prompt: string, results: string[] = []): Hints {
  const text = prompt.slice(0, longestRead);
  const found = placesIn(text);
  return {
    text,
    places: found,
    from: placeAfter(text, "from"),
    to: placeAfter(text, "to|into|towards"),
    numbers: numbersIn(text),
    dates: datesIn(text),
    times: timesIn(text),
    emails: all(text, /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{2,63}){1,4}/g),
    urls: all(text, /https?:\/\/[^\s"'<>)\]]{1,300}/g).map((url) => url.replace(/[.,;:!?]+$/, "")),
    quoted: [...text.matchAll(/["“«]([^"“”«»\n]{1,300})["”»]|(?<=^|[\s:(])'([^'\n]{1,300})'(?=[\s.,!?)]|$)/g)].map(
      ([, double, single = ""]) => double ?? single,
    ),
    ids: all(
      text.replaceAll(spokenDate, " ").replaceAll(/\b(?:in|of|by|since|until|for) (?:19|20)\d\d\b/g, " "),
      /#?\b[A-Z]{1,6}-?\d{2,12}(?:-\d{1,12})*\b|#\w{2,20}|\b\d{4,12}\b(?!-\d)/g,
    ),
    people: peopleIn(text, found),
    currencies: all(text, /\b(?:USD|EUR|GBP|JPY|CHF|SEK|NOK|CAD|AUD|CNY|INR|BRL|MXN|PLN)\b/g),
    language: Object.keys(languageCodes).find((name) => new RegExp(`\\b${name}\\b`, "i").test(text)),
    expression:
      shareIn(text) ?? /[\d(][\d\s.+*/^()×÷-]{1,80}[\d)]/.exec(text)?.[0]?.match(/^[^+*/^×÷-]+[+*/^×÷-].*$/)?.[0],
    known: knownFrom(results),
  };
}

/** `15% tip on 84.50` as a product. */
function shareIn(text: string): string | undefined {
  const [, percent, of] =
    /(\d{1,3}(?:\.\d+)?)\s?(?:%|percent)[^\d\n]{1,20}(?:of|on) [$€£]?(\d[\d.]*)/i.exec(text) ?? [];
  return percent === undefined || of === undefined ? undefined : `${of.replace(/\.$/, "")} * ${Number(percent) / 100}`;
}

/** `18:30`, `3pm` and `8:15 am` as hours and minutes. */
function timesIn(text: string): string[] {
  return [...text.matchAll(/\b([01]?\d|2[0-3]):([0-5]\d)(?:\s?([ap])\.?m\b)?|\b(1[0-2]|[1-9])\s?([ap])\.?m\b/gi)].map(
    ([, hour, minutes = "00", half, short, shortHalf]) => {
      const mark = (half ?? shortHalf ?? "").toLowerCase();
      const read = Number(hour ?? short);
      return `${two(mark === "p" && read < 12 ? read + 12 : mark === "a" && read === 12 ? 0 : read)}:${minutes}`;
    },
  );
}

function peopleIn(text: string, found: string[]): string[] {
  const isPerson = (name: string) => !found.includes(name) && !isCalendar(name);
  const [, first = ""] =
    /^\W*(\p{Lu}[\p{Ll}'-]+ \p{Lu}[\p{Ll}'-]+)(?:,| (?:is|was|has|had|lives|works|and|from|will|wants|bought|called|,))/u.exec(
      text,
    ) ?? [];
  const full = [first, ...all(text, /(?<=\S\s+)\p{Lu}[\p{Ll}'-]+ \p{Lu}[\p{Ll}'-]+/gu)].filter(
    (name) => name !== "" && isPerson(name),
  );
  if (full.length > 0) return [...new Set(full)];
  const [, one = "", other = ""] =
    /\b(\p{Lu}\p{Ll}+) and (\p{Lu}\p{Ll}+) (?:are|will|have|go|meet|want|plan|were)\b/u.exec(text) ?? [];
  const both = [one, other].filter((name) => name !== "" && isPerson(name));
  if (both.length > 0) return both;
  const addressed =
    /\b(?:with|to|for|from|tell|ask|call|invite|email|message|by) (\p{Lu}\p{Ll}+)(?:(?:, | and )(\p{Lu}\p{Ll}+))?(?! \p{Lu}|['’]s)\b/u.exec(
      text,
    ) ?? [];
  return addressed
    .slice(1)
    .filter(
      (name) =>
        name !== undefined &&
        !isCalendar(name) &&
        placeNamed(name) === undefined &&
        !Object.hasOwn(languageCodes, name),
    );
}

/** `Rome, Oslo and Lisbon` as three places; empty where a text names no row of them. */
export function enumeratedPlaces(text: string): string[] {
  const [, row = ""] =
    /\b(?:in|for|of|at) (\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)?(?:, \p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)?){0,6},? (?:and|or|und|et|y|e) (?:in |for )?\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)?)/u.exec(
      text.slice(0, longestRead),
    ) ?? [];
  return row
    .split(/,? (?:and|or|und|et|y|e) (?:in |for )?|, /)
    .filter((name) => name !== "" && !isCalendar(name) && placeNamed(name)?.country !== name);
}

/** The place of a name that the prompt has; undefined where the table does not know it. */
export function placeNamed(name: string): Place | undefined {
  const wanted = name.toLowerCase();
  return places.find(({ city, country }) => city.toLowerCase() === wanted || country.toLowerCase() === wanted);
}

const all = (text: string, pattern: RegExp): string[] => text.match(pattern) ?? [];

function placesIn(text: string): string[] {
  const lower = text.toLowerCase();
  const known = placeNames
    .map((name) => ({ name, at: lower.indexOf(name.toLowerCase()) }))
    .filter(
      ({ name, at }) => at >= 0 && !isLetter.test(lower[at - 1] ?? "") && !isLetter.test(lower[at + name.length] ?? ""),
    );
  const guessed = [...text.matchAll(placeAfterWord)]
    .map(({ 1: name = "", index }) => ({ name, at: index + 1 }))
    .filter(({ name }) => !(months.includes(name.toLowerCase()) || Object.hasOwn(languageCodes, name)));
  const names = [...known, ...guessed].sort((a, b) => a.at - b.at).map(({ name }) => name);
  return [...new Set(names)];
}

const placeNames = [...new Set(places.flatMap(({ city, country }) => [city, country]))];
const isCalendar = (name: string) =>
  name.split(" ").some((word) => months.includes(word.toLowerCase()) || /day$/.test(word));
const isLetter = /\p{L}/u;
const placeAfterWord =
  /\b(?:in|to|from|near|at|around|visit|visiting) ((?:\p{Lu}[\p{Ll}'-]+)(?: \p{Lu}[\p{Ll}'-]+){0,2})/gu;

function placeAfter(text: string, words: string): string | undefined {
  const found = new RegExp(`\\b(?:${words}) ((?:\\p{Lu}[\\p{Ll}'-]+)(?: \\p{Lu}[\\p{Ll}'-]+){0,2})`, "u").exec(text);
  return found?.[1];
}

function numbersIn(text: string): Hints["numbers"] {
  const written = text
    .replaceAll(/\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}:\d{2}\b|https?:\S+/g, " ")
    .replaceAll(spokenDate, " ")
    .replaceAll(
      /\b[A-Z]{1,6}(?:-\d+)+\b|\b\d{1,2}\s?[ap]\.?m\b|\b\d{1,5} (?:\p{Lu}\p{L}+ ){1,3}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Drive)\b/gu,
      " ",
    )
    .replaceAll(new RegExp(`\\b(?:${numberWords.join("|")})\\b`, "gi"), (word) =>
      String(numberWords.indexOf(word.toLowerCase())),
    );
  return [
    ...written.matchAll(/([€$£]\s?)?(?<![\w.])(-?\d{1,3}(?:,\d{3})+|-?\d{1,15}(?:\.\d{1,8})?)(?:\s?(%|€|°)|(?![\w]))/g),
  ].map(({ 0: whole, 1: money, 2: digits = "", 3: mark = "", index }) => {
    const before = words(written.slice(Math.max(0, index - 40), index)).slice(-2);
    const [rest = ""] = written.slice(index + whole.length, index + whole.length + 40).split(/[\d.;]/);
    const after = words(rest).slice(0, 2);
    const isMoney =
      money !== undefined || mark === "€" || /^(?:euros?|dollars?|pounds?|usd|eur|gbp|bucks)$/.test(after[0] ?? "");
    const sign = mark === "%" ? ["percent", "percentage"] : mark === "°" ? ["degrees"] : [];
    return { value: Number(digits.replaceAll(",", "")), nextTo: [...after, ...sign, ...before], isMoney, used: false };
  });
}

const words = (text: string): string[] =>
  (text.toLowerCase().match(/\p{L}+/gu) ?? []).map((word) => foreignWords.get(word) ?? word);

function datesIn(text: string): string[] {
  const iso = all(text, /\b\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])\b/g);
  const spoken = [...text.matchAll(spokenDate)].map(([, dayA, monthA, monthB, dayB, year = "2026"]) => {
    const month = months.indexOf((monthA ?? monthB ?? "").toLowerCase()) + 1;
    return `${year}-${two(month)}-${two(Math.min(28, Math.max(1, Number(dayA ?? dayB))))}`;
  });
  return [...iso, ...spoken];
}

const spokenDate = new RegExp(
  `\\b(?:(\\d{1,2})(?:st|nd|rd|th)? (?:of )?(${months.join("|")})|(${months.join("|")}) (\\d{1,2})(?:st|nd|rd|th)?)\\b,?(?: (\\d{4}))?`,
  "gi",
);

const two = (value: number) => String(value).padStart(2, "0");

function knownFrom(results: string[]): Map<string, unknown> {
  const known = new Map<string, unknown>();
  for (const result of results.slice(0, 20)) {
    if (result.length > longestResult || !result.trimStart().startsWith("{")) continue;
    try {
      // Text that begins with a brace and parses is an object.
      for (const [name, value] of Object.entries(JSON.parse(result) as object)) known.set(name, value);
    } catch {
      // What is no JSON has no members.
    }
  }
  return known;
}
