import { readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const files = readdirSync(join(root, "dist"), { recursive: true, encoding: "utf8" }).filter((path) =>
  /\.(c?js|d\.c?ts)$/.test(path),
);

/** Every module that a file names in an import, an export, an `import()` or a reference. */
function importsOf(path: string): string[] {
  const text = readFileSync(join(root, "dist", path), "utf8");
  const places = /(?:\bfrom\s*|\b(?:import|require)\s*\(?\s*|<reference types=)["']([^"'\n]+)["']/g;
  return [...text.matchAll(places)].map(([, module = ""]) => module);
}

test("code and declarations import their own files and the dependency, and nothing of the workspace", () => {
  const allowed = [...Object.keys(dependencies), ...builtinModules.map((module) => `node:${module}`)];
  const isOwn = (module: string) => module.startsWith("./") || module.startsWith("../");
  // Tracing alone needs its peer, which whoever does not trace has no reason to install.
  const isPeer = (path: string, module: string) =>
    /^(types\/)?opentelemetry\b/.test(path) && module === "@opentelemetry/api";
  const modules = files.flatMap((path) => importsOf(path).filter((module) => !isOwn(module) && !isPeer(path, module)));

  expect(files.length).toBeGreaterThan(20);
  expect(modules.filter((module) => !allowed.includes(module))).toEqual([]);
});

test("declarations need no types of Node", () => {
  const declarations = files.filter((path) => /\.d\.c?ts$/.test(path));

  expect(declarations.flatMap(importsOf).filter((module) => module.startsWith("node:"))).toEqual([]);
});
