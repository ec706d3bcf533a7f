/** A member of a table, by a name that may come from outside: `constructor` and the like are in none. */
export const ownMember = <T>(table: Record<string, T> | undefined, name: string): T | undefined =>
  table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
