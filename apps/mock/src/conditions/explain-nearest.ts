/** Something that could have answered a request. */
interface Compared {
  /** Its name, such as `demo.jsonl:3`. */
  name: string;
  places: readonly string[];
}

/** Says in one sentence what is nearest to a request that none answers, and where it differs; no text of the request. */
export function explainNearest(kind: "recording" | "reply", compared: readonly Compared[]): string {
  const [nearest] = compared.toSorted((a, b) => a.places.length - b.places.length);
  const which = nearest && `the nearest is ${nearest.name}, which differs in ${listPlaces(nearest.places)}`;
  return `No ${kind} answers this request; ${which ?? "there are none"}.`;
}

/** Lists the places in which something differs: the first, and how many more. */
export function listPlaces([first, ...more]: readonly string[]): string {
  if (first === undefined) return "its form"; // such as another media type of the same value
  if (more.length === 0) return first;
  return `${first} and ${more.length === 1 ? "one more place" : `${more.length} more places`}`;
}
