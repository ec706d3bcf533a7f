/** Returns the value at a JSON pointer (RFC 6901), or undefined if there is none. */
export function valueAt(value: unknown, pointer: string): unknown {
  let at = value;
  for (const segment of segmentsOf(pointer)) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, segment)) return undefined;
    at = (at as Record<string, unknown>)[segment]; // an array's elements have their index as own key
  }
  return at;
}

/** Returns the string or number at a JSON pointer as text; undefined for anything else or no pointer. */
export function textAt(value: unknown, pointer: string | undefined): string | undefined {
  const found = pointer === undefined ? undefined : valueAt(value, pointer);
  return typeof found === "string" || typeof found === "number" ? String(found) : undefined;
}

/** Returns the unescaped segments of a JSON pointer; none for the whole document. */
export function segmentsOf(pointer: string): string[] {
  if (pointer === "" || pointer === "#") return [];
  const segments = (pointer.startsWith("/") ? pointer.slice(1) : pointer.replace(/^#\//, "")).split("/");
  if (!pointer.includes("~")) return segments;
  return segments.map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}
