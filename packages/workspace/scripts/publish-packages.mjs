// `pnpm --filter @model-access/workspace publish-packages`: publishes what is not on the registry yet, then tags it.
import { execFileSync } from "node:child_process";
import { root } from "./changesets.mjs";

const run = (args) => execFileSync("pnpm", args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" });

// pnpm writes versions in the place of `workspace:*`; it passes over private packages and versions that are there.
run(["publish", "--recursive", "--access", "public", "--no-git-checks"]);
run(["--filter", "@model-access/workspace", "exec", "changeset", "tag"]);
