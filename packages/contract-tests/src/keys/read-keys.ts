import { readFileSync, statSync } from "node:fs";
import { type Keys, keyVariables } from "./key-variables.js";

/**
 * The keys: the caller's from a file that only its owner can read or from the environment, the others from the
 * environment. Throws a one-sentence error without the caller's, and for a key that can't be one.
 */
export function readKeys({
  keyFile,
  environment,
}: {
  keyFile?: string | undefined;
  environment: NodeJS.ProcessEnv;
}): Keys {
  const { apiKey: own, ...others } = keyVariables;
  const apiKey = keyFile === undefined ? keyIn(environment, own) : checked(readKeyFile(keyFile), `file ${keyFile}`);
  if (apiKey === "") throw new Error(`There is no API key; set ${own} or give --key-file FILE.`);
  const given = Object.entries(others)
    .map(([name, variable]) => [name, variable, keyIn(environment, variable)] as const)
    .filter(([, , key]) => key !== "");
  for (const [, variable, key] of given) {
    if (key === apiKey) throw new Error(`${variable} holds the same key as ${own}; give a key of its kind or none.`);
  }
  return { apiKey, ...Object.fromEntries(given.map(([name, , key]) => [name, key])) };
}

const keyIn = (environment: NodeJS.ProcessEnv, variable: string) => checked(environment[variable] ?? "", variable);

function checked(text: string, source: string): string {
  const key = text.trim();
  if (/^[\x21-\x7e]*$/.test(key)) return key;
  throw new Error(`The key in ${source} has a space, a line break or a character that no header can carry.`);
}

function readKeyFile(file: string): string {
  const about = statSync(file, { throwIfNoEntry: false });
  if (about === undefined) throw new Error(`There is no key file ${file}.`);
  if (about.isDirectory()) throw new Error(`The key file ${file} is a folder.`);
  const othersMayRead = (about.mode & 0o077) !== 0;
  if (othersMayRead && process.platform !== "win32") {
    throw new Error(`Others can read the key file ${file}; run chmod 600 on it.`);
  }
  return readFileSync(file, "utf8");
}
