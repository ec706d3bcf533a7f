import { pick, type Random } from "../../random.js";
import type { Prompt } from "./prompt.js";
import { jokes, lists, placeNamed, places } from "./tables.js";

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
  isElement: boolean;
  /** The place in a list of words where its list began; undefined outside of lists. */
  start: number | undefined;
  record: DataRecord;
  random: Random;
  prompt: Prompt;
}

/** The facts that the members of one object share: the city is in the country, the address is the person's. */
export type DataRecord = ReturnType<typeof createRecord>;

/** Makes a record; `siblings` are the words of all its members' names. */
export function createRecord(siblings: string, { index, random, prompt }: Pick<Member, "index" | "random" | "prompt">) {
  let day: number | undefined;
  let minute: number | undefined;
  return {
    siblings,
    /** The numbers that others are to be no less than, by the words of their names. */
    leasts: new Map<string, number>(),
    place: once(() => placeNamed(prompt.find("place")[index] ?? "") ?? pick(places, random)),
    person: once(() => {
      const [first, last] = prompt.find("person")[index]?.split(" ") ?? [];
      return { first: first ?? fromList("firstName", random), last: last ?? fromList("lastName", random) };
    }),
    joke: once(() => pick(jokes, random)),
    /** Days after the first day of made-up time; those asked for later come later. */
    nextDay(): number {
      day = day === undefined ? Math.floor(random() * 300) : day + 1 + Math.floor(random() * 5);
      return day;
    },
    /** Minutes after midnight; those asked for later come later. */
    nextMinute(): number {
      minute = minute === undefined ? 15 * between(28, 64, random) : minute + 15 * between(1, 8, random);
      return minute;
    },
    /** Days or times asked for from now on come after this date or time. */
    startAt(start: string): void {
      const [hours, minutes] = start.split(":").map(Number);
      if (minutes === undefined) day = Math.max(day ?? 0, Math.round((Date.parse(start) - firstDay) / msOfDay));
      else minute = Number(hours) * 60 + minutes;
    },
    startTime: () => (minute === undefined ? undefined : clockTime(minute)),
  };
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** One of a list of the table. */
export const fromList = (name: string, random: Random) => pick((lists[name] ?? "").split("|"), random);

/** The person of the member's object; an element of a list of names is nobody who is known already. */
export function personOf({ record, isElement, index, random }: Member): { first: string; last: string } {
  if (!isElement || index === 0) return record.person();
  return { first: fromList("firstName", random), last: fromList("lastName", random) };
}

/** A name taken apart: `checkInDate`, `check_in_date` and `check-in-date` are `check in date`. */
export function wordsOfName(name: string): string {
  return name
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replaceAll(/[^\p{L}\d]+/gu, " ")
    .trim()
    .toLowerCase();
}

export function between(least: number, most: number, random: Random): number {
  return least + Math.floor(random() * (most - least + 1));
}

const firstDay = Date.UTC(2026, 0, 5);
const msOfDay = 86_400_000;

/** So many days after 2026-01-05, as a date. */
export function dateAfter(days: number): string {
  return new Date(firstDay + days * msOfDay).toISOString().slice(0, 10);
}

export function clockTime(minutes: number): string {
  const parts = [Math.floor(minutes / 60) % 24, Math.round(minutes % 60)];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}
