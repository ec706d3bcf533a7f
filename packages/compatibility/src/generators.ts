import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Made, Tool } from "./tool.ts";

const require = createRequire(import.meta.url);
const kubb = fileURLToPath(new URL("run-kubb.ts", import.meta.url));

const endlessGetters = "its schemas that contain themselves have no type (TS7023); take the bundle without recursion";
const atMost31 = "the parser in it reads 3.1 at most";

/** Programs that write TypeScript from a bundle. */
export const generators: Tool[] = [
  {
    name: "hey-api",
    package: "@hey-api/openapi-ts",
    makes: "types and a fetch client",
    run: command("@hey-api/openapi-ts", { entry: "index.ts", args: (from, to) => ["-i", from, "-o", to] }),
  },
  {
    name: "orval (fetch)",
    package: "orval",
    makes: "types and a fetch client",
    run: command("orval", {
      entry: "api.ts",
      args: (from, to) => ["--input", from, "--output", join(to, "api.ts"), "--client", "fetch"],
    }),
  },
  {
    name: "orval (zod)",
    package: "orval",
    makes: "zod schemas",
    run: command("orval", {
      entry: "api.ts",
      args: (from, to) => ["--input", from, "--output", join(to, "api.ts"), "--client", "zod"],
    }),
  },
  {
    name: "kubb",
    package: "@kubb/core",
    makes: "types and zod schemas",
    run: (bundle, folder) => runProgram(kubb, { args: [bundle], folder, entry: "index.ts" }),
    compilerOptions: { allowImportingTsExtensions: true },
    notes: { "openapi.json": endlessGetters, "openapi.3.2.json": endlessGetters },
  },
  {
    name: "typed-openapi",
    package: "typed-openapi",
    makes: "types and a client",
    run: command("typed-openapi", { entry: "api.ts", args: (from) => [from, "-o", "api.ts"] }),
    notes: { "openapi.3.2.json": atMost31 },
  },
  {
    name: "openapi-zod-client",
    package: "openapi-zod-client",
    makes: "zod 3 schemas and a client",
    run: command("openapi-zod-client", { entry: "api.ts", args: (from, to) => [from, "-o", join(to, "api.ts")] }),
    compilerOptions: { paths: { zod: ["../../node_modules/zod/v3/index.d.ts"] } },
    notes: { "openapi.3.2.json": atMost31 },
  },
  {
    name: "swagger-typescript-api",
    package: "swagger-typescript-api",
    makes: "types and a fetch client",
    run: command("swagger-typescript-api", {
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

function command(name: string, { args, entry }: Command): Tool["run"] {
  return async (bundle, folder) => {
    const manifest = join(folderOf(name), "package.json");
    const { bin } = require(manifest) as { bin: string | Record<string, string> };
    const program = typeof bin === "string" ? bin : (bin[name.split("/").at(-1) ?? ""] ?? Object.values(bin)[0] ?? "");
    return runProgram(join(dirname(manifest), program), { args: args(bundle, folder), folder, entry });
  };
}

interface Run {
  args: string[];
  folder: string;
  entry: string;
}

async function runProgram(program: string, { args, folder, entry }: Run): Promise<Made> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ["--no-deprecation", program, ...args], {
    cwd: folder,
    env: { ...process.env, DO_NOT_TRACK: "1", NO_COLOR: "1" },
    maxBuffer: 64 * 1024 * 1024,
  });
  return { said: stdout + stderr, entry };
}

/** The folder of an installed package, whatever its `exports` hide. */
export function folderOf(name: string): string {
  const found = (require.resolve.paths(name) ?? []).map((folder) => join(folder, name));
  const folder = found.find((candidate) => existsAsPackage(candidate));
  if (folder === undefined) throw new Error(`The package ${name} is not installed; run pnpm install.`);
  return folder;
}

function existsAsPackage(folder: string): boolean {
  try {
    return require(join(folder, "package.json")) !== undefined;
  } catch {
    return false;
  }
}
