import { OptionError } from "../errors/model-access-error.js";
import { check } from "../options/check-options.js";

/** The key, or a function that gives it. The function is called for every attempt and may be async. */
export type ApiKey = string | (() => string | Promise<string>);

// Rotating keys would otherwise pile up for as long as the client lives.
const maxRememberedKeys = 100;

/** Gives out the keys of a client. */
export type Keyring = ReturnType<typeof createKeyring>;

/** Keeps the client's key in a closure, where no printer of objects finds it. With null the client has none. */
export function createKeyring(apiKey: ApiKey | null) {
  const fixed = apiKey === null || typeof apiKey === "function" ? undefined : checked(apiKey);
  const given = new Set<string>();

  function remember(key: string): string {
    given.add(key);
    const [oldest = key] = given;
    if (given.size > maxRememberedKeys) given.delete(oldest);
    return key;
  }

  async function called(source: () => string | Promise<string>): Promise<string> {
    return remember(checked(await source()));
  }

  return {
    /** Returns the key for one attempt; `override` is the call's own. Undefined if the caller wants none. */
    resolve(override?: ApiKey): string | undefined | Promise<string> {
      if (override === undefined && fixed !== undefined) return fixed;
      if (apiKey === null && override !== undefined) {
        throw new OptionError("apiKey", "A client with apiKey: null sends no key; create another client.");
      }
      const source = override ?? apiKey;
      if (source === null) return undefined;
      return typeof source === "function" ? called(source) : remember(checked(source));
    },
    /** The client's key and the latest that were given out. A call knows its own beside these. */
    known: (): string[] => [fixed ?? [], ...given].flat(),
  };
}

// `fetch` would print the key in its complaint about a bad header, so it is never given one.
function checked(apiKey: string): string {
  const key = typeof apiKey === "string" ? apiKey.trim() : "";
  check("apiKey", key !== "", "is missing; pass new ModelAccess({ apiKey }) or set MODEL_ACCESS_API_KEY.");
  const isSendable = /^[\x21-\x7e]+$/.test(key);
  check("apiKey", isSendable, 'has a character that no header can carry; leave out "Bearer".');
  return key;
}
