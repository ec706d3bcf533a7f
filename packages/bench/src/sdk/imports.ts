import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Import time of a package. */
export interface ImportRow {
  name: string;
  /** One value for each fresh process. */
  milliseconds: number[];
}

const folder = fileURLToPath(new URL(".", import.meta.url));
const packages = ["@model-access/sdk", "ky", "ai", "@anthropic-ai/sdk", "openai"];

/** Imports each package in fresh processes, in turn. */
export function measureImports(rounds: number): ImportRow[] {
  const rows = packages.map((name) => ({ name, milliseconds: [] as number[] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, milliseconds } of rows) {
      const script = `const before = performance.now(); await import(${JSON.stringify(name)}); console.log(performance.now() - before);`;
      const output = execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
        cwd: folder,
        encoding: "utf8",
      });
      milliseconds.push(Number(output));
    }
  }
  return rows;
}
