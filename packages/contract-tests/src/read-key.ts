import { readFileSync, statSync } from "node:fs";

/** The API key, from a file that only its owner can read or from the environment. Throws a one-sentence error without it. */
export function readKey({
  keyFile,
  environment,
}: {
  keyFile?: string | undefined;
  environment: NodeJS.ProcessEnv;
}): string {
  const key = (keyFile === undefined ? (environment.MODEL_ACCESS_API_KEY ?? "") : readKeyFile(keyFile)).trim();
  if (key === "") {
    throw new Error("There is no API key; set MODEL_ACCESS_API_KEY or give --key-file FILE.");
  }
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new Error(
      "The API key has a space, a line break or a character that no header can carry; check where it comes from.",
    );
  }
  return key;
}

function readKeyFile(file: string): string {
  const othersMayRead = (statSync(file).mode & 0o077) !== 0;
  if (othersMayRead && process.platform !== "win32") {
    throw new Error(`Others can read the key file ${file}; run chmod 600 on it.`);
  }
  return readFileSync(file, "utf8");
}
