// Packs every package once, publishes the tarballs to a registry on loopback, and installs the SDK from it, for all test
// files.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { runServer } from "verdaccio";
import type { TestProject } from "vitest/node";
import { install } from "./install.ts";
import { runWell } from "./run.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** The published packages, dependencies first. */
export const published = ["contract", "sdk", "mock", "contract-tests", "ai-sdk-provider"] as const;

declare module "vitest" {
  export interface ProvidedContext {
    registry: {
      /** The folder for projects outside the workspace. */
      folder: string;
      /** The folder for projects that use packages of this one. */
      insideFolder: string;
      /** The `.npmrc` of a project: only the workspace's packages come from this registry. */
      settings: string;
      /** The tarball of each package. */
      tarballs: Record<string, string>;
      /** A folder in which the SDK is installed, with the programs of `sdk/` in both module systems. */
      consumer: string;
    };
  }
}

export default async function startRegistry({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "model-access-registry-"));
  const reports = fileURLToPath(new URL("../reports", import.meta.url));
  mkdirSync(reports, { recursive: true });
  const insideFolder = mkdtempSync(join(reports, "projects-"));
  const tarballs = await packPackages(join(folder, "tarballs"));

  const server: Server = await runServer({
    storage: join(folder, "storage"),
    packages: { "@model-access/*": { access: "$all", publish: "$all" } },
    log: { type: "stdout", level: "fatal" },
    server: { keepAliveTimeout: 75 },
    self_path: folder,
  } as never); // the type requires options that have defaults
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server has an object as its address
  // pnpm requires a token, although anybody may publish.
  const settings = `@model-access:registry=http://${host}/\n//${host}/:_authToken=anybody\n`;
  writeFileSync(join(folder, ".npmrc"), settings);
  await Promise.all(
    published.map((name) => runWell("pnpm", ["publish", tarballs[name] ?? "", "--no-git-checks"], { cwd: folder })),
  );
  const consumer = join(folder, "consumer");
  await install(["@model-access/sdk"], { folder: consumer, settings });
  await writePrograms(consumer);

  provide("registry", { folder, insideFolder, settings, tarballs, consumer });
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    for (const made of [folder, insideFolder]) rmSync(made, { recursive: true, force: true });
  };
}

/** Writes the programs of `sdk/` in both module systems: with `import` as `.mjs`, and with `require` as `.cjs`. */
async function writePrograms(consumer: string): Promise<void> {
  writeFileSync(join(consumer, "package.json"), '{ "private": true }\n');
  for (const [format, extension] of [["esm", ".mjs"] as const, ["cjs", ".cjs"] as const]) {
    await build({
      entryPoints: ["behaviour", "program", "sync"].map((name) =>
        fileURLToPath(new URL(`sdk/${name}.ts`, import.meta.url)),
      ),
      outdir: consumer,
      outExtension: { ".js": extension },
      bundle: true,
      packages: "external",
      external: ["node:*"],
      platform: "neutral",
      format,
    });
  }
}

/** Packs with pnpm, which replaces `workspace:*` by versions. */
async function packPackages(folder: string): Promise<Record<string, string>> {
  const filters = published.flatMap((name) => ["--filter", `@model-access/${name}`]);
  await runWell("pnpm", [...filters, "pack", "--pack-destination", folder], { cwd: root });
  const files = readdirSync(folder);
  return Object.fromEntries(
    published.map((name) => {
      const file = files.find((one) => new RegExp(`^model-access-${name}-\\d`).test(one)) ?? "";
      return [name, join(folder, file)];
    }),
  );
}
