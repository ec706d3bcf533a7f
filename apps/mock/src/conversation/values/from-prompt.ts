import { clockTime, dateAfter, type Member } from "./member.js";
import { isCountry, languageCodes } from "./places.js";
import type { Kind, PromptNumber } from "./prompt.js";
import { kindsOf, located } from "./write-by-name.js";

/** Returns the words of the prompt that a text can be; undefined where none fit. */
export function stringFromPrompt(member: Member, format: string | undefined): string | undefined {
  const { name, description, record } = member;
  if (format === "date-time" || /\bdate[- ]?time\b|time ?stamp|iso 8601/.test(description)) {
    const time = timeIn(member);
    const date = thing(member, "date");
    if (date !== undefined) record.startAt(date);
    return time === undefined ? undefined : `${date ?? dateAfter(record.nextDay())}T${time}:00Z`;
  }
  for (const kind of kindsOf(name, format)) {
    const found = kind === "time" ? timeIn(member) : thing(member, kind);
    if (found === undefined) continue;
    if (kind === "date") record.startAt(found);
    return found;
  }
  return undefined;
}

const isLast = /\b(?:end|ends|finish|until|return|check ?out|due|to|target|quote|destination|arrival)\b/;

/** The thing of a kind for the member's place in a list; of a pair the second where the name means that. */
function thing(member: Member, kind: Kind): string | undefined {
  const { name, description, prompt, index } = member;
  const found = prompt.find(kind);
  const isWay = kind === "from" || kind === "to";
  const text = found[isWay ? 0 : index === 0 && found.length > 1 && isLast.test(name) ? 1 : index];
  if (text === undefined || kind === "language")
    return text && /\bcode\b|iso/.test(`${name} ${description}`) ? languageCodes[text] : text;
  if (!/^(?:place|from|to)$/.test(kind)) return text.replace(/^#(?=\d)/, "");
  // A city of that country is then the record's.
  return isCountry(text) && /\bcit(?:y|ies)\b|\btown\b/.test(name) ? undefined : located(member, text);
}

/** The time that the prompt gives; for an end the second one, or so long after the first as it says, else an hour. */
function timeIn({ name, prompt, index }: Member): string | undefined {
  const times = prompt.find("time");
  const [start] = times;
  if (start === undefined || !isLast.test(name)) return times[index];
  if (times[1] !== undefined) return times[1];
  const [hour = 0, minute = 0] = start.split(":").map(Number);
  return clockTime(hour * 60 + minute + (minutesOf(prompt.numbers.find(isSpan)) ?? 60));
}

/** `45 minutes` and the like. */
const isSpan = ({ nextTo }: PromptNumber) => /^(?:minutes?|mins?|hours?)$/.test(nextTo[0] ?? "");
const minutesOf = (span: PromptNumber | undefined) => span && span.value * (/^h/.test(span.nextTo[0] ?? "") ? 60 : 1);

/** Words that people say for the same number. */
const groups = [
  "guest people person party adult travel traveler traveller passenger attendee seat participant serving",
  "day duration",
  "age year old",
  "percent percentage discount brightness volume level",
  "temperature degree",
  "result limit item count",
].map((words) => words.split(" "));

const stem = (word = "") => word.replace(/(?<=..)(?<!s)s$/, "");
const isFree =
  /^(?:a|b|c|x|y|n|count|num|number|limit|quantity|qty|amount|value|top|max results|numbers|first|second|left|right|operands?)$/;
const isCount = /\b(?:limit|count|quantity|qty|top|results)\b/;
const isPrice = /\b(?:price|budget|cost|amount|total|fee|salary|money)\b/;

/** A number that the prompt gives for the member; undefined where it gives none. */
export function numberFromPrompt({ name, description, prompt, record }: Member): number | undefined {
  const open = prompt.numbers.filter(({ used }) => !used);
  const wanted = name.split(" ").flatMap((word) => groups.find((group) => group.includes(stem(word))) ?? [stem(word)]);
  const isBeside = ({ nextTo }: PromptNumber) => nextTo.some((word) => wanted.includes(stem(word)));
  const others = record.siblings.split(" ").map(stem);
  const money = isPrice.test(name)
    ? open
        .filter(({ isMoney, nextTo }) => isMoney && !isOtherBound(name, nextTo))
        .sort((a, b) => +isBeside(b) - +isBeside(a))
    : [];
  const isInSeconds = /\bseconds?\b/.test(`${name} ${description}`);
  const span = isInSeconds ? open.find(isSpan) : undefined;
  const isAge = ({ value }: PromptNumber) => new RegExp(`\\p{L}, ${value}(?:,|$)`, "u").test(prompt.text);
  const isOwn = ({ nextTo, isMoney }: PromptNumber) =>
    !others.includes(stem(nextTo[0])) && !(isMoney && isCount.test(name));
  const found =
    money[0] ??
    span ??
    open.find(isBeside) ??
    (wanted.includes("guest") ? open.find(({ nextTo }) => nextTo.at(-1) === "for") : undefined) ??
    (name === "age" ? open.find(isAge) : isFree.test(name) ? open.find(isOwn) : undefined);
  if (found === undefined) return undefined;
  found.used = true;
  return found === span ? (minutesOf(span) ?? 0) * 60 : found.value;
}

/** True where the words beside a number make it the most, and the name wants the least, or the other way round. */
const isOtherBound = (name: string, nextTo: string[]) =>
  (/\bmin/.test(name) && nextTo.some((word) => /^(?:under|below|most|maximum|max|than|within)$/.test(word))) ||
  (/\bmax/.test(name) && nextTo.some((word) => /^(?:over|above|least|minimum|min|from)$/.test(word)));

const plainWords = new Set(
  "with have does should include includes included including enable enabled allow allowed needs only when active".split(
    " ",
  ),
);

/** True where the prompt has a word of the name, false where it denies it; undefined where it has none. */
export function booleanFromPrompt({ name, prompt }: Member): boolean | undefined {
  const text = prompt.text.toLowerCase();
  const word = name.split(" ").find((one) => one.length > 3 && !plainWords.has(one) && text.includes(one));
  if (word === undefined) return undefined;
  const at = text.indexOf(word);
  return !/\b(?:no|not|without|don.t|never|excluding)(?: \w+)?\s*$/.test(text.slice(Math.max(0, at - 24), at));
}
