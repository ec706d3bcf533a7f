import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Gives the tests of one run a temporary folder, and removes it with all they left in it. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "mock-tests-"));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
