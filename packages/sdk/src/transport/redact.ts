import { isErrorLike } from "../errors/is-error-like.js";
import { isFields } from "../stream/json-fields.js";

/** Takes keys out of what may be printed. */
export interface Redactor {
  /** The text without the keys, also where JSON or a URL escapes their characters. */
  text(text: string): string;
  /** The error itself, or a copy of its message and causes without the keys where anything in it names one. */
  cause(cause: unknown): unknown;
}

// A shorter "key" is a word of some test; replacing it would mangle every message.
const minRedactedLength = 4;
const maxCauseDepth = 6;
// What has more in it is not searched to its end, but copied without it.
const maxSearched = 10_000;

/** Makes the redactor of these keys. */
export function createRedactor(keys: readonly string[]): Redactor {
  // A key that begins like another must not leave the rest of the longer one.
  const secrets = keys.filter(({ length }) => length >= minRedactedLength).sort((a, b) => b.length - a.length);

  function text(input: string): string {
    let safe = input;
    const mayBeEscaped = /[\\%]/.test(input);
    for (const key of secrets)
      safe = mayBeEscaped ? safe.replace(patternOf(key), "[key]") : safe.replaceAll(key, "[key]");
    return safe;
  }

  /** Whether a key is in anything that a printer of objects would find. */
  function namesKey(value: unknown): boolean {
    // The loop comes to what is added meanwhile too, and to each part once.
    const parts = new Set([value]);
    for (const part of parts) {
      if (typeof part === "string" && text(part) !== part) return true;
      if (!isFields(part)) continue;
      if (parts.size > maxSearched) return true;
      for (const found of partsOf(part)) parts.add(found);
    }
    return false;
  }

  function copyOf(error: unknown, depth = 0): unknown {
    if (!isErrorLike(error) || depth > maxCauseDepth) return undefined;
    const copy = new Error(text(error.message), { cause: copyOf(error.cause, depth + 1) });
    copy.name = text(error.name);
    return copy;
  }

  return { text, cause: (cause) => (namesKey(cause) ? copyOf(cause) : cause) };
}

function* partsOf(value: object): Iterable<unknown> {
  // Nothing is called that is not the platform's own: a getter could do anything.
  if (value instanceof URL) yield value.href;
  if (value instanceof Request) yield* [value.url, value.headers];
  if ([Headers, Map, Set, URLSearchParams].some((Class) => value instanceof Class)) yield* value as Iterable<unknown>;
  for (const name of Reflect.ownKeys(value)) {
    yield typeof name === "symbol" ? name.description : name;
    yield Reflect.getOwnPropertyDescriptor(value, name)?.value;
  }
}

/** Finds the key with any of its characters as it is, as an escape of JSON, or as one of a URL. */
function patternOf(key: string): RegExp {
  const characters = Array.from(key, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(2, "0");
    return `(?:\\\\?${character.replace(/\W/, "\\$&")}|\\\\u00${code}|%${code})`;
  });
  return new RegExp(characters.join(""), "gi");
}
