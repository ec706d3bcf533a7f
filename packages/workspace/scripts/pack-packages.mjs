// `pnpm --filter @model-access/workspace pack-packages [--release] FOLDER`, after `pnpm build`: packs the published packages
// into FOLDER, with what project.json says. With --release it packs only versions that have no tag yet, refuses where
// project.json lacks something, and writes packages.json: the tag, tarball and changes of each.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { published, root } from "./changesets.mjs";
import { manifestWithProject, missingSentence, readmeWithProject, readProject } from "./project.mjs";

/** Packs packages, given by their folders, into a folder; returns the name, version and tarball of each. */
export function packPackages(destination, { folders = published, project = readProject() } = {}) {
  mkdirSync(destination, { recursive: true });
  return folders.map((folder) => {
    const work = mkdtempSync(join(tmpdir(), "model-access-pack-"));
    // pnpm, not npm: it replaces `workspace:*` by versions.
    pnpm(["pack", "--pack-destination", work], join(root, folder));
    const [tarball = ""] = readdirSync(work);
    execFileSync("tar", ["-xzf", tarball], { cwd: work }); // some take the colon of a Windows path for a host
    const content = join(work, "package");
    const manifest = JSON.parse(readFileSync(join(content, "package.json"), "utf8"));
    if (existsSync(join(root, folder, "CHANGELOG.md"))) {
      cpSync(join(root, folder, "CHANGELOG.md"), join(content, "CHANGELOG.md"));
      manifest.files.push("CHANGELOG.md");
    }
    const readme = readFileSync(join(content, "README.md"), "utf8");
    writeFileSync(join(content, "README.md"), readmeWithProject(readme, project, manifest));
    const written = manifestWithProject(manifest, project, folder);
    writeFileSync(join(content, "package.json"), `${JSON.stringify(written, null, 2)}\n`);
    pnpm(["pack", "--pack-destination", destination], content);
    rmSync(work, { recursive: true });
    return { folder, name: manifest.name, version: manifest.version, tarball };
  });
}

function pnpm(args, cwd) {
  execFileSync("pnpm", args, { cwd, stdio: ["ignore", "ignore", "inherit"], shell: process.platform === "win32" });
}

/** The newest part of a package's changelog. */
function changesOf(folder) {
  const file = join(root, folder, "CHANGELOG.md");
  if (!existsSync(file)) return "";
  return (/^## .+\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(readFileSync(file, "utf8"))?.[1] ?? "").trim();
}

if (process.argv[1] === import.meta.filename) {
  const isRelease = process.argv.includes("--release");
  const [given] = process.argv.slice(2).filter((word) => !word.startsWith("--"));
  const missing = isRelease ? missingSentence(readProject()) : undefined;
  if (given === undefined || missing !== undefined) {
    console.error(missing ?? "Name the folder for the tarballs: `pack-packages FOLDER`.");
    process.exit(2);
  }
  // pnpm runs a script in its package's folder, and says where it was called.
  const destination = resolve(process.env.INIT_CWD ?? ".", given);
  const tags = execFileSync("git", ["tag", "--list"], { cwd: root, encoding: "utf8" }).split("\n");
  const tagOf = (folder) => {
    const { name, version } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
    return `${name}@${version}`;
  };
  const folders = isRelease ? published.filter((folder) => !tags.includes(tagOf(folder))) : published;
  const packed = packPackages(destination, { folders });
  const list = packed.map(({ folder, tarball }) => ({ tag: tagOf(folder), tarball, changes: changesOf(folder) }));
  if (isRelease) writeFileSync(join(destination, "packages.json"), `${JSON.stringify(list, null, 2)}\n`);
  for (const { tag, tarball } of list) console.log(`${tag}  ${join(destination, tarball)}`);
}
