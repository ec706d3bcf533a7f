import { pick, type Random } from "../../random.js";
import { between, type Member } from "./member.js";

/** A number that the prompt gives for the member; undefined where it gives none. */
export function numberFromPrompt(member: Member): number | undefined {
  const { name, hints, record } = member;
  if (hints.numbers.length === 0) return undefined;
  if (/\b(latitude|longitude|lat|lon|lng)\b/.test(name)) return undefined;
  const take = (found: (typeof hints.numbers)[number] | undefined) => {
    if (found === undefined) return undefined;
    found.used = true;
    return found.value;
  };
  const open = hints.numbers.filter(({ used }) => !used);
  const wanted = name.split(" ").flatMap((word) => groups.find((group) => group.includes(stem(word))) ?? [stem(word)]);
  const isBeside = ({ nextTo }: (typeof open)[number]) => nextTo.some((word) => wanted.includes(stem(word)));
  if (/\b(price|budget|cost|amount|total|fee|salary|money)\b/.test(name)) {
    const money = open.filter((number) => number.isMoney && !isOtherBound(name, number.nextTo));
    if (money.length > 0) return take(money.find(isBeside) ?? money[0]);
  }
  const beside = open.find(isBeside);
  if (beside !== undefined) return take(beside);
  const inSeconds = /\bseconds?\b/.test(`${name} ${member.description}`);
  const span = open.find(({ nextTo }) => /^(?:minutes?|mins?|hours?)$/.test(nextTo[0] ?? ""));
  if (inSeconds && span !== undefined && /\b(duration|timer|time|timeout|seconds?)\b/.test(name)) {
    const value = take(span);
    return value === undefined ? undefined : value * (/^h/.test(span.nextTo[0] ?? "") ? 3600 : 60);
  }
  if (wanted.includes("guest") || wanted.includes("serving"))
    return take(
      open.find(({ nextTo }) => nextTo.at(-1) === "for" && (nextTo.length <= 2 || nextTo.at(-2) === "table")),
    );
  if (name === "age") return take(open.find(({ value }) => isAgeIn(hints.text, value)));
  const isFree =
    /^(a|b|c|x|y|n|count|num|number|limit|quantity|qty|amount|value|top|max results|num results|numbers|first|second|left|right|operands?)$/;
  const others = record.siblings.split(" ").map(stem);
  if (isFree.test(name))
    return take(
      open.find(
        ({ nextTo, isMoney }) =>
          !nextTo.slice(0, 1).some((word) => others.includes(stem(word))) &&
          !(isMoney && /\b(limit|count|quantity|qty|top|results)\b/.test(name)),
      ),
    );
  return undefined;
}

/** True where the words beside a number make it the most, and the name wants the least, or the other way round. */
const isOtherBound = (name: string, nextTo: string[]) =>
  (/\bmin(imum)?\b/.test(name) && nextTo.some((word) => /^(?:under|below|most|maximum|max|than|within)$/.test(word))) ||
  (/\bmax(imum)?\b/.test(name) && nextTo.some((word) => /^(?:over|above|least|minimum|min|from)$/.test(word)));

/** True for the number after a name: `John Smith, 42, lives in Berlin`. */
const isAgeIn = (text: string, value: number) =>
  Number.isInteger(value) &&
  value > 0 &&
  value < 120 &&
  new RegExp(
    `\\p{L}, ${value}(?:,|$)|\\bage[d:]? (?:is )?${value}\\b|\\b${value}[- ]years?[- ]old|\\bis ${value}(?= and|[.,]|$)`,
    "u",
  ).test(text);

/** A number that fits the member's name or description. */
export function numberByName(member: Member): number {
  const { name, record, hints } = member;
  const bounded = name.replace(/\b(?:min|max)(?:imum)?\b/, "").trim();
  const value = plainNumber(member);
  if (/\bmin(imum)?\b/.test(name)) {
    // The most may be in the prompt.
    const most = Math.min(value, ...hints.numbers.filter(({ isMoney }) => isMoney).map((number) => number.value));
    const least = Math.floor(most / 3);
    record.leasts.set(bounded, least);
    return least;
  }
  if (!/\bmax(imum)?\b/.test(name)) return value;
  const least = record.leasts.get(bounded) ?? value;
  return value < least ? least + value : value;
}

function plainNumber(member: Member): number {
  for (const heading of [member.name, member.description]) {
    for (const [pattern, make] of rules) if (pattern.test(heading)) return make(member);
  }
  return between(1, 20, member.random);
}

/** Words that people say for the same number. */
const groups = [
  [
    "guest",
    "people",
    "person",
    "party",
    "adult",
    "travell",
    "traveler",
    "traveller",
    "passenger",
    "attendee",
    "seat",
    "participant",
  ],
  ["day", "duration"],
  ["percent", "percentage", "discount", "brightness", "volume", "level"],
  ["temperature", "degree"],
  ["result", "limit", "item", "count"],
];

const stem = (word: string) => word.replace(/(?<=..)(?<!s)s$/, "");

const decimals = (value: number, digits: number) => Number(value.toFixed(digits));
const share = (random: Random) => decimals(0.5 + random() * 0.49, 2);

const rules: [RegExp, (member: Member) => number][] = [
  [/\b(lat|latitude)\b/, ({ record }) => record.place().latitude],
  [/\b(lon|lng|long|longitude)\b/, ({ record }) => record.place().longitude],
  [/\b(confidence|probability|likelihood|ratio|relevance|similarity)\b/, ({ random }) => share(random)],
  [/\b(tax|vat|interest|discount) rate\b/, ({ random }) => pick([0.05, 0.07, 0.1, 0.19, 0.2], random)],
  [/\bexchange rate\b/, ({ random }) => between(80, 140, random) / 100],
  [/\b(salary|income|revenue|turnover)\b/, ({ random }) => between(32, 120, random) * 1000],
  [
    /\b(price|cost|amount|fee|subtotal|budget|balance|charge|tax|spend)\b/,
    ({ random }) => between(5, 240, random) + pick([0.5, 0.9, 0.95, 0.99, 0.25], random),
  ],
  [
    /\b(percent|percentage|humidity|discount|progress|battery|chance|precipitation)\b/,
    ({ random }) => between(5, 95, random),
  ],
  [/\b(rating|stars)\b/, ({ random }) => between(30, 50, random) / 10],
  [/\bscore\b/, ({ random }) => between(60, 98, random)],
  [/\bage\b/, ({ random }) => between(19, 72, random)],
  [/\byear\b/, ({ random }) => between(1990, 2026, random)],
  [/\bmonth\b/, ({ random }) => between(1, 12, random)],
  [/\btimeout ms\b|\btimeout milliseconds\b/, () => 30_000],
  [/\btimeout\b/, () => 30],
  [/\bhours?\b/, ({ random }) => between(1, 12, random)],
  [/\b(minutes?|duration|prep time|cook time|time)\b/, ({ random }) => between(2, 18, random) * 5],
  [/\bseconds?\b/, ({ random }) => between(5, 90, random)],
  [/\b(time ?stamp|created|updated|expires)\b/, ({ record }) => 1_767_571_200 + record.nextDay() * 86_400],
  [/\b(temp|temperature|feels like|high|low|celsius|degrees)\b/, ({ random }) => between(4, 29, random)],
  [/\b(wind|speed)\b/, ({ random }) => between(3, 38, random)],
  [/\bpressure\b/, ({ random }) => between(992, 1032, random)],
  [/\b(days?|nights?|weeks?)\b/, ({ random }) => between(1, 7, random)],
  [
    /\b(guests?|people|persons?|adults|party|travell?ers|passengers|servings|seats|rooms|bedrooms)\b/,
    ({ random }) => between(1, 6, random),
  ],
  [/\b(children|kids)\b/, ({ random }) => between(0, 3, random)],
  [/\b(population|followers|views|inhabitants)\b/, ({ random }) => between(24, 2400, random) * 1000],
  [/\b(pages)\b/, ({ random }) => between(90, 480, random)],
  [/\b(page|offset start)\b/, () => 1],
  [/\boffset\b/, () => 0],
  [/\b(limit|top|max results|num results)\b/, () => 10],
  [/\b(rank|index|position|order|step|line|number)\b$/, ({ index }) => index + 1],
  [/\b(id|identifier)\b/, ({ random }) => between(1000, 9999, random)],
  [/\bport\b/, () => 8080],
  [/\b(width|height|pixels)\b/, ({ random }) => between(3, 24, random) * 80],
  [/\b(weight|mass|volume|litres|kg)\b/, ({ random }) => between(5, 180, random) / 10],
  [/\b(distance|radius|length|depth|km|miles|elevation|altitude)\b/, ({ random }) => between(2, 80, random) * 5],
  [/\bcalories\b/, ({ random }) => between(12, 70, random) * 10],
  [/\b(likes|clicks|sales|downloads)\b/, ({ random }) => between(12, 940, random)],
  [/\b(quantity|count|stock|qty|units|items)\b/, ({ random }) => between(1, 24, random)],
  [/\btotal\b/, ({ random }) => between(20, 900, random) + 0.5],
];
