import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { redocly } from "./redocly.mjs";

/** The 3.2 bundle of the contract as it was at a git revision. */
export function bundleRevision(revision) {
  return inTemporaryFolder((folder) => {
    const archive = execFileSync("git", ["archive", "--format=tar", revision, "spec/src"], {
      cwd: fileURLToPath(new URL("../..", import.meta.url)),
      maxBuffer: 256 * 1024 * 1024,
    });
    execFileSync("tar", ["-x", "-C", folder], { input: archive });
    return bundle(join(folder, "spec/src/openapi.yaml"), folder);
  });
}

/** The 3.2 bundle of the contract as it is in the working tree. */
export function bundleWorkingTree() {
  return inTemporaryFolder((folder) => {
    // From a copy, as an old revision is: under its own path the build's decorators would change this side alone.
    cpSync(fileURLToPath(new URL("../src", import.meta.url)), join(folder, "src"), { recursive: true });
    return bundle(join(folder, "src/openapi.yaml"), folder);
  });
}

function bundle(source, folder) {
  const output = join(folder, "openapi.3.2.yaml");
  redocly(["bundle", source, `--output=${output}`]);
  return parse(readFileSync(output, "utf8"));
}

function inTemporaryFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), "model-access-"));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
