import { matchesMasked } from "./match-masked.js";
import type { IsIgnored } from "./request-key.js";

/** More places are not listed, and values that are nested deeper not compared, so that it costs little. */
const mostPlaces = 50;
const mostLevels = 200;

interface CompareOptions {
  isIgnored?: IsIgnored;
  /** True where the other value may have members that the first one hasn't. */
  isPart?: boolean;
}

/** Lists the pointer of each value that is not the same in another one; a masked key equals any. */
export function listDifferences(
  expected: unknown,
  actual: unknown,
  { isIgnored = () => false, isPart = false }: CompareOptions = {},
): string[] {
  const places: string[] = [];
  compare(expected, actual, []);
  return places;

  function compare(one: unknown, other: unknown, path: readonly string[]): void {
    if (places.length >= mostPlaces || path.length > mostLevels) return;
    if (isNest(one) && isNest(other) && Array.isArray(one) === Array.isArray(other)) {
      const isOpen = isPart && !Array.isArray(one);
      for (const name of new Set([...Object.keys(one), ...(isOpen ? [] : Object.keys(other))])) {
        const its = [...path, name];
        const [own, others] = [one, other].map((nest) => (Object.hasOwn(nest, name) ? nest[name] : undefined));
        if (!isIgnored(its)) compare(own, others, its);
      }
      return;
    }
    const isSame = typeof one === "string" && typeof other === "string" ? matchesMasked(one, other) : one === other;
    if (!isSame) places.push(`'${pointerOf(path)}'`);
  }
}

function pointerOf(path: readonly string[]): string {
  const pointer = path.map((name) => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  return pointer.slice(0, 120) || "/";
}

function isNest(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
