import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Tool } from "./tool.ts";

// Literal names, so that knip sees them. One of the packages hides its manifest.
const programs = {
  heyApi: new URL("bin/run.js", import.meta.resolve("@hey-api/openapi-ts/package.json")),
  orval: new URL("dist/bin/orval.mjs", import.meta.resolve("orval/package.json")),
  kubb: new URL("run-kubb.ts", import.meta.url),
  typedOpenapi: new URL("../bin.js", import.meta.resolve("typed-openapi")),
  zodClient: new URL("bin.js", import.meta.resolve("openapi-zod-client/package.json")),
  swaggerTypescriptApi: new URL("dist/cli.mjs", import.meta.resolve("swagger-typescript-api/package.json")),
};

const atMost31 = "the parser in it reads 3.1 at most";

/** Programs that generate TypeScript from a bundle. */
export const generators: Tool[] = [
  {
    name: "hey-api",
    package: "@hey-api/openapi-ts",
    makes: "types and a fetch client",
    run: command(programs.heyApi, { entry: "index.ts", args: (from, to) => ["-i", from, "-o", to] }),
  },
  {
    name: "orval (fetch)",
    package: "orval",
    makes: "types and a fetch client",
    run: command(programs.orval, {
      entry: "api.ts",
      args: (from, to) => ["--input", from, "--output", join(to, "api.ts"), "--client", "fetch"],
    }),
  },
  {
    name: "orval (zod)",
    package: "orval",
    makes: "zod schemas",
    run: command(programs.orval, {
      entry: "api.ts",
      args: (from, to) => ["--input", from, "--output", join(to, "api.ts"), "--client", "zod"],
    }),
  },
  {
    name: "kubb",
    package: "@kubb/core",
    makes: "types and zod schemas, with `typed: true`",
    run: command(programs.kubb, { entry: "index.ts", args: (from) => [from] }),
    compilerOptions: { allowImportingTsExtensions: true },
  },
  {
    name: "typed-openapi",
    package: "typed-openapi",
    makes: "types and a client",
    run: command(programs.typedOpenapi, { entry: "api.ts", args: (from) => [from, "-o", "api.ts"] }),
    notes: { "openapi.3.2.json": atMost31 },
  },
  {
    name: "openapi-zod-client",
    package: "openapi-zod-client",
    makes: "zod 3 schemas and a client",
    run: command(programs.zodClient, { entry: "api.ts", args: (from, to) => [from, "-o", join(to, "api.ts")] }),
    compilerOptions: { paths: { zod: ["../../../node_modules/zod/v3/index.d.ts"] } },
    notes: { "openapi.3.2.json": atMost31 },
  },
  {
    name: "swagger-typescript-api",
    package: "swagger-typescript-api",
    makes: "types and a fetch client",
    run: command(programs.swaggerTypescriptApi, {
      entry: "api.ts",
      args: (from, to) => ["generate", "-p", from, "-o", to, "-n", "api.ts"],
    }),
  },
];

interface Command {
  /** Returns the arguments for a bundle and a folder. */
  args(from: string, to: string): string[];
  /** The file that it writes. */
  entry: string;
}

function command(program: URL, { args, entry }: Command): Tool["run"] {
  return async (bundle, folder) => {
    const options = ["--no-deprecation", fileURLToPath(program), ...args(bundle, folder)];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, options, {
      cwd: folder,
      env: { ...process.env, DO_NOT_TRACK: "1", NO_COLOR: "1" },
      maxBuffer: 64 * 1024 * 1024,
    });
    return { said: stdout + stderr, entry };
  };
}
