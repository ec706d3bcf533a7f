import { pick, type Random } from "../../random.js";
import { between, clockTime, dateAfter, fromList, type Member, personOf, wordsOfName } from "./member.js";
import type { Kind } from "./prompt.js";
import { languageCodes, lists, numbers, placeNamed, places, texts, things } from "./tables.js";

/** The kinds of things that a prompt can give for a text of this name, or of this format. */
export function kindsOf(name: string, format?: string): readonly Kind[] {
  const heading = format === undefined ? name : headingOf(format);
  return texts.find(({ names }) => names.test(heading))?.kinds ?? [];
}

const headingOf = (format: string) => `${wordsOfName(format)} format`;

export function writeString(member: Member, format = ""): string {
  // These say more than that they are a date or an address.
  const isNamed = /\b(?:birth|born|dob|birthday|image|avatar|photo|picture|logo)\b/.test(member.name);
  const heading = isNamed && /^(?:date|ur[il])$/.test(format) ? "" : format && headingOf(format);
  return byName(texts, member, heading) ?? write("{Adjective} {noun}", member);
}

/** A number that fits the member's name or description; what is least is no more than what is most. */
export function numberByName(member: Member): number {
  const { name, record, prompt } = member;
  const value = Number(byName(numbers, member) ?? write("{1-20}", member));
  const bounded = name.replace(/\b(?:min|max)(?:imum)?\b/, "").trim();
  if (bounded === name) return value;
  if (/\bmax/.test(name)) return value + Math.max(0, (record.leasts.get(bounded) ?? 0) - value) * 2;
  // The most may be in the prompt.
  const most = prompt.numbers.filter(({ isMoney }) => isMoney).map((number) => number.value);
  const least = Math.floor(Math.min(value, ...most) / 3);
  record.leasts.set(bounded, least);
  return least;
}

/** Sentences until there are so many characters. */
export function sentencesOf(member: Member, leastCharacters: number): string {
  let text = write("{sentence}", member);
  while (text.length < leastCharacters) text += ` ${write("{sentence}", member)}`;
  return text;
}

/** A place as the member wants it: by its airport, or with its country. */
export function located({ name, description }: Member, place: string): string {
  const { city, country, airport = place } = placeNamed(place) ?? {};
  if (/\b(?:airport|iata)\b/.test(`${name} ${description}`)) return airport;
  const wantsCountry = /city and (?:state|country)|city, (?:state|country)|e\.g\.? [\p{L} ]{1,40}, \p{L}/u;
  return city === place && wantsCountry.test(description) ? `${place}, ${country}` : place;
}

/** The facts that a value names, besides the parts of the object's place. */
const facts: Readonly<Record<string, (member: Member) => string | number>> = {
  located: (member) => located(member, member.record.place().city ?? ""),
  languageCode: ({ record }) => languageCodes[record.place().language ?? ""] ?? "en",
  first: ({ record }) => record.person().first,
  last: ({ record }) => record.person().last,
  name: (member) => Object.values(personOf(member)).join(" "),
  user: (member) => Object.values(personOf(member)).map(plain).join("."),
  setup: ({ record }) => record.joke().setup,
  punchline: ({ record }) => record.joke().punchline,
  day: ({ record }) => dateAfter(record.nextDay()),
  time: ({ record }) => clockTime(record.nextMinute()),
  seconds: ({ record }) => 1_767_571_200 + record.nextDay() * 86_400,
  ordinal: ({ index }) => index + 1,
  uuid: ({ random }) => {
    const hex = (digits: number) => draw("0123456789abcdef", digits, random);
    return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
  },
  mark: ({ name, parent, random }) => {
    const about = name.replace(/\b(?:id|identifier|key|token|reference|ref|number|no)\b/g, "").trim() || parent || "id";
    return `${about.split(" ", 1)[0]?.slice(0, 4)}_${draw("23456789abcdefghjkmnpqrstuvwxyz", 8, random)}`;
  },
  subject: ({ prompt: { subject } }) => subject || "the text",
  Subject: (member) => capital(member.prompt.subject) || write("{Adjective} {noun}", member),
  question: (member) =>
    member.start === undefined && !/options|answers/.test(member.record.siblings)
      ? write("{Subject}", member)
      : write(
          "{Which of these belongs to|What comes first when you look at|What would you explain first about} {subject}?",
          member,
        ),
  title: (member) => thingOf(member) ?? write(member.index > 0 ? "The {Adjective} {noun}" : "{Subject}", member),
  titleOrName: (member) => thingOf(member) ?? write("{name}", member),
  path: ({ prompt: { subject }, random }) =>
    plain(subject.replaceAll(" ", "-")).split("-", 6).join("-") || fromList("noun", random),
};

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const draw = (characters: string, count: number, random: Random) =>
  Array.from({ length: count }, () => pick([...characters], random)).join("");
const plain = (text: string) =>
  text
    .normalize("NFD")
    .replaceAll(/[^\w-]/g, "")
    .toLowerCase();

function thingOf(member: Member): string | undefined {
  const about = `${member.parent} ${member.description}`;
  const { siblings } = member.record;
  const thing = things.find(({ inside, beside }) => inside.test(about) || beside?.test(siblings));
  return thing && write(thing.value, member);
}

function byName(rows: typeof texts, member: Member, format = ""): string | undefined {
  for (const heading of [format, member.name, `${member.parent} ${member.name}`, member.description]) {
    const row = heading === "" ? undefined : rows.find(({ names }) => names.test(heading));
    if (row !== undefined) return write(row.value, member);
  }
  return undefined;
}

function write(template: string, member: Member): string {
  const { random, index, start, record } = member;
  return template.replaceAll(/\{([^{}]+)\}/g, (_, part: string) => {
    const [, least, most] = /^(\d+)-(\d+)$/.exec(part) ?? [];
    if (most !== undefined) return String(between(Number(least), Number(most), random));
    if (Object.hasOwn(facts, part)) return String(facts[part]?.(member));
    if (placeParts.has(part)) return record.place()[part] ?? "";
    const list = (lists[part] ?? part).split("|");
    return (start === undefined ? undefined : list[(start + index) % list.length]) ?? pick(list, random);
  });
}

const placeParts = new Set(places.flatMap(Object.keys));
