import { addHidden, type Fields, jsonFor, textFor } from "./json-fields.js";

/**
 * The members that an event of one kind has to have, by name and type. More members are always welcome. `json` is a text
 * of JSON, for which some gateways send the value.
 */
export type RequiredMembers = readonly (readonly [name: string, type: "json" | "number" | "object" | "string"])[];

/**
 * Adds the members that an event lacks, or has of another type, because code that goes by the contract reads them: a text
 * from what came in its place, an empty object, or the latest number of that name.
 */
export function fillMembers(fields: Fields, required: RequiredMembers, latest: Fields = {}): void {
  // A list, because a loop over the names of an object costs more than all the rest of reading an event.
  for (const [name, type] of required) {
    const value = fields[name];
    if (value !== null && typeof value === (type === "json" ? "string" : type)) {
      if (type === "number") latest[name] = value;
    } else {
      const asText = type === "json" ? jsonFor : textFor;
      addHidden(fields, name, type === "number" ? (latest[name] ?? 0) : type === "object" ? {} : asText(value));
    }
  }
}
