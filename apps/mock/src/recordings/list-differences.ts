import { matchesMasked } from "./match-masked.js";

/** More places are not listed, and values that are nested deeper not compared, so that it costs little. */
const mostPlaces = 50;
const mostLevels = 200;

interface CompareOptions {
  /** Members of the whole value that may differ. */
  ignored?: ReadonlySet<string>;
  /** True where the other value may have members that the first one hasn't. */
  isPart?: boolean;
}

/** Lists the pointer of each value that is not the same in another one; a masked key equals any. */
export function listDifferences(
  expected: unknown,
  actual: unknown,
  { ignored = new Set(), isPart = false }: CompareOptions = {},
): string[] {
  const places: string[] = [];
  compare(expected, actual, { pointer: "", level: 0 });
  return places;

  function compare(one: unknown, other: unknown, { pointer, level }: { pointer: string; level: number }): void {
    if (places.length >= mostPlaces || level > mostLevels) return;
    if (isNest(one) && isNest(other) && Array.isArray(one) === Array.isArray(other)) {
      const isOpen = isPart && !Array.isArray(one);
      for (const name of new Set([...Object.keys(one), ...(isOpen ? [] : Object.keys(other))])) {
        if (pointer === "" && ignored.has(name)) continue;
        const [own, its] = [one, other].map((nest) => (Object.hasOwn(nest, name) ? nest[name] : undefined));
        compare(own, its, {
          level: level + 1,
          pointer: `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
        });
      }
      return;
    }
    const isSame = typeof one === "string" && typeof other === "string" ? matchesMasked(one, other) : one === other;
    if (!isSame) places.push(`'${pointer.slice(0, 120) || "/"}'`);
  }
}

function isNest(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
