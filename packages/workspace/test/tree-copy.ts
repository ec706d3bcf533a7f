import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../scripts/changesets.mjs";

/** Copies the repository, as it is and without what is ignored, into a folder that a test may change; tracked by git there. */
export function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), "model-access-copy-"));
  const list = ["ls-files", "--cached", "--others", "--exclude-standard"];
  for (const file of execFileSync("git", list, { cwd: root, encoding: "utf8" }).split("\n")) {
    const isThere = file !== "" && existsSync(join(root, file)); // a file may be deleted in the working tree alone
    if (isThere) cpSync(join(root, file), join(copy, file), { recursive: true });
  }
  const author = ["-c", "user.name=Test", "-c", "user.email=test@model-access.example"];
  execFileSync("git", ["init", "--quiet"], { cwd: copy });
  execFileSync("git", ["add", "--all"], { cwd: copy });
  execFileSync("git", [...author, "commit", "--quiet", "--message", "repo: Copy"], { cwd: copy });
  return copy;
}
