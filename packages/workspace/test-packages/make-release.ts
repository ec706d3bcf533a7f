import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { published, readManifest, root } from "../scripts/changesets.mjs";
import { run } from "./run.ts";
import { copyTree } from "./tree-copy.ts";

/** The repository as a release would make it, and what the release packs. */
export interface Release {
  folder: string;
  tarballs: string;
  /** The version of each published package, and its tag. */
  versions: string[];
  tags: string[];
  read(file: string): string;
  remove(): void;
}

/** Takes the changesets of the repository, and one more, into versions in a copy of it, and packs that with what was built. */
export async function makeRelease(): Promise<Release> {
  const folder = copyTree();
  const read = (file: string) => readFileSync(join(folder, file), "utf8");
  const names = published.map((project) => readManifest(project).name);
  const lines = names.map((name) => `"${name}": minor\n`).join("");
  writeFileSync(join(folder, ".changeset/one-more.md"), `---\n${lines}---\n\nSomething new.\n`);
  const modules = "packages/workspace/node_modules"; // those of changesets
  symlinkSync(join(root, modules), join(folder, modules), "junction");
  for (const made of [
    ...published.map((project) => `${project}/dist`),
    "packages/contract/src/generated",
    "packages/sdk/src/generated",
  ]) {
    cpSync(join(root, made), join(folder, made), { recursive: true });
  }

  await runScript("version-packages");
  await runScript("pack-packages", "tarballs");
  const versions = published.map((project): string => JSON.parse(read(`${project}/package.json`)).version);
  return {
    folder,
    tarballs: join(folder, "tarballs"),
    versions,
    tags: names.map((name, at) => `${name}@${versions[at]}`),
    read,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };

  async function runScript(...args: string[]) {
    const env = { PATH: `${dirname(process.execPath)}${process.platform === "win32" ? ";" : ":"}${process.env.PATH}` };
    const given = ["--filter", "@model-access/workspace", ...args];
    const { code, stdout, stderr } = await run("pnpm", given, { cwd: folder, env });
    if (code !== 0) throw new Error(`pnpm ${given.join(" ")} ended with ${code}: ${stdout}${stderr}`);
  }
}
