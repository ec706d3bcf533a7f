import type { Call } from "../call.js";
import { Refusal } from "../refusal.js";

/** A session's name as a request gives it, and where. */
export interface GivenName {
  place: "header 'x-mock-session'" | "path" | "key";
  name: string;
}

/**
 * Takes the session off a call: off its path, as in `/_session/NAME/v1/models`, and off its key, as in `KEY@NAME` or
 * `KEY@NAME!status-503`. So a program that can set no header gets its session by its base URL or its key. What is left is
 * the call as the service knows it. A name that is none is judged by `sessionNameOf`.
 */
export function takeSessionNames(call: Call): { call: Call; names: GivenName[] } {
  const { authorization, "x-api-key": apiKey, "x-mock-session": ofHeader } = call.headers;
  const names: GivenName[] = ofHeader === undefined ? [] : [{ place: "header 'x-mock-session'", name: ofHeader }];
  let bare = call;
  const inPath = call.path.startsWith("/_session/") ? /^\/_session\/([^/]*)/.exec(call.path) : null;
  if (inPath !== null) {
    const [prefix, name = ""] = inPath;
    names.push({ place: "path", name });
    const path = call.path.slice(prefix.length) || "/";
    bare = { ...bare, path, target: path + call.target.slice(call.path.length) };
  }
  if (authorization?.includes("@") || apiKey?.includes("@")) {
    const headers = { ...call.headers };
    for (const [header, sent] of Object.entries({ authorization, "x-api-key": apiKey })) {
      // What follows an exclamation mark is a fault.
      const [, key, name, fault = ""] = /^([^!]*)@([^!]*)(!.*)?$/s.exec(sent ?? "") ?? [];
      if (key === undefined || name === undefined) continue;
      headers[header] = key + fault;
      names.push({ place: "key", name });
    }
    bare = { ...bare, headers };
  }
  return { call: bare, names };
}

const pattern = /^(?!\.{1,2}$)[\w.-]{1,64}$/;

/** The one session that a request names; undefined where it names none. Refuses two, and what is no name. */
export function sessionNameOf(names: readonly GivenName[]): string | undefined {
  const [first] = names;
  if (first === undefined) return undefined;
  const other = names.find(({ name }) => name !== first.name);
  if (other !== undefined) {
    throw new Refusal(
      "invalid_parameter",
      `The ${first.place} names the session '${shown(first)}' and the ${other.place} '${shown(other)}'; a request has one session.`,
    );
  }
  if (pattern.test(first.name)) return first.name;
  throw new Refusal(
    "invalid_parameter",
    `The session that the ${first.place} names is expected to be 1 to 64 letters, digits, dots, hyphens or underscores, and not '.' or '..'.`,
  );
}

const shown = ({ name }: GivenName) => name.slice(0, 64);
