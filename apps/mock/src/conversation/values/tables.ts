import { readReplyFile } from "../../replies-folder.js";
import type { Schema } from "../json.js";
import type { Kind } from "./prompt.js";

/** The parts of a place by their names, which belong together. */
export type Place = Readonly<Record<string, string>>;

/**
 * `replies/values.json`. In the value of a row `{1-9}` is a number of that range, `{a|b}` one of several, which elements of
 * a list take in turn, and `{city}` a list of the file or a fact of the object. The first row that fits a name is taken.
 */
interface Tables {
  texts: NamedRow[];
  numbers: NamedRow[];
  /** Titles and names of things, by what they are in, or else what is beside them. */
  things: { in: string; beside?: string; value: string }[];
  lists: Readonly<Record<string, string>>;
  /** Schemas of members that have one of the words in their names. */
  types: { names: string; schema: Schema }[];
  jokes: Readonly<Record<"setup" | "punchline", string>>[];
  /** Words of names (labels, values of an enum, tools), and what people say who mean them. */
  meanings: { names: string; said: string }[];
  places: string[];
  languageCodes: Readonly<Record<string, string>>;
}

interface NamedRow {
  /** A pattern of the words of a name or a description. */
  name: string;
  value: string;
  /** The kinds of things of a prompt that come before the value. */
  asked?: Kind[];
}

const tables = JSON.parse(readReplyFile("values.json")) as Tables; // a test makes a value by each row

export const { lists, jokes, languageCodes } = tables;
export const texts = tables.texts.map(readRow);
export const numbers = tables.numbers.map(readRow);
export const things = tables.things.map(({ in: inside, beside, value }) => ({
  value,
  inside: named(inside),
  beside: beside === undefined ? undefined : named(beside),
}));
export const meanings = tables.meanings.map(({ names, said }) => ({ names: names.split(" "), said: said.split(" ") }));

export const typeOfWord = new Map(
  tables.types.flatMap(({ names, schema }) => names.split(" ").map((name) => [name, schema] as const)),
);

const [columns = "", ...rows] = tables.places;
const parts = columns.split("|");

export const places: readonly Place[] = rows.map((row) =>
  Object.fromEntries(row.split("|").map((part, at) => [parts[at] ?? "", part])),
);

export function placeNamed(name: string): Place | undefined {
  const wanted = name.toLowerCase();
  return places.find(({ city = "", country = "" }) => [city.toLowerCase(), country.toLowerCase()].includes(wanted));
}

export const isCountry = (name: string) => places.some(({ country }) => country === name);

/** The pattern of the names that have one of these words. */
export function named(words: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])`, "u");
}

function readRow({ name, value, asked = [] }: NamedRow) {
  return { names: named(name), value, kinds: asked };
}
