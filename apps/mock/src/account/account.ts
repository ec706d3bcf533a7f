import type { TestKey } from "../keys/test-keys.js";

/** Returns the account that a key belongs to (R1.1). A key that names none is an account of its own. */
export function accountOf(key: string, { account = key }: Pick<TestKey, "account">): string {
  return account;
}

/** Returns the points that the account of a key begins with: what the key or another one of it states, else the mock's. */
export function openingPoints(
  [key, rights]: readonly [key: string, rights: TestKey],
  keys: Iterable<readonly [key: string, rights: TestKey]>,
  points: number,
): number {
  if (rights.points !== undefined) return rights.points;
  const account = accountOf(key, rights);
  for (const [other, { points: stated, ...its }] of keys) {
    if (stated !== undefined && accountOf(other, its) === account) return stated;
  }
  return points;
}
