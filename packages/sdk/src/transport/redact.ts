import { isErrorLike, isFields } from "../stream/json-fields.js";

// A shorter "key" is a word of some test; replacing it would mangle every message.
const minRedactedLength = 4;
// A shorter start of a key gives nothing away.
const minStartLength = 8;
const maxCauseDepth = 6;
// What has more in it is not searched to its end, but copied without it.
const maxSearched = 10_000;
const escaped = /\\(u[0-9a-f]{4}|\/)|%[0-9a-f]{2}/i;

/** Removes keys from what may be printed. */
export type Redactor = ReturnType<typeof createRedactor>;

/** Makes the redactor of these keys, which are looked up at each use: another attempt may have another key. */
export function createRedactor(keys: () => readonly string[]) {
  // A key that begins like another must not leave the rest of the longer one.
  const secrets = () =>
    keys()
      .filter(({ length }) => length >= minRedactedLength)
      .sort((a, b) => b.length - a.length);

  /** Returns the text without the keys, also where JSON or a URL escapes their characters. */
  function text(input: string): string {
    let safe = input;
    const isEscaped = escaped.test(input);
    for (const key of secrets())
      safe = isEscaped ? safe.replace(createKeyPattern(key), "[key]") : safe.replaceAll(key, "[key]");
    return safe;
  }

  /** The same of a text that was cut off, which may end with the start of a key. */
  function start(input: string): string {
    const safe = text(input);
    for (const key of secrets()) {
      for (let length = key.length - 1; length >= minStartLength; length--) {
        if (safe.endsWith(key.slice(0, length))) return `${safe.slice(0, -length)}[key]`;
      }
    }
    return safe;
  }

  /** True if a key is in anything that a printer of objects would find, or may be in a value that can't be searched. */
  function namesKey(value: unknown): boolean {
    // The loop comes to what is added meanwhile too, and to each part once.
    const parts = new Set([value]);
    try {
      for (const part of parts) {
        if (typeof part === "string" && text(part) !== part) return true;
        if (!isFields(part) || ArrayBuffer.isView(part)) continue;
        for (const found of listParts(part)) if (parts.add(found).size > maxSearched) return true;
      }
      return false;
    } catch {
      return true;
    }
  }

  function copyError(error: unknown, depth = 0): unknown {
    if (!isErrorLike(error) || depth > maxCauseDepth) return undefined;
    const copy = new Error(text(error.message), { cause: copyError(error.cause, depth + 1) });
    copy.name = text(error.name);
    return copy;
  }

  /** Returns a copy of plain data with this done to all of its texts. */
  function texts<Value extends object>(value: Value): Value {
    // The texts alone: JSON in which a number is replaced is no JSON.
    return JSON.parse(JSON.stringify(value, (_name, part) => (typeof part === "string" ? text(part) : part)));
  }

  return {
    text,
    texts,
    start,
    /** Returns the error itself, or a copy of its message and causes where anything in it names a key. */
    cause: (cause: unknown) => (namesKey(cause) ? copyError(cause) : cause),
  };
}

// By name, because it may be of another realm.
const listed = /\b(Headers|Map|Set|URLSearchParams)\]/;

function* listParts(value: object): Iterable<unknown> {
  const kind: string = Object.prototype.toString.call(value);
  if (isErrorLike(value)) yield* [value.message, value.stack];
  if (kind === "[object URL]") yield String(value);
  if (kind === "[object Request]") yield* [(value as Request).url, (value as Request).headers];
  if (listed.test(kind)) yield* value as Iterable<unknown>;
  for (const name of Reflect.ownKeys(value)) {
    yield typeof name === "symbol" ? name.description : name;
    yield Reflect.getOwnPropertyDescriptor(value, name)?.value;
  }
}

/** Finds a key also where JSON, JSON in JSON or a URL escapes it; starts before backslashes, to read them once. */
function createKeyPattern(key: string): RegExp {
  const characters = Array.from(key, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(2, "0");
    return `\\\\*(?:${character.replace(/\W/, "\\$&")}|(?<=\\\\)u00${code}|%${code})`;
  });
  return new RegExp(`(?<!\\\\)${characters.join("")}`, "gi");
}
