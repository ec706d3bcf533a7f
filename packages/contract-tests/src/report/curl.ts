import { masked } from "@model-access/contract";
import { type Keys, keyVariables } from "../keys/key-variables.js";
import { keyOf, secretsIn } from "../run/write-request.js";
import type { WireRequest } from "../wire/wire.js";

/** No command line is longer, but for the escapes in it. */
export const longestCommand = 16_000;

const longestBody = 8_000;
const ownHeaders = ["content-length", "user-agent"];

/**
 * A command line for any POSIX shell that repeats a request. A key is named by its environment variable wherever the
 * request carries it; quoting leaves the shell and curl itself nothing else to read, run or expand.
 */
export function curlOf({ method, url, headers, body }: WireRequest, keys: Partial<Keys> = {}): string {
  const quote = (text: string) => quoted(text, keys);
  const shown = Object.entries(headers).filter(
    ([name, value]) => !ownHeaders.includes(name) && !(name === "accept-encoding" && value === "identity"),
  );
  return [
    "curl -sS -i --globoff",
    ...(method === "GET" ? [] : method === "HEAD" ? ["--head"] : [`-X ${method}`]),
    quote(url),
    // A header without a value takes a semicolon; with a colon, curl would leave it out.
    ...shown.map(([name, value]) => `-H ${quote(value === "" ? `${name};` : `${name}: ${value}`)}`),
    ...bodyArguments(body, quote),
  ].join(" ");
}

function bodyArguments(body: string | undefined, quote: (text: string) => string): string[] {
  if (body === undefined) return [];
  if (body.length > longestBody) return ["--data-binary @body # the body is in the journal of the run"];
  return [`--data-raw ${quote(body)}`];
}

function quoted(text: string, keys: Partial<Keys>): string {
  const [spelling] = spellingsOf(keys).filter(([spelled]) => text.includes(spelled));
  // A quote in the middle of a key would hide it from whoever masks the line.
  if (spelling === undefined) return text === "" ? "" : `'${masked(text, secretsIn(keys)).replaceAll("'", "'\\''")}'`;
  const [spelled, expression] = spelling;
  return text
    .split(spelled)
    .map((part) => quoted(part, keys))
    .join(expression);
}

/** The keys, and what calls make of the caller's own, each as a shell gets it; the longest first, as one may begin another. */
function spellingsOf(keys: Partial<Keys>): [spelled: string, expression: string][] {
  const given = Object.entries(keyVariables).map(([name, variable]): [string, string] => [
    keys[name as keyof Keys] ?? "", // the table has no other names
    `"$${variable}"`,
  ]);
  const [own = "", variable] = [keys.apiKey, keyVariables.apiKey];
  const made = (
    [
      ["nearly-right", `"\${${variable}%?}"`],
      ["shorter", `"\${${variable}%?}"`],
      ["headless", `"\${${variable}#???}"`],
    ] as const
  ).map(([key, expression]): [string, string] => {
    const spelled = keyOf({ key }, { apiKey: own }) ?? "";
    return [spelled, key === "nearly-right" ? expression + spelled.slice(-1) : expression];
  });
  return [...given, ...made.filter(([spelled]) => spelled.length >= shortestPart)]
    .filter(([spelled]) => spelled !== "")
    .sort(([one], [other]) => other.length - one.length);
}

/** A shorter part of a key stands in other texts by chance. */
const shortestPart = 8;
