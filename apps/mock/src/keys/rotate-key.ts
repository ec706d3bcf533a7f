import { accountOf } from "../account/account.js";
import { Refusal } from "../refusal.js";
import type { ChangeKeys } from "../session/state.js";

/** Gives a key another value: the new one has its rights and its account, the old one is revoked. */
export function rotateKey(key: string, next: string): ChangeKeys {
  return (keys) => {
    const rights = keys.get(key);
    if (rights === undefined) throw new Error("There is no such key to rotate.");
    if (rights.isRevoked) throw new Refusal("conflict", "This key is revoked; create a new one.");
    return { [next]: { ...rights, account: accountOf(key, rights) }, [key]: { ...rights, isRevoked: true } };
  };
}
