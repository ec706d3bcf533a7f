import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the repository. */
export const root = fileURLToPath(new URL("../../../", import.meta.url));

/** The files of the repository as they are now, committed or not, without what is ignored. */
export const files: readonly string[] = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard"],
  {
    cwd: root,
    encoding: "utf8",
  },
)
  .split("\n")
  .filter((file) => file !== "" && existsSync(join(root, file))); // one may be deleted in the working tree alone

/** The samples of the mock are what it says, and no documents. */
export const documents = files.filter((file) => file.endsWith(".md") && !file.startsWith("apps/mock/replies/"));

export const read = (file: string): string => readFileSync(join(root, file), "utf8");
