import { OptionError } from "../errors/model-access-error.js";
import { check } from "./check-options.js";

/** Headers to send, by name. Null takes a default header away. */
export type HeaderOptions =
  | Record<string, string | null | undefined>
  | Headers
  | readonly (readonly [string, string])[];

// The key goes by `apiKey` alone, which keeps it out of everything that is printed.
export const keyHeaders: readonly string[] = ["authorization", "x-api-key"];

/**
 * Reads the headers of an option, their names in lower case. Throws an `OptionError` for the key, and for what no
 * header can carry.
 */
export function checkHeaders(
  option: "defaultHeaders" | "headers",
  headers: HeaderOptions = {},
): Record<string, string | null> {
  check(
    option,
    typeof headers === "object" && headers !== null,
    `is not an object; write it like ${option}: { "x-team": "search" }.`,
  );
  const checked: Record<string, string | null> = {};
  for (const [given, value] of Symbol.iterator in headers ? headers : Object.entries(headers)) {
    const name = String(given).toLowerCase();
    if (value === undefined) continue;
    const isKey = keyHeaders.includes(name);
    check(
      option,
      !isKey,
      'can\'t set the key; pass apiKey, and keyHeader: "x-api-key" for a gateway that reads it there.',
    );
    check(option, value === null || isHeader(name, value), `has a ${JSON.stringify(name)} that no header can carry.`);
    checked[name] = value;
  }
  return checked;
}

/** Throws an `OptionError` for the first header because of which `fetch` would send nothing. */
export function requireSendable(operation: string, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (isHeader(name, value)) continue;
    throw new OptionError(name, `${operation} was not sent, because no header can carry its ${JSON.stringify(name)}.`);
  }
}

/** True if `fetch` takes a header; its own complaint would print the value. */
function isHeader(name: string, value: string): boolean {
  try {
    new Headers([[name, value]]);
    return true;
  } catch {
    return false;
  }
}
