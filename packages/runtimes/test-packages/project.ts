import { cpSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type MockServer, startMock } from "@model-access/mock";
import * as sdk from "@model-access/sdk";
import { transformSync } from "esbuild";
import { test as base, inject } from "vitest";
import { install } from "./install.ts";
import { behaveOnServer, type Outcome } from "./sdk/behaviour.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
/** The folder of the examples. */
export const examples = fileURLToPath(new URL("../../../examples", import.meta.url));

/** A test that has a mock, and the behaviour of the SDK on this Node, against which every runtime is compared. */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern that it needs nothing
  .extend("mock", { scope: "file" }, async ({}, { onCleanup }): Promise<MockServer> => {
    const mock = await startMock({ latency: "instant" });
    onCleanup(() => mock.close());
    return mock;
  })
  .extend("expected", { scope: "file" }, ({ mock }): Promise<Outcome> => behaveOnServer(sdk, mock.baseURL));

/**
 * Makes a folder with the SDK as the registry gives it, the programs of `sdk/` and those of a runtime's folder. It is outside
 * of the workspace, unless its programs use packages of this one.
 */
export function makeProject(runtime: string, { isInside = false } = {}): string {
  const { consumer, folder, insideFolder } = inject("registry");
  const project = realpathSync(mkdtempSync(join(isInside ? insideFolder : folder, `${runtime}-`)));
  cpSync(consumer, project, { recursive: true, verbatimSymlinks: true });
  writeFileSync(join(project, "package.json"), '{ "private": true }\n');
  for (const source of [join(here, "sdk"), join(here, runtime)]) {
    cpSync(source, project, { recursive: true, filter: (file) => !file.endsWith(".test.ts") });
  }
  const behaviour = readFileSync(join(here, "sdk/behaviour.ts"), "utf8");
  for (const [extension, format] of [["mjs", "esm"] as const, ["cjs", "cjs"] as const]) {
    writeFileSync(join(project, `behaviour.${extension}`), transformSync(behaviour, { loader: "ts", format }).code);
  }
  return project;
}

/** Installs packages from the registry into an empty folder outside the workspace, and returns the folder. */
export async function installPackages(...names: string[]): Promise<string> {
  const { folder, settings } = inject("registry");
  const project = realpathSync(mkdtempSync(join(folder, "project-")));
  await install(names, { folder: project, settings });
  return project;
}

/** Copies an example out of the workspace and installs the packed packages there, as the README has people do. */
export async function copyExample(name: string): Promise<string> {
  const { folder, settings } = inject("registry");
  const project = realpathSync(mkdtempSync(join(folder, "example-")));
  cpSync(join(examples, name), project, { recursive: true, filter: (path) => basename(path) !== "node_modules" });
  const manifest = join(project, "package.json");
  writeFileSync(manifest, readFileSync(manifest, "utf8").replaceAll("workspace:*", "*"));
  await install([], { folder: project, settings });
  return project;
}
