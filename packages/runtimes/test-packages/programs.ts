import { fileURLToPath } from "node:url";

const node = process.platform === "win32" ? "bin/node.exe" : "bin/node";
const fileOf = (path: string, manifest: string) => fileURLToPath(new URL(path, manifest));

// Literal names, so that a check of unused dependencies sees them.
export const node22 = fileOf(node, import.meta.resolve("node-22/package.json"));
export const node26 = fileOf(node, import.meta.resolve("node-26/package.json"));
/** Bun's program has this name on every system. */
export const bun = fileOf("bin/bun.exe", import.meta.resolve("bun/package.json"));

// Programs that Node runs.
export const deno = fileOf("bin.cjs", import.meta.resolve("deno/package.json"));
export const jest = fileOf("bin/jest.js", import.meta.resolve("jest/package.json"));
export const next = fileOf("dist/bin/next", import.meta.resolve("next/package.json"));
export const vitest = fileOf("vitest.mjs", import.meta.resolve("vitest/package.json"));
