import type { Fields } from "./json-fields.js";

/** The members that an event of one kind has to have, by name and type. More members are always welcome. */
export type RequiredMembers = readonly (readonly [name: string, type: "number" | "object" | "string"])[];

/** The first member that is missing or of another type. */
export function brokenMemberOf(fields: Fields, required: RequiredMembers): string | undefined {
  // A list, because a loop over the names of an object costs more than all the rest of reading an event.
  for (const [name, type] of required) {
    const value = fields[name];
    if (value === null || typeof value !== type) return name;
  }
  return undefined;
}
