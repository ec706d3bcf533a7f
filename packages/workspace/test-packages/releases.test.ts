import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { runServer } from "verdaccio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { published, readManifest, root } from "../scripts/changesets.mjs";
import { makeRelease, type Release } from "./make-release.ts";
import { run } from "./run.ts";

let release: Release;

beforeAll(async () => {
  release = await makeRelease();
});
afterAll(() => release?.remove());

test("the changesets become versions, wherever a version stands, and changelogs", () => {
  const { read, versions } = release;
  const [contract, sdk] = versions;
  const changed = execFileSync("git", ["diff", "--name-only", "*package.json"], {
    cwd: release.folder,
    encoding: "utf8",
  });

  expect(versions.filter((version, at) => version === readManifest(published[at] ?? "").version)).toEqual([]);
  expect(parse(read("spec/src/openapi.yaml")).info.version).toBe(contract);
  expect(read("packages/sdk/src/version.ts")).toContain(`"${sdk}"`);
  expect(read("packages/sdk/CHANGELOG.md")).toContain("Something new.");
  // The action of the workflow reads the changelog of every package whose version changed.
  expect(changed.trim().split("\n")).toEqual(published.map((folder) => `${folder}/package.json`).toSorted());
});

test("every package that isn't private is packed, and no other, with its changes", () => {
  const folders = ["packages", "apps"].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
  );

  expect(published.toSorted()).toEqual(folders.filter((folder) => !readManifest(folder).private).toSorted());
  expect(readdirSync(release.tarballs).toSorted()).toEqual(
    published.map((folder, at) => `model-access-${basename(folder)}-${release.versions[at]}.tgz`).toSorted(),
  );
});

// The job runs on Linux.
describe.skipIf(process.platform === "win32")("the job that publishes", () => {
  const folder = mkdtempSync(join(tmpdir(), "model-access-publishing-"));
  const releases = join(folder, "releases");
  const steps = join(folder, "steps");
  const script: string = parse(readFileSync(`${root}.github/workflows/release.yml`, "utf8")).jobs.publish.steps.find(
    (step: { run?: string }) => step.run !== undefined,
  ).run;
  let registry: Server;
  let host: string;
  /** How each run of the job ended. */
  const ends: { code: number | null; stderr: string }[] = [];

  /** Runs the job on a new machine, with tarballs as the job before left them, and stops it after so many steps in all. */
  async function publish({ tarballs = release.tarballs, stopAfter = 1000 } = {}): Promise<void> {
    const cwd = mkdtempSync(join(folder, "runner-"));
    cpSync(tarballs, cwd, { recursive: true });
    for (const folder of published) writeFileSync(join(cwd, `${basename(folder)}.cdx.json`), "{}");
    // pnpm wants a token, although everybody may publish.
    writeFileSync(join(cwd, ".npmrc"), `@model-access:registry=http://${host}/\n//${host}/:_authToken=anybody\n`);
    const env = {
      PATH: `${folder}:${process.env.PATH}`,
      npm_config_cache: join(cwd, "npm-cache"),
      GITHUB_SHA: "0".repeat(40),
      RELEASES: releases,
      STEPS: steps,
      STOP_AFTER: String(stopAfter),
    };
    const { code, stdout, stderr } = await run("bash", ["-eo", "pipefail", "-c", script], { cwd, env });
    ends.push({ code, stderr: stdout + stderr });
  }

  const readSteps = () => readFileSync(steps, "utf8").trim().split("\n");

  beforeAll(async () => {
    registry = await runServer({
      storage: join(folder, "storage"),
      packages: { "@model-access/*": { access: "$all", publish: "$all" } },
      log: { type: "stdout", level: "fatal" },
      server: { keepAliveTimeout: 75 },
      self_path: folder,
    } as never); // the type asks for what has a default
    await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve));
    host = `127.0.0.1:${(registry.address() as AddressInfo).port}`; // a server on a port has no other kind of address
    mkdirSync(releases);
    writeFileSync(steps, "");
    writeFileSync(join(folder, "npx"), fakeNpx, { mode: 0o755 });
    writeFileSync(join(folder, "gh"), fakeGh, { mode: 0o755 });
    // The same content, packed again: other bytes.
    const repacked = join(folder, "repacked");
    mkdirSync(repacked);
    for (const file of readdirSync(release.tarballs)) {
      execFileSync("bash", ["-c", `gzip -dc "$0" | gzip -1 >"$1"`, join(release.tarballs, file), join(repacked, file)]);
    }
    for (let stopAfter = 0; stopAfter < 2 * published.length; stopAfter += 1) {
      await publish({ stopAfter, tarballs: stopAfter <= 5 ? release.tarballs : repacked });
    }
    await publish({ tarballs: repacked });
  });
  afterAll(async () => {
    registry?.closeAllConnections();
    await new Promise((resolve) => registry?.close(resolve));
    rmSync(folder, { recursive: true, force: true });
  });

  test("goes on where it stopped, whichever step that was before, and does each once", () => {
    expect(ends.slice(0, -1).map(({ code }) => code)).toEqual(Array(2 * published.length).fill(1));
    expect(ends.at(-1)?.code, ends.at(-1)?.stderr).toBe(0);
    expect(readSteps()).toEqual(release.tags.flatMap((tag) => [`publish ${tag}`, `release ${tag}`]));
  });

  test("gives each release its notes and the tarball that was published, though it was packed again since", async () => {
    for (const tag of release.tags) {
      const [, name = "", version = ""] = /^@model-access\/(.+)@(.+)$/.exec(tag) ?? [];
      const file = `model-access-${name}-${version}.tgz`;
      const response = await fetch(`http://${host}/@model-access/${name}/-/${name}-${version}.tgz`);
      const onRegistry = Buffer.from(await response.arrayBuffer());

      expect(readFileSync(join(releases, `${name}@${version}`)).equals(onRegistry), tag).toBe(true);
      expect(readFileSync(join(releases, `${name}@${version}.md`), "utf8"), tag).toContain("Something new.");
      const isFirst = readFileSync(join(release.tarballs, file)).equals(onRegistry);
      expect(isFirst, tag).toBe(["contract", "sdk", "mock"].includes(name));
    }
  });

  test("does nothing when all is done, and a push after that has nothing to pack", async () => {
    const before = readSteps();
    const listUnreleased = () =>
      execFileSync(process.execPath, ["packages/workspace/scripts/list-unreleased.mjs"], {
        cwd: release.folder,
        encoding: "utf8",
      });

    await publish();
    const unreleased = listUnreleased();
    for (const tag of release.tags) execFileSync("git", ["tag", tag], { cwd: release.folder });

    expect(ends.at(-1)?.code, ends.at(-1)?.stderr).toBe(0);
    expect(readSteps()).toEqual(before);
    expect(unreleased.trim().split("\n")).toEqual(release.tags);
    expect(listUnreleased()).toBe("");
  });
});

/** `npx --yes pnpm@12.21.0 publish TARBALL …`, which the machine stops before. */
const fakeNpx = `#!/bin/bash
[ "$(wc -l <"$STEPS")" -lt "$STOP_AFTER" ] || exit 1
tar -xOf "$4" package/package.json | node -p 'const { name, version } = JSON.parse(fs.readFileSync(0)); \`publish \${name}@\${version}\`' >>"$STEPS"
shift 2
exec pnpm "$@"
`;

/** \`gh release …\` on releases that are files: the tarball of each, or nothing for a draft, which is all that a stop leaves. */
const fakeGh = `#!/bin/bash
release="$RELEASES/\${3##*/}"
case "$2" in
  view) [ -e "$release" ] && if [ -s "$release" ]; then echo false; else echo true; fi ;;
  delete) [ ! -s "$release" ] && rm "$release" ;;
  create)
    [ ! -e "$release" ] || exit 1
    [ "$(wc -l <"$STEPS")" -lt "$STOP_AFTER" ] || { touch "$release"; exit 1; }
    cp "$4" "$release" && cp notes.md "$release.md" && [ -s "$5" ]
    echo "release $3" >>"$STEPS" ;;
esac
`;

interface Component {
  name: string;
  licenses?: License[];
}

interface License {
  license?: { id?: string };
  expression?: string;
}

describe("the bill of materials of a package", () => {
  let bills: { metadata: { component: Component }; components: Component[] }[] = [];

  beforeAll(() => {
    execFileSync(process.execPath, [`${root}packages/workspace/scripts/write-sboms.mjs`], { stdio: "pipe" });
    bills = published.map((folder) =>
      JSON.parse(readFileSync(`${root}packages/workspace/reports/${basename(folder)}.cdx.json`, "utf8")),
    );
  });

  test("has what it depends on and what is bundled in it, and no other", () => {
    const names = bills.map(({ metadata, components }) => [
      metadata.component.name,
      components.map(({ name }) => name).toSorted(),
    ]);

    expect(names).toEqual([
      ["contract", []],
      ["sdk", ["openapi-fetch", "openapi-typescript-helpers"]],
      ["mock", expect.arrayContaining(["client", "contract", "lodash", "prism-http", "yaml"])],
      ["contract-tests", ["contract"]],
      ["ai-sdk-provider", expect.arrayContaining(["provider", "provider-utils", "sdk"])],
    ]);
    expect(names.flat(2)).not.toContain("scarf");
  });

  test("has no licence that asks for more than to be named", () => {
    const permissive = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"];
    // Of several, one may be chosen.
    const isPermissive = ({ license, expression = "" }: License) =>
      [license?.id ?? "", ...expression.replaceAll(/[()]/g, "").split(" OR ")].some((id) => permissive.includes(id));
    const saysMITInAnOldForm = /^(compute-(gcd|lcm)|validate\.io-[a-z-]+)$/;

    const others = bills
      .flatMap(({ components }) => components)
      .filter(({ licenses = [], name }) => licenses.length > 0 || !saysMITInAnOldForm.test(name))
      .filter(({ licenses = [] }) => !licenses.some(isPermissive));

    expect(others.map(({ name, licenses }) => ({ name, licenses }))).toEqual([]);
  });
});
