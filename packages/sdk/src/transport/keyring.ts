import { OptionError } from "../errors/model-access-error.js";

/** The key, or a function that gives it. The function is called for every attempt and may be async. */
export type ApiKey = string | (() => string | Promise<string>);

/** Gives the key to a call, and takes it out of whatever may be printed. */
export interface Keyring {
  /** The key for one attempt; `override` is the call's own. Absent where nobody gave one, on purpose. */
  resolve(override?: ApiKey): string | undefined | Promise<string>;
  /** The JSON value with every key that was given out replaced in every string of it. */
  redact<Value>(value: Value): Value;
  /** The error itself, or a copy of its message and causes without the key where anything in it names the key. */
  safeCause(cause: unknown): unknown;
}

// Rotating keys would otherwise pile up for as long as the client lives.
const maxRememberedKeys = 100;
// A shorter "key" is a word of some test; replacing it would mangle every message.
const minRedactedLength = 4;
const maxCauseDepth = 6;

/** Keeps the client's key in a closure, where no printer of objects finds it. With null the client has none. */
export function createKeyring(apiKey: ApiKey | null): Keyring {
  const given = new Set<string>();
  const fixed = apiKey === null || typeof apiKey === "function" ? undefined : remember(checked(apiKey));

  function remember(key: string): string {
    given.add(key);
    if (given.size > maxRememberedKeys) {
      // The first is the oldest, or the client's own, which stays.
      const [oldest, second] = given;
      given.delete((oldest === fixed ? second : oldest) ?? key);
    }
    return key;
  }

  function redactText(text: string): string {
    let safe = text;
    for (const key of given) {
      if (key.length >= minRedactedLength) safe = safe.replaceAll(key, "[key]");
    }
    return safe;
  }

  function namesKey(value: unknown, depth = 0): boolean {
    if (typeof value === "string") return redactText(value) !== value;
    if (typeof value !== "object" || value === null || depth > maxCauseDepth) return false;
    if (value instanceof Request) return namesKey(value.headers, depth);
    if (value instanceof Headers) return namesKey([...value.values()], depth);
    return Object.values(Object.getOwnPropertyDescriptors(value)).some((property) =>
      namesKey(property.value, depth + 1),
    );
  }

  function copyOf(error: unknown, depth = 0): unknown {
    if (!(error instanceof Error) || depth > maxCauseDepth) return undefined;
    const copy = new Error(redactText(error.message), { cause: copyOf(error.cause, depth + 1) });
    copy.name = error.name;
    return copy;
  }

  async function called(source: () => string | Promise<string>): Promise<string> {
    return remember(checked(await source()));
  }

  return {
    resolve(override) {
      if (override === undefined && fixed !== undefined) return fixed;
      if (apiKey === null && override !== undefined) {
        throw new OptionError("apiKey", "A client with apiKey: null sends no key; make another client for this call.");
      }
      const source = override ?? apiKey;
      if (source === null) return undefined;
      return typeof source === "function" ? called(source) : remember(checked(source));
    },
    redact(value) {
      if (value === undefined) return value;
      // Strings become strings and the rest stays, so the type is the same.
      return JSON.parse(JSON.stringify(value), (_, part) =>
        typeof part === "string" ? redactText(part) : part,
      ) as typeof value;
    },
    safeCause(cause) {
      return namesKey(cause) ? copyOf(cause) : cause;
    },
  };
}

// `fetch` would print the key in its complaint about a bad header, so it is never given one.
function checked(apiKey: string): string {
  const key = typeof apiKey === "string" ? apiKey.trim() : "";
  if (key === "") {
    throw new OptionError("apiKey", "apiKey is missing; pass new ModelAccess({ apiKey }) or set MODEL_ACCESS_API_KEY.");
  }
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new OptionError("apiKey", "apiKey holds a character that a header cannot carry; copy the key again.");
  }
  return key;
}
