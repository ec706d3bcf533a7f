import type { Fields } from "./json-fields.js";

/** The members that an event of one kind has to have, by name and type. More members are always welcome. */
export type RequiredMembers = readonly (readonly [name: string, type: "number" | "object" | "string"])[];

/** Returns the failure of an event that lacks one of these; undefined if it has them all. */
export function brokenEventOf(
  kind: string,
  fields: Fields,
  required: RequiredMembers,
): { kind: "broken"; what: string } | undefined {
  // A list, because a loop over the names of an object costs more than all the rest of reading an event.
  for (const [name, type] of required) {
    const value = fields[name];
    if (value === null || typeof value !== type) {
      return { kind: "broken", what: `with a ${kind} whose ${name} is missing or broken` };
    }
  }
  return undefined;
}
