import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { files, root } from "../test/repository-files.ts";

/** Copies the working tree, without ignored files, into a folder that a test may change, as a git repository. */
export function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), "model-access-copy-"));
  for (const file of files) cpSync(join(root, file), join(copy, file), { recursive: true });
  const author = ["-c", "user.name=Test", "-c", "user.email=test@model-access.example"];
  execFileSync("git", ["init", "--quiet"], { cwd: copy });
  execFileSync("git", ["add", "--all"], { cwd: copy });
  execFileSync("git", [...author, "commit", "--quiet", "--message", "repo: Copy"], { cwd: copy });
  return copy;
}
