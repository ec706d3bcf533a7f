/** An object by the names that came over the wire; nothing is known of its values before they are looked at. */
export type Fields = Record<string, unknown>;

/** True if a value is an object or a list. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

/** True if a value is an error, of this realm or another one, such as the sandbox of a test runner. */
export function isErrorLike(value: unknown): value is Error & { cause?: unknown } {
  const { name, message } = Object(value) as { name?: unknown; message?: unknown };
  return typeof name === "string" && typeof message === "string";
}

/** Returns a value that is a text; undefined for any other. */
export function textIn(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Returns the text of a value that should be one: itself, a number, or the texts of its parts. */
export function textFor(value: unknown): string {
  const parts = Array.isArray(value) ? value : [value];
  return parts
    .map((part) => (typeof part === "number" ? `${part}` : (textIn(part) ?? textIn(part?.text) ?? "")))
    .join("");
}

/** Returns the JSON of a value that should be a text of JSON. */
export function jsonFor(value: unknown): string {
  try {
    return isFields(value) ? JSON.stringify(value) : textFor(value);
  } catch {
    // It is too deep.
    return "";
  }
}

/** Returns the objects of a list; none of anything else. */
export function objectsIn(list: unknown): Fields[] {
  return Array.isArray(list) ? list.filter(isFields) : [];
}

/** Adds a member that the contract promises and the service left out. It can be read; what is printed stays as it came. */
export function addHidden(fields: Fields, name: string, value: unknown): void {
  Object.defineProperty(fields, name, { value, writable: true, configurable: true, enumerable: false });
}

/** The fields that have a value. */
export function withValues<Given extends object>(
  fields: Given,
): { [Name in keyof Given]?: Exclude<Given[Name], undefined> } {
  // The same without some.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given;
}

/** Returns the value of a JSON text, or the text if it is not JSON. */
export function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The description of JSON that is a text, a number, a boolean or null. */
export const noObject = "JSON that is no object";

/** Returns the object in a JSON text, or a description of the text for a message. */
export function parseFields(text: string): Fields | string {
  const value = parsedOrText(text);
  if (isFields(value)) return value;
  // A text in JSON has quotes around it, so it never is its own value.
  return value === text ? "malformed or cut JSON" : noObject;
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

/** Returns the value of a key, which is made where there is none. */
export function valueAt<Key, Value>(values: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = values.get(key) ?? make();
  values.set(key, value);
  return value;
}

/** Returns the values by the index that is their key. A key that is no number comes last, in the order of arrival. */
export function valuesByIndex<Value>(values: ReadonlyMap<unknown, Value>): Value[] {
  return [...values].sort(([a], [b]) => rankIndex(a) - rankIndex(b)).map(([, value]) => value);
}

// Looked at first: an object from the wire can throw where it is made a number.
function rankIndex(index: unknown): number {
  return typeof index === "number" && !Number.isNaN(index) ? index : Infinity;
}
