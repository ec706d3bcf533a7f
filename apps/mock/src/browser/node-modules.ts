// What stands in for Node's modules in the bundle for browsers: as much of each as the mock without a port uses.
import { sha1 } from "@noble/hashes/legacy.js";
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import * as yaml from "yaml";
import { Buffer } from "./buffer.js";
import { files } from "./bundled-files.js";
import { setImmediate } from "./timers.js";

const hashes = { sha1, sha256, sha512 };

/** `node:crypto` */
export function createHash(name: keyof typeof hashes) {
  const hash = hashes[name].create();
  const result = {
    update(data: string | Uint8Array) {
      hash.update(Buffer.from(data));
      return result;
    },
    digest: (encoding: "hex" | "base64") => Buffer.from(hash.digest()).toString(encoding),
  };
  return result;
}

/** `node:crypto` */
export const hash = (name: keyof typeof hashes, data: string) => createHash(name).update(data).digest("hex");

/** `node:crypto` */
export const randomUUID = () => crypto.randomUUID();

/** `node:timers/promises` */
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

export { nextTurn as setImmediate };

/** `node:util`, for values that JSON can tell. */
export function isDeepStrictEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return one === other;
  const entries = Object.entries(one);
  const others = new Map(Object.entries(other));
  return (
    entries.length === others.size &&
    entries.every(([name, value]) => others.has(name) && isDeepStrictEqual(value, others.get(name)))
  );
}

/** `node:net`, for addresses of version 4. */
export const isIP = (host: string) => (/^(\d{1,3}\.){3}\d{1,3}$/.test(host) ? 4 : 0);

/** `node:module` */
export function createRequire() {
  const modules: Record<string, unknown> = { "ajv/dist/2020.js": { Ajv2020 }, yaml };
  return Object.assign((name: string) => modules[name], { resolve: (name: string) => name });
}

/** `node:path` */
export const extname = (path: string) => /\.[^./]*$/.exec(path)?.[0] ?? "";
/** `node:path` */
export const join = (...parts: string[]) => parts.join("/");

/** `node:fs`, for the files that are in the bundle. */
export function readFileSync(path: string | URL, encoding?: "utf8"): string | Uint8Array {
  const found = Object.entries(files).find(([name]) => String(path).endsWith(name));
  if (found === undefined) throw noFiles(String(path));
  const bytes = Buffer.from(found[1], "base64");
  return encoding === undefined ? bytes : bytes.toString();
}

/** `node:fs/promises` */
export const readFile = async (path: string | URL, encoding?: "utf8") => readFileSync(path, encoding);

/** `node:fs` */
export const statSync = (path: string): never => {
  throw noFiles(path);
};
export { statSync as readdirSync };

function noFiles(path: string): Error {
  return Object.assign(new Error(`A browser has no files, so ${path} can't be read; give its value.`), {
    code: "ENOENT",
  });
}
