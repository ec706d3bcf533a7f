// @module-tag socket
// The package has two builds, ES modules and CommonJS. They are loaded as they are published.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { builtinModules, createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";
import { compileFunction, createContext } from "node:vm";
import { expect, test } from "vitest";

type Sdk = typeof import("@model-access/sdk");

const root = fileURLToPath(new URL("..", import.meta.url));
const require = createRequire(import.meta.url);
const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const entries = readdirSync(join(root, "dist")).flatMap((file) => {
  const name = file.match(/^(.*)(?<!\.d)\.cjs$/)?.[1];
  if (name === undefined) return [];
  return name === "index" ? "@model-access/sdk" : `@model-access/sdk/${name}`;
});

const files = readdirSync(join(root, "dist"), { recursive: true, encoding: "utf8" }).filter((path) =>
  /\.(c?js|d\.c?ts)$/.test(path),
);

const esModules: Sdk = await import("@model-access/sdk");
const commonJs: Sdk = require("@model-access/sdk");
const otherRealm: Sdk = loadInOtherRealm(require.resolve("@model-access/sdk"));

test.each(entries)("%s exports the same names from both builds", async (entry) => {
  const names = Object.keys(await import(entry)).sort();

  expect(names.length).toBeGreaterThan(0);
  expect(Object.keys(require(entry)).sort()).toEqual(names);
});

test("the CommonJS build loads where no ES module can be required", () => {
  const script = `for (const entry of ${JSON.stringify(entries)}) console.log(entry, typeof require(entry));`;

  const { stdout, stderr } = spawnSync(process.execPath, ["--no-experimental-require-module", "--eval", script], {
    cwd: root,
    encoding: "utf8",
  });

  expect(stderr).toBe("");
  expect(stdout).toBe(entries.map((entry) => `${entry} object\n`).join(""));
});

test("the CommonJS build is strict code, as ES modules are", () => {
  const texts = files
    .filter((file) => file.endsWith(".cjs"))
    .map((file) => readFileSync(join(root, "dist", file), "utf8"));

  expect(texts.length).toBeGreaterThanOrEqual(entries.length);
  expect(texts.filter((text) => !text.startsWith('"use strict";'))).toEqual([]);
});

test.each([
  { home: "the ES modules", here: esModules, origin: "the CommonJS build", there: commonJs },
  { home: "the CommonJS build", here: commonJs, origin: "the ES modules", there: esModules },
  { home: "the ES modules", here: esModules, origin: "another realm", there: otherRealm },
  { home: "another realm", here: otherRealm, origin: "the ES modules", there: esModules },
])("the classes of $home know the errors of $origin, their parents' and no others", ({ here, there }) => {
  const error = new there.RateLimitError("GET /v1/models answered 429", { status: 429 });
  const known = [here.RateLimitError, here.StatusError, here.ModelAccessError];
  const others = [here.InvalidKeyError, here.ConnectionError, here.TimeoutError, here.AbortError, here.StreamError];

  expect(Object.getPrototypeOf(error)).not.toBe(here.RateLimitError.prototype);
  expect(known.filter((known) => !(error instanceof known))).toEqual([]);
  expect(others.filter((other) => error instanceof other)).toEqual([]);
});

test("an error of the other build is an instance of no class of the user's own", () => {
  class Unnamed extends esModules.RateLimitError {}
  class Renamed extends esModules.RateLimitError {
    override get name(): string {
      return "Renamed";
    }
  }
  // Its parent is another one than that of the class whose name it takes.
  class Namesake extends esModules.ModelAccessError {
    override get name(): string {
      return "RateLimitError";
    }
  }
  const foreign = new commonJs.RateLimitError("GET /v1/models answered 429", { status: 429 });

  expect([Unnamed, Renamed, Namesake].filter((own) => foreign instanceof own)).toEqual([]);
});

test("the user's own classes know their own errors and not each other's, whatever names they have", () => {
  class First extends esModules.RateLimitError {
    override get name(): string {
      return "Busy";
    }
  }
  class Second extends esModules.RateLimitError {
    override get name(): string {
      return "Busy";
    }
  }
  class Third extends First {}
  const error = new Third("GET /v1/models answered 429", { status: 429 });

  expect(
    [Third, First, esModules.RateLimitError, esModules.ModelAccessError, Error].map((own) => error instanceof own),
  ).toEqual([true, true, true, true, true]);
  expect(error instanceof Second).toBe(false);
  expect(error instanceof commonJs.RateLimitError).toBe(true);
});

test.each([
  ["undefined", undefined],
  ["null", null],
  ["a string", "RateLimitError"],
  ["a symbol", Symbol("RateLimitError")],
  ["a function", () => "RateLimitError"],
  ["an object without prototype", Object.create(null)],
  ["an error with the name of a class", Object.assign(new Error("?"), { name: "TimeoutError" })],
  ["the reason of a signal that timed out", new DOMException("?", "TimeoutError")],
  ["the reason of a signal that was aborted", new DOMException("?", "AbortError")],
])("%s is an instance of no class of errors", (_what, value) => {
  const { ModelAccessError, RateLimitError, TimeoutError, AbortError } = esModules;

  const known = [ModelAccessError, RateLimitError, TimeoutError, AbortError].filter(
    (known) => (value as unknown) instanceof known,
  );

  expect(known).toEqual([]);
});

test("the mark by which errors are known is not printed with them", () => {
  const error = new esModules.OptionError("timeouts", "timeouts.total is no number");

  expect(inspect(error)).not.toContain("Symbol");
  expect(Reflect.ownKeys({ ...error })).toEqual(["mayHaveBeenProcessed", "option"]);
});

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

/** Loads a file of CommonJS, and those that it requires, in a realm of its own, as Jest does. */
function loadInOtherRealm(file: string): Sdk {
  const parsingContext = createContext({ URL, Blob, AbortController, AbortSignal, DOMException });
  function load(path: string): object {
    const module = { exports: {} };
    const { resolve } = createRequire(path);
    const requireThere = (name: string): object => (name.startsWith("node:") ? require(name) : load(resolve(name)));
    compileFunction(readFileSync(path, "utf8"), ["module", "exports", "require"], { parsingContext, filename: path })(
      module,
      module.exports,
      requireThere,
    );
    return module.exports;
  }
  return load(file) as Sdk; // what the file exports
}
