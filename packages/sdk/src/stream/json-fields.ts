import { parsedOrText } from "../call/response-body.js";

/** An object by the names that came over the wire; nothing is known of its values before they are looked at. */
export type Fields = Record<string, unknown>;

/** True if a value is an object or a list. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

/** Returns a value that is a text; undefined for any other. */
export function textIn(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The fields that have a value. */
export function withValues<Given extends object>(
  fields: Given,
): { [Name in keyof Given]?: Exclude<Given[Name], undefined> } {
  // The same without some.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given;
}

/** Returns the object in a JSON text, or a description of the text for a message. */
export function parseFields(text: string): Fields | string {
  const value = parsedOrText(text);
  if (isFields(value)) return value;
  // A text in JSON has quotes around it, so it never is its own value.
  return value === text ? "malformed or cut JSON" : "JSON that is no object";
}

/** Takes over a value that is not empty. */
export function replaceIn(fields: Fields, key: string, value: unknown): void {
  // An assignment to `__proto__` would not make a field.
  if (value !== null && value !== undefined && value !== "" && key !== "__proto__") fields[key] = value;
}

/** Adds a piece to a text. */
export function joinTo(fields: Fields, key: string, piece: string): void {
  const text = fields[key];
  if (key !== "__proto__") fields[key] = typeof text === "string" ? text + piece : piece;
}

/** Adds items to a list of our own; the lists of the chunks are the caller's. */
export function appendTo(fields: Fields, key: string, items: unknown[]): void {
  const list = fields[key];
  if (!Array.isArray(list)) {
    if (key !== "__proto__") fields[key] = [...items];
    return;
  }
  // One by one: as arguments of one call, a list from the wire can be more than the stack holds.
  for (const item of items) list.push(item);
}
