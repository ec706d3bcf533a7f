import { readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";

/** Returns the version of an installed package, even if its `exports` hide the manifest. */
export function readVersion(name: string): string {
  const manifest = findPackageJSON(name, import.meta.url);
  if (manifest === undefined) throw new Error(`The package ${name} is not installed; run pnpm install.`);
  return JSON.parse(readFileSync(manifest, "utf8")).version;
}
