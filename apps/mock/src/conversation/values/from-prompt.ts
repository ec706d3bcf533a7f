import { dateAfter, type Member } from "./member.js";
import type { Kind, PromptNumber } from "./prompt.js";
import { isCountry, languageCodes } from "./tables.js";
import { kindsOf, located } from "./write-by-name.js";

/** Returns the words of the prompt that a text can be; undefined where none fit. */
export function stringFromPrompt(member: Member, format: string | undefined): string | undefined {
  const { name, description, record } = member;
  const isMoment = format === "date-time" || /\bdate[- ]?time\b|time ?stamp|iso 8601/.test(description);
  for (const kind of isMoment ? (["date"] as const) : kindsOf(name, format)) {
    const found = thing(member, kind);
    if (found !== undefined && (kind === "date" || kind === "time")) record.startAt(found);
    if (found !== undefined && !isMoment) return found;
  }
  const time = isMoment ? thing(member, "time") : undefined;
  return time && `${thing(member, "date") ?? dateAfter(record.nextDay())}T${time}:00Z`;
}

const isLast = /\b(?:end|ends|finish|until|return|check ?out|due|to|target|quote|destination|arrival)\b/;

/** The thing of a kind for the member's place in a list; of a pair the second where the name means that. */
function thing(member: Member, kind: Kind): string | undefined {
  const { name, description, record, prompt, index } = member;
  const found = prompt.find(kind);
  const isWay = kind === "from" || kind === "to";
  const text = found[isWay ? 0 : index === 0 && found.length > 1 && isLast.test(name) ? 1 : index];
  const isFirst = text === record.startTime() || (kind === "place" && text === prompt.find("from")[0]);
  if (text === undefined || (isFirst && isLast.test(name))) return undefined;
  if (kind === "language") return /\bcode\b|iso/.test(`${name} ${description}`) ? languageCodes[text] : text;
  if (!/^(?:place|from|to)$/.test(kind)) return text.replace(/^#(?=\d)/, "");
  // A city of that country is then the record's.
  return isCountry(text) && /\bcit(?:y|ies)\b|\btown\b/.test(name) ? undefined : located(member, text);
}

/** Words that people say for the same number. */
const groups = [
  "guest people person party adult travel traveler traveller passenger attendee seat participant serving",
  "day duration",
  "minute duration",
  "hour duration",
  "age year old",
  "percent percentage discount brightness volume level",
  "temperature degree",
  "result limit item count",
].map((words) => words.split(" "));

const stem = (word = "") => word.replace(/(?<=..)(?<!s)s$/, "");
/** Members that any number is for. */
const freeNames = [
  ..."abcxyn",
  ..."count num number numbers limit quantity qty amount value top".split(" "),
  ..."first second left right operand operands".split(" "),
];
const isPrice = /\b(?:price|budget|cost|amount|total|fee|salary|money)\b/;

export function numberFromPrompt({ name, prompt, record }: Member): number | undefined {
  const open = prompt.numbers.filter(({ used }) => !used);
  const wanted = name
    .split(" ")
    .flatMap((word) => [stem(word), ...groups.filter((group) => group.includes(stem(word))).flat()]);
  const isBeside = ({ nextTo }: PromptNumber) => nextTo.some((word) => wanted.includes(stem(word)));
  const others = record.siblings.split(" ").map(stem);
  const isOfOther = ({ nextTo }: PromptNumber) => others.includes(stem(nextTo[0]));
  // What is to be paid at least is made up, below what the prompt says.
  const money = isPrice.test(name) && !/\bmin/.test(name) ? open.filter(({ isMoney }) => isMoney) : [];
  const found =
    money.find(isBeside) ??
    money[0] ??
    open.find(isBeside) ??
    (wanted.includes("guest") ? open.find(({ nextTo }) => nextTo.at(-1) === "for") : undefined) ??
    (freeNames.includes(name) ? open.find((number) => !isOfOther(number) && !number.isMoney) : undefined);
  if (found === undefined) return undefined;
  found.used = true;
  return found.value;
}

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
