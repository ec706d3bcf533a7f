/** Looks up an own member by an untrusted name: `constructor` and the like give undefined. */
export const ownMember = <T>(table: Record<string, T> | undefined, name: string): T | undefined =>
  table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
