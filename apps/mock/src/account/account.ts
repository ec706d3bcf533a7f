import type { TestKey } from "../keys/test-keys.js";

/** Returns the account that a key belongs to (R1.1). A key that names none is an account of its own. */
export function accountOf(key: string, { account = key }: Pick<TestKey, "account">): string {
  return account;
}

/** Tells the points that the account of a key begins with: what the key or another one of it states, else the mock's. */
export function openingPoints(
  keys: Iterable<readonly [key: string, rights: TestKey]>,
  points: number,
): (key: string, rights: TestKey) => number {
  const stated = new Map<string, number>();
  for (const [key, rights] of keys) {
    const account = accountOf(key, rights);
    if (rights.points !== undefined && !stated.has(account)) stated.set(account, rights.points);
  }
  return (key, rights) => rights.points ?? stated.get(accountOf(key, rights)) ?? points;
}
