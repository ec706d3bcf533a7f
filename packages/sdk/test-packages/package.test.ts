import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { version } from "../src/index.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const packageJson = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const folder = mkdtempSync(join(tmpdir(), "model-access-sdk-"));
const installed = join(folder, "node_modules", "@model-access", "sdk");

/** Installs what the package ships into a folder of its own; packages/runtimes packs and publishes it. */
beforeAll(() => {
  for (const name of ["package.json", "README.md", "dist", "src"])
    cpSync(join(root, name), join(installed, name), { recursive: true });
  mkdirSync(join(folder, "node_modules", "@opentelemetry"));
  // The dependency, and what the README's examples are written for.
  for (const name of ["openapi-fetch", "zod", "@opentelemetry/api"]) {
    symlinkSync(realpathSync(join(root, "node_modules", name)), join(folder, "node_modules", name), "junction");
  }
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test("has the version of its package.json", () => {
  expect(version).toBe(packageJson.version);
});

test("depends on openapi-fetch alone", () => {
  expect(Object.keys(packageJson.dependencies)).toEqual(["openapi-fetch"]);
});

test("takes less than 3 MB of disk, its dependencies included", () => {
  const dependency = realpathSync(join(root, "node_modules", "openapi-fetch"));
  const helpers = realpathSync(join(dependency, "..", "openapi-typescript-helpers"));

  const bytes = [installed, dependency, helpers].flatMap((path) =>
    readdirSync(path, { recursive: true, encoding: "utf8" }).map((file) => statSync(join(path, file)).size),
  );

  expect(bytes.reduce((sum, size) => sum + size)).toBeLessThan(3 * 1024 ** 2);
});

// packages/runtimes compiles a smaller program by every version and resolution.
test("type-checks in a project without @types/node that checks declarations, README included", () => {
  const project = join(folder, "project");
  mkdirSync(project);
  const calls = readFileSync(join(root, "test", "types.ts"), "utf8");
  const examples = readFileSync(join(root, "README.md"), "utf8").matchAll(/```ts\n(.*?)```/gs);
  writeFileSync(join(project, "types.ts"), calls.replace('"../src/index.js"', '"@model-access/sdk"'));
  for (const [index, [, example]] of [...examples].entries())
    writeFileSync(join(project, `readme-${index}.ts`), `${example}`);
  const lib = ["ES2022", "DOM", "DOM.AsyncIterable"];

  expect(typeErrorsOf(project, { lib, types: [], noUncheckedIndexedAccess: true })).toBe("");
});

test("has declarations that need nothing of the DOM's types in a project of Node", () => {
  const project = join(folder, "node-project");
  mkdirSync(join(project, "node_modules", "@types"), { recursive: true });
  const nodeTypes = fileURLToPath(new URL(".", import.meta.resolve("@types/node/package.json")));
  symlinkSync(realpathSync(nodeTypes), join(project, "node_modules", "@types", "node"), "junction");
  const names = readdirSync(join(installed, "dist")).filter((file) => /(?<!\.d)\.cjs$/.test(file));
  const entries = names.map((file) => `@model-access/sdk/${file.slice(0, -4)}`.replace(/\/index$/, ""));
  writeFileSync(
    join(project, "entries.ts"),
    entries.map((entry, index) => `export * as entry${index} from "${entry}";`).join("\n"),
  );

  expect(typeErrorsOf(project, { lib: ["ES2022"], types: ["node"] })).toBe("");
});

/** Returns the compiler's messages about a project with these options. */
function typeErrorsOf(project: string, options: object): string {
  const compilerOptions = { module: "NodeNext", target: "ES2022", strict: true, skipLibCheck: false, noEmit: true };
  writeFileSync(
    join(project, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { ...compilerOptions, ...options }, include: ["*.ts"] }),
  );
  const tsc = fileURLToPath(new URL("bin/tsc", import.meta.resolve("typescript/package.json")));
  const { stdout, stderr } = spawnSync(process.execPath, [tsc, "-p", project], { encoding: "utf8" });
  return stdout + stderr;
}
