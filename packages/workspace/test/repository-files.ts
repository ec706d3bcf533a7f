import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the repository. */
export const root = fileURLToPath(new URL("../../../", import.meta.url));

/** The files of the repository, committed or not, without ignored ones. */
export const files: readonly string[] = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard"],
  {
    cwd: root,
    encoding: "utf8",
  },
)
  .split("\n")
  .filter((file) => file !== "" && existsSync(join(root, file))); // skips files deleted in the working tree

/** Markdown files, except the mock's sample replies. */
export const documents = files.filter((file) => file.endsWith(".md") && !file.startsWith("apps/mock/replies/"));

export const read = (file: string): string => readFileSync(join(root, file), "utf8");
