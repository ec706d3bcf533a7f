// `node scripts/prepare.mjs mock sdk`: installs and builds these packages and their dependencies. The output of pnpm and
// turbo goes to stderr, so that stdout has only the output of the next command.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const filters = process.argv.slice(2).map((name) => `--filter=@model-access/${name}...`);
if (!existsSync("node_modules")) console.error("Installing and building; the first time takes a few minutes …");
const env = { ...process.env, TURBO_TELEMETRY_DISABLED: "1" };
for (const command of ["install --frozen-lockfile --silent", "exec turbo run build --output-logs=errors-only"]) {
  const shell = process.platform === "win32";
  const { status } = spawnSync("pnpm", [...command.split(" "), ...filters], { env, shell, stdio: ["ignore", 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
}
