import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";
import { run } from "./run.ts";

const sdk = dirname(dirname(fileURLToPath(import.meta.resolve("@model-access/sdk"))));
const behaviour = fileURLToPath(new URL("behaviour.ts", import.meta.url));

/** A folder that has nothing but the SDK as it would be published, and programs for it. */
export interface Project {
  folder: string;
  write(file: string, text: string): string;
  remove(): void;
}

/**
 * Makes a folder with the packed SDK, what that depends on, and the behaviour as `behaviour.mjs` and `behaviour.cjs`.
 * What needs other packages has to be inside this one, so that it finds them.
 */
export async function makeProject({ isInside = false } = {}): Promise<Project> {
  const folder = mkdtempSync(
    isInside ? fileURLToPath(new URL("../reports-", import.meta.url)) : join(tmpdir(), "model-access-"),
  );
  const modules = join(folder, "node_modules");
  await install(modules);
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const source = readFileSync(behaviour, "utf8");
  for (const [extension, format] of [
    ["mjs", "esm"],
    ["cjs", "cjs"],
  ] as const) {
    writeFileSync(join(folder, `behaviour.${extension}`), transformSync(source, { loader: "ts", format }).code);
  }

  return {
    folder,
    write(file, text) {
      const path = join(folder, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      return path;
    },
    remove() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** As the rehearsal shows, a package manager installs the same three packages; this needs no registry. */
async function install(modules: string): Promise<void> {
  const target = join(modules, "@model-access/sdk");
  mkdirSync(target, { recursive: true });
  const packed = await run("pnpm", ["pack", "--out", join(modules, "sdk.tgz")], { cwd: sdk });
  const unpacked = await run("tar", ["-xzf", "../../sdk.tgz", "--strip-components", "1"], { cwd: target });
  if (packed.code !== 0 || unpacked.code !== 0) throw new Error(packed.stdout + packed.stderr + unpacked.stderr);
  rmSync(join(modules, "sdk.tgz"));
  const openapiFetch = packageFolder(createRequire(join(sdk, "package.json")), "openapi-fetch");
  const helpers = packageFolder(createRequire(join(openapiFetch, "package.json")), "openapi-typescript-helpers");
  cpSync(openapiFetch, join(modules, "openapi-fetch"), {
    recursive: true,
    filter: (path) => path !== join(openapiFetch, "node_modules"),
  });
  cpSync(helpers, join(modules, "openapi-typescript-helpers"), { recursive: true });
}

function packageFolder(require: NodeJS.Require, name: string): string {
  return dirname(require.resolve(`${name}/package.json`));
}
