import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type MockServer, startMock } from "@model-access/mock";
import * as sdk from "@model-access/sdk";
import { test as base, inject } from "vitest";
import { install } from "./install.ts";
import { behaveOnServer, type Outcome } from "./sdk/behaviour.ts";

const examples = fileURLToPath(new URL("../../../examples", import.meta.url));

/** The programs of the examples. */
export const exampleNames = readdirSync(examples, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== "chat-app")
  .map(({ name }) => name);

/** A test with a mock and the SDK's behaviour on this Node, which every runtime's is compared to. */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest derives from the pattern that it needs nothing
  .extend("mock", { scope: "file" }, async ({}, { onCleanup }): Promise<MockServer> => {
    const mock = await startMock({ latency: "instant" });
    onCleanup(() => mock.close());
    return mock;
  })
  .extend("expected", { scope: "file" }, ({ mock }): Promise<Outcome> => behaveOnServer(sdk, mock.baseURL));

/** Creates a folder with the consumer's content and a runtime's programs, which use packages of this workspace too. */
export function makeInsideProject(runtime: string): string {
  const { consumer, insideFolder } = inject("registry");
  const project = realpathSync(mkdtempSync(join(insideFolder, `${runtime}-`)));
  cpSync(consumer, project, { recursive: true, verbatimSymlinks: true });
  cpSync(fileURLToPath(new URL(runtime, import.meta.url)), project, { recursive: true });
  return project;
}

/** Creates an empty folder outside of the workspace. */
function makeFolder(): string {
  return realpathSync(mkdtempSync(join(inject("registry").folder, "project-")));
}

/** Installs packages from the registry into an empty folder outside the workspace, and returns the folder. */
export async function installPackages(...names: string[]): Promise<string> {
  const folder = makeFolder();
  await install(names, { folder, settings: inject("registry").settings });
  return folder;
}

/**
 * Copies the examples out of the workspace and installs the packed packages there. Each gets only its own dependencies,
 * because pnpm isolates the packages of a workspace.
 */
export async function copyExamples(): Promise<string> {
  const folder = makeFolder();
  for (const name of exampleNames) {
    const filter = (path: string) => basename(path) !== "node_modules";
    cpSync(join(examples, name), join(folder, name), { recursive: true, filter });
    const manifest = join(folder, name, "package.json");
    writeFileSync(manifest, readFileSync(manifest, "utf8").replaceAll("workspace:*", "*"));
  }
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  writeFileSync(join(folder, "pnpm-workspace.yaml"), 'packages: ["*"]\n');
  await install([], { folder, settings: inject("registry").settings });
  return folder;
}
