/** A page's entry in the search index. */
export type SearchEntry = [
  title: string,
  kind: string,
  path: string,
  summary: string,
  exact: string[],
  words: string[],
];

/** Keeps letters and digits only, so that `drop_down`, `drop down` and `DropDown` match. */
const bare = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

/** Finds the entries that match every word of a query, the best first. */
export function findEntries(entries: readonly SearchEntry[], typed: string): SearchEntry[] {
  const whole = bare(typed);
  if (whole === "") return [];
  const words = typed.split(/\s+/).map(bare).filter(Boolean);
  const rated = entries.map((entry) => ({
    entry,
    rate: Math.max(rate(entry, whole), Math.min(...words.map((word) => rate(entry, word)))),
  }));
  return rated
    .filter((one) => one.rate > 0)
    .sort((one, other) => other.rate - one.rate || one.entry[0].length - other.entry[0].length)
    .map(({ entry }) => entry);
}

function rate([title, kind, , summary, exact, words]: SearchEntry, word: string): number {
  const name = bare(title);
  const isSchema = kind === "Schema";
  if (name === word) return 100;
  if (exact.some((one) => bare(one) === word)) return 90;
  if (name.startsWith(word)) return isSchema ? 70 : 80;
  if (exact.some((one) => bare(one).includes(word))) return 65;
  if (words.some((one) => bare(one) === word)) return isSchema ? 55 : 60;
  if (name.includes(word)) return 50;
  if (words.some((one) => bare(one).startsWith(word))) return 40;
  return bare(summary).includes(word) ? 20 : 0;
}
