import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);

/** The compiler of TypeScript 5.9 as a library. */
export function loadCompiler(): unknown {
  return require("typescript-5.9");
}

/** Path of a measured program; its text is never written there. */
export const programFile = fileURLToPath(new URL("measured-program.ts", import.meta.url));

/** Compiler options of a measured program. */
export const compilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: "ES2023",
  module: "NodeNext",
  types: ["node"],
};
