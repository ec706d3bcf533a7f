import { build } from "rolldown";

/**
 * The code of the worker thread of `/sync` as one text, which the entry carries so that it works in a bundle too. It
 * imports nothing, so that it means the same whether Node takes it for a script or for a module.
 */
export async function workerSource(root) {
  const { output } = await build({
    input: `${root}src/sync/worker.ts`,
    platform: "neutral",
    treeshake: { moduleSideEffects: false },
    logLevel: "warn",
    write: false,
    output: { format: "iife", minify: true },
  });
  const [{ code, imports, dynamicImports }, ...further] = output;
  if (imports.length + dynamicImports.length + further.length > 0) {
    throw new Error("The worker thread has to be one text that imports nothing.");
  }
  return code;
}
