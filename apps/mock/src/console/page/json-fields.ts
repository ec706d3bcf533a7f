/** The members of a JSON object that nobody has checked. */
export type Fields = Record<string, unknown>;

/** The members of a JSON object; none where the text is something else. */
export function fieldsOf(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}

/** The objects of a list; none where the value is something else. */
export function listIn(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "object" && item !== null) : [];
}
