import type { JSONObject } from "@ai-sdk/provider";
import { secureJsonParse } from "@ai-sdk/provider-utils";

/** An object that came over the wire. Nothing is known of its members before they are read. */
export type Fields = Record<string, unknown>;

/** Returns an object, or an empty one in place of any other value. */
export function readObject(value: unknown): Fields {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the objects of a list. An object that should be in a list counts as a list of one. */
export function readObjects(value: unknown): Fields[] {
  return (Array.isArray(value) ? value : [value]).filter((item) => typeof item === "object" && item !== null);
}

/** Returns a text that is not empty, also of a number or of parts with a text each; undefined for any other value. */
export function readText(value: unknown): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value === "object") {
    const texts = readObjects(value).map(({ text }) => (typeof text === "string" ? text : ""));
    return texts.join("") || undefined;
  }
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Returns JSON as text: a text as it is, and the JSON of any other value, which some gateways send in its place. */
export function readJSONText(value: unknown): string {
  if (value == null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Returns a value that is an object, or the object that a text is the JSON of. */
export function parseObject(value: unknown): JSONObject | undefined {
  try {
    const parsed: unknown = typeof value === "string" ? secureJsonParse(value) : value;
    return isObject(parsed) ? (parsed as JSONObject) : undefined; // it is JSON
  } catch {
    return undefined;
  }
}

/** Returns a number that can be counted with. */
export function readNumber(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** Returns the parts of a content, which may be a text alone. */
export function readParts(content: unknown): Fields[] {
  return typeof content === "object" ? readObjects(content) : [{ text: content }];
}
