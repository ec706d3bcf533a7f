import { fileURLToPath } from "node:url";

const node = process.platform === "win32" ? "bin/node.exe" : "bin/node";
const resolveFile = (path: string, manifest: string) => fileURLToPath(new URL(path, manifest));

// Literal names, so that knip sees them.
export const node22 = resolveFile(node, import.meta.resolve("node-22/package.json"));
export const node26 = resolveFile(node, import.meta.resolve("node-26/package.json"));
/** The name of Bun's program on every system. */
export const bun = resolveFile("bin/bun.exe", import.meta.resolve("bun/package.json"));

// Programs that Node runs.
export const deno = resolveFile("bin.cjs", import.meta.resolve("deno/package.json"));
export const jest = resolveFile("bin/jest.js", import.meta.resolve("jest/package.json"));
export const next = resolveFile("dist/bin/next", import.meta.resolve("next/package.json"));
export const vitest = resolveFile("vitest.mjs", import.meta.resolve("vitest/package.json"));
