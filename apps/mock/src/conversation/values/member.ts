import { pick, type Random } from "../../random.js";
import { type Hints, placeNamed } from "./hints.js";
import { firstNames, foreignWords, jokes, lastNames, type Place, places } from "./words.js";

/** A member of an object, or an element of its list, that a value is made for. */
export interface Member {
  /** The words of its name, such as `check in date`; those of the list for an element. */
  name: string;
  /** The words of what it is in, such as `customer`; empty at the top. */
  parent: string;
  /** In lower case. */
  description: string;
  /** Index of the list element that it is, or is in; 0 outside of lists. */
  index: number;
  /** True for an element of a list that is no object. */
  isElement?: boolean;
  /** The place in a list of words where its list began; undefined outside of lists. */
  start: number | undefined;
  record: DataRecord;
  random: Random;
  hints: Hints;
  /** The subject of the prompt. */
  subject: string;
}

/** The facts that the members of one object share: the city is in the country, the address is the person's. */
export interface DataRecord {
  /** The words of all its members' names. */
  siblings: string;
  place(): Place;
  person(): { first: string; last: string };
  joke(): { setup: string; punchline: string };
  /** Days after the first day of made-up time; those asked for later come later. */
  nextDay(): number;
  /** Days asked for from now on come after this date. */
  startAt(date: string): void;
  /** The numbers that others are to be no less than, by the words of their names. */
  leasts: Map<string, number>;
}

export function createRecord(
  siblings: string,
  { index, random, hints }: Pick<Member, "index" | "random" | "hints">,
): DataRecord {
  let place: Place | undefined;
  let person: { first: string; last: string } | undefined;
  let day: number | undefined;
  let joke: ReturnType<DataRecord["joke"]> | undefined;
  return {
    siblings,
    leasts: new Map(),
    place() {
      const named = hints.places[index];
      place ??= (named === undefined ? undefined : placeNamed(named)) ?? pick(places, random);
      return place;
    },
    person() {
      const [first, last] = hints.people[index]?.split(" ") ?? [];
      person ??= { first: first ?? pick(firstNames, random), last: last ?? pick(lastNames, random) };
      return person;
    },
    joke() {
      joke ??= pick(jokesInTwo, random);
      return joke;
    },
    nextDay() {
      day = day === undefined ? Math.floor(random() * 300) : day + 1 + Math.floor(random() * 5);
      return day;
    },
    startAt(date) {
      day = Math.max(day ?? 0, Math.round((Date.parse(date) - firstDay) / 86_400_000));
    },
  };
}

const jokesInTwo = jokes.flatMap((setup, at) => (at % 2 === 0 ? [{ setup, punchline: jokes[at + 1] ?? "" }] : []));

/** The person of the member's object; an element of a list of names is nobody who is known already. */
export function personOf({ record, isElement, index, random }: Member): { first: string; last: string } {
  if (isElement !== true || index === 0) return record.person();
  return { first: pick(firstNames, random), last: pick(lastNames, random) };
}

/** The words of a member's name, those of other languages in English where they are common. */
export function wordsOfMember(name: string): string {
  return wordsOfName(name)
    .split(" ")
    .map((word) => foreignWords.get(word) ?? word)
    .join(" ");
}

/** A name taken apart: `checkInDate`, `check_in_date` and `check-in-date` are `check in date`. */
export function wordsOfName(name: string): string {
  return name
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replaceAll(/[^\p{L}\d]+/gu, " ")
    .trim()
    .toLowerCase();
}

/** A whole number from the least to the most. */
export function between(least: number, most: number, random: Random): number {
  return least + Math.floor(random() * (most - least + 1));
}

/** So many days after 2026-01-05, as a date. */
export function dateAfter(days: number): string {
  return new Date(firstDay + days * 86_400_000).toISOString().slice(0, 10);
}

const firstDay = Date.UTC(2026, 0, 5);

// The names by which members of a kind are known.
export const dateName = named(
  "date|day|deadline|due|birthday|dob|born|since|until|start|end|starts|ends|check ?in|check ?out|departure|return|arrival|expires?|when|on$",
);
export const timeOnly = named("(?:time|hour)(?!.*zone)");
export const placeName = named(
  "city|cities|town|location|locations|place|destination|where|near|municipality|capital|address",
);

/** The pattern of the names that have one of these words. */
export function named(words: string): RegExp {
  return new RegExp(`\\b(?:${words})(?!\\w)`);
}
