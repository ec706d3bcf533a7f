import { numberWords } from "../values/prompt.js";

/** The things that a prompt can ask a number of. */
export type Unit = "words" | "sentences" | "paragraphs" | "items" | "rows" | "columns";

export type Amounts = Partial<Record<Unit, number>>;

const units: [unit: Unit, most: number, names: string][] = [
  ["words", 20_000, "word words"],
  ["sentences", 1000, "sentence sentences"],
  ["paragraphs", 200, "paragraph paragraphs"],
  ["rows", 200, "row rows"],
  ["columns", 10, "column columns"],
  [
    "items",
    200,
    "item items bullet bullets point points idea ideas tip tips reason reasons example examples fact facts step steps name names question questions option options thing things way ways",
  ],
];

const unitByName = new Map(units.flatMap(([unit, , names]) => names.split(" ").map((name) => [name, unit] as const)));
const most = new Map(units.map(([unit, limit]) => [unit, limit]));

const numbers = new Map(
  Object.entries({ fifteen: 15, twenty: 20, thirty: 30, fifty: 50, hundred: 100 }).concat(
    numberWords.map((word, at) => [word, at]),
  ),
);

/** Words before a number of things that are not named: `Name five rivers`, `a table of three rivers`. */
const listing = new Set("name list give me us show write suggest tell need want of all top the find".split(" "));

const longestRead = 2000;

/** Reads how many words, items, rows and so on a prompt asks for; bounded, so that none keeps the mock busy. */
export function readAmounts(prompt: string): Amounts {
  const words =
    prompt
      .slice(0, longestRead)
      .toLowerCase()
      .match(/\d[\d,]*|\p{L}+/gu) ?? [];
  const amounts: Amounts = {};
  for (const [at, word] of words.entries()) {
    const count = numbers.get(word) ?? Number(word.replaceAll(",", ""));
    if (!(count > 0)) continue;
    const named = words.slice(at + 1, at + 4).map((next) => unitByName.get(next));
    const unit = named.find((each) => each !== undefined) ?? (listing.has(words[at - 1] ?? "") ? "items" : undefined);
    if (unit !== undefined) amounts[unit] ??= Math.min(count, most.get(unit) ?? count);
  }
  return amounts;
}

const namesOfColumns = new Set("column columns key keys field fields member members property properties".split(" "));

/** Reads the names of columns or members: `with columns Name, City and Price`, `with keys name and age`, `{"name": …}`. */
export function readNames(prompt: string): string[] {
  const read = prompt.slice(0, longestRead);
  const written = [...read.matchAll(/"([\w -]{1,40})"\s{0,9}:/g)].map(([, name = ""]) => name);
  if (written.length > 0) return [...new Set(written)].slice(0, mostNames);
  for (const clause of read.split(/[.;\n]/)) {
    const words = clause.split(/\s+/);
    const from = words.findIndex((word) => namesOfColumns.has(word.toLowerCase().replace(/:$/, "")));
    if (from === -1) continue;
    const rest = words.slice(from + 1);
    const end = rest.findIndex((word) => afterNames.has(word.toLowerCase()));
    const names = rest
      .slice(0, end === -1 ? rest.length : end)
      .join(" ")
      .split(/,(?: and )?| and /)
      .map((name) => name.replaceAll(/["“”'`*:]/g, "").trim());
    if (names.length > 1 && names.every((name) => /^\p{L}[\p{L}\d_ -]{0,30}$/u.test(name))) {
      return names.slice(0, mostNames);
    }
  }
  return [];
}

const mostNames = 30;
const afterNames = new Set("with for about in using of on from".split(" "));
