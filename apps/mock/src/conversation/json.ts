/** The value of a JSON text; undefined for what is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** True for an object of JSON, which has members by name. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const elementsOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** A JSON Schema that nobody has checked. */
export type Schema = Record<string, unknown>;
