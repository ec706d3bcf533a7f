import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { runServer } from "verdaccio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { published, readManifest, root } from "../scripts/changesets.mjs";
import { copyTree } from "./tree-copy.ts";

const names = published.map((folder) => basename(folder));
const copy = copyTree();
const tarballs = join(copy, "tarballs");
const read = (file: string) => readFileSync(join(copy, file), "utf8");
/** For each published package: its version in the copy, its tag, and its tarball. */
let versions: string[];
let tags: string[];
let files: string[];

/** Runs a script of this package in the copy, on this Node. */
function runScript(...args: string[]): string {
  const env = { ...process.env, PATH: dirname(process.execPath) + delimiter + process.env.PATH };
  const given = ["--silent", "--filter", "@model-access/workspace", ...args];
  return execFileSync("pnpm", given, { cwd: copy, env, encoding: "utf8", shell: process.platform === "win32" });
}

beforeAll(() => {
  const changes = names.map((name) => `"@model-access/${name}": minor\n`).join("");
  writeFileSync(join(copy, ".changeset/one-more.md"), `---\n${changes}---\n\nSomething new.\n`);
  const modules = "packages/workspace/node_modules"; // contains changesets
  symlinkSync(join(root, modules), join(copy, modules), "junction");
  const generated = ["packages/contract/src/generated", "packages/sdk/src/generated"];
  for (const built of [...published.map((folder) => `${folder}/dist`), ...generated]) {
    cpSync(join(root, built), join(copy, built), { recursive: true });
  }
  runScript("version-packages");
  runScript("pack-packages", "tarballs");
  versions = published.map((folder) => JSON.parse(read(`${folder}/package.json`)).version);
  tags = names.map((name, at) => `@model-access/${name}@${versions[at]}`);
  files = names.map((name, at) => `model-access-${name}-${versions[at]}.tgz`);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test("changesets become versions, in every file with a version, and changelogs", () => {
  const changed = execFileSync("git", ["diff", "--name-only", "*package.json"], { cwd: copy, encoding: "utf8" });

  // The workflow's action reads the changelog of every package with a new version.
  expect(changed.trim().split("\n")).toEqual(published.map((folder) => `${folder}/package.json`).toSorted());
  expect(parse(read("spec/src/openapi.yaml")).info.version).toBe(versions[0]);
  expect(read("packages/sdk/src/version.ts")).toContain(`"${versions[1]}"`);
  expect(read("packages/sdk/CHANGELOG.md")).toContain("Something new.");
});

test("packs exactly the packages that are not private", () => {
  const folders = ["packages", "apps"].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
  );

  expect(published.toSorted()).toEqual(folders.filter((folder) => !readManifest(folder).private).toSorted());
  expect(readdirSync(tarballs).toSorted()).toEqual(files.toSorted());
});

// The job runs on Linux.
describe.skipIf(process.platform === "win32")("the job that publishes", () => {
  const folder = mkdtempSync(join(tmpdir(), "model-access-publishing-"));
  const [releases, steps, repacked] = ["releases", "steps", "repacked"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const job: { steps: { run?: string }[] } = parse(read(".github/workflows/release.yml")).jobs.publish;
  // Two packages show every step; packages/runtimes publishes the tarballs of all.
  const two = names.slice(0, 2);
  const script = job.steps
    .flatMap(({ run = [] }) => run)
    .join("")
    .replace(names.join(" "), two.join(" "));
  const readSteps = () => readFileSync(steps, "utf8").trim().split("\n");
  let registry: Server;
  let host: string;

  /** Runs the job on a new machine, on the tarballs of the job before it, and stops it after so many steps in total. */
  async function publish({ from = tarballs, stopAfter = 1000 } = {}): Promise<void> {
    const cwd = mkdtempSync(join(folder, "machine-"));
    cpSync(from, cwd, { recursive: true });
    for (const name of names) writeFileSync(join(cwd, `${name}.cdx.json`), "{}");
    // pnpm wants a token, although everybody may publish.
    writeFileSync(join(cwd, ".npmrc"), `@model-access:registry=http://${host}/\n//${host}/:_authToken=anybody\n`);
    const env = {
      ...process.env,
      PATH: folder + delimiter + process.env.PATH,
      npm_config_cache: join(cwd, "npm-cache"),
      GITHUB_SHA: "0".repeat(40),
      RELEASES: releases,
      STEPS: steps,
      STOP_AFTER: String(stopAfter),
    };
    await promisify(execFile)("bash", ["-eo", "pipefail", "-c", script], { cwd, env });
  }

  beforeAll(async () => {
    registry = await runServer({
      storage: join(folder, "storage"),
      packages: { "@model-access/*": { access: "$all", publish: "$all" } },
      log: { type: "stdout", level: "fatal" },
      server: { keepAliveTimeout: 75 },
      self_path: folder,
    } as never); // the type requires options that have defaults
    await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve));
    host = `127.0.0.1:${(registry.address() as AddressInfo).port}`; // a TCP server has an object as its address
    for (const made of [releases, repacked]) mkdirSync(made);
    writeFileSync(steps, "");
    writeFileSync(join(folder, "npx"), fakeNpx, { mode: 0o755 });
    writeFileSync(join(folder, "gh"), fakeGh, { mode: 0o755 });
    for (const file of files.slice(0, two.length)) {
      execFileSync("bash", ["-c", `gzip -dc "$0" | gzip -1 >"$1"`, join(tarballs, file), join(repacked, file)]);
    }
  });
  afterAll(async () => {
    registry?.closeAllConnections();
    await new Promise((resolve) => registry?.close(resolve));
    rmSync(folder, { recursive: true, force: true });
  });

  test("continues after a stop at any step, and does each step once", async () => {
    const ends = [];
    for (let stopAfter = 0; stopAfter < 2 * two.length; stopAfter += 1) {
      // From here on, the same content is packed again, with other bytes.
      const from = stopAfter > 1 ? repacked : tarballs;
      ends.push(await publish({ from, stopAfter }).catch(({ code }) => code));
    }
    await publish({ from: repacked });

    expect(ends).toEqual(Array(2 * two.length).fill(1));
    expect(readSteps()).toEqual(two.flatMap((_, at) => [`publish ${files[at]}`, `release ${tags[at]}`]));
  });

  test("gives each release its notes and the published tarball, even if it was packed again since", async () => {
    for (const [at, name] of two.entries()) {
      const response = await fetch(`http://${host}/@model-access/${name}/-/${name}-${versions[at]}.tgz`);
      const bytes = Buffer.from(await response.arrayBuffer());
      const from = at === 0 ? tarballs : repacked;

      expect(readFileSync(join(from, files[at] ?? "")).equals(bytes), name).toBe(true);
      expect(readFileSync(join(releases, `${name}@${versions[at]}`)).equals(bytes), name).toBe(true);
      expect(readFileSync(join(releases, `${name}@${versions[at]}.md`), "utf8"), name).toContain("Something new.");
    }
  });

  test("does nothing when all is done, and the next push has nothing to pack", async () => {
    const before = readSteps();

    await publish();
    const unreleased = runScript("list-unreleased");
    for (const tag of tags) execFileSync("git", ["tag", tag], { cwd: copy });

    expect(readSteps()).toEqual(before);
    expect(unreleased.trim().split("\n")).toEqual(tags);
    expect(runScript("list-unreleased")).toBe("");
  });
});

/** Replaces `npx --yes pnpm@12.21.0 publish TARBALL …`, on a machine that stops before it. */
const fakeNpx = `#!/bin/bash
[ "$(wc -l <"$STEPS")" -lt "$STOP_AFTER" ] || exit 1
echo "publish $4" >>"$STEPS"
shift 2
exec pnpm "$@"
`;

/** Replaces `gh release …`, with a file for each release: its tarball, or nothing for the draft that a stop leaves. */
const fakeGh = `#!/bin/bash
release="$RELEASES/\${3##*/}"
case "$2" in
  view) [ -e "$release" ] && if [ -s "$release" ]; then echo false; else echo true; fi ;;
  delete) [ ! -s "$release" ] && rm "$release" ;;
  create)
    [ ! -e "$release" ] || exit 1
    [ "$(wc -l <"$STEPS")" -lt "$STOP_AFTER" ] || { touch "$release"; exit 1; }
    cp "$4" "$release" && cp notes.md "$release.md" && [ -s "$5" ] && echo "release $3" >>"$STEPS" ;;
esac
`;
