import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { redocly } from "./redocly.mjs";

const spec = fileURLToPath(new URL("..", import.meta.url));

/** The contract as it was at a git revision, as one document. */
export function bundleRevision(revision) {
  const folder = mkdtempSync(join(tmpdir(), "model-access-"));
  try {
    const archive = execFileSync("git", ["archive", "--format=tar", revision, "src"], {
      cwd: spec,
      maxBuffer: 256 * 1024 * 1024,
    });
    execFileSync("tar", ["-x", "-C", folder], { input: archive });
    return bundle(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The contract as it is in the working tree, as one document. */
export const bundleWorkingTree = () => bundle(spec);

const bundle = (folder) => JSON.parse(redocly(["bundle", join(folder, "src/openapi.yaml"), "--ext=json"]));
