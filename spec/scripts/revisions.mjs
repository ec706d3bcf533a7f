import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { redocly } from "./redocly.mjs";

const spec = fileURLToPath(new URL("..", import.meta.url));

/** Bundles the contract of a git revision with the plugins of that revision. */
export function bundleRevision(revision) {
  const folder = mkdtempSync(join(tmpdir(), "model-access-"));
  try {
    const archive = execFileSync("git", ["archive", "--format=tar", revision], {
      cwd: spec,
      maxBuffer: 256 * 1024 * 1024,
    });
    execFileSync("tar", ["-x", "-C", folder], { input: archive });
    symlinkSync(join(spec, "node_modules"), join(folder, "node_modules"));
    return bundle(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Bundles the contract of the working tree. */
export const bundleWorkingTree = () => bundle(spec);

const bundle = (cwd) => JSON.parse(redocly(["bundle", "src/openapi.yaml", "--ext=json"], { cwd }));
