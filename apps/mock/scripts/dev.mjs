// `pnpm --filter @model-access/mock dev`: runs the mock, and builds and restarts it when the spec, the contract or the
// mock itself is edited. Arguments are the command's: `pnpm --filter @model-access/mock dev --state team.yaml`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";
import { fileURLToPath } from "node:url";
import { createRenewal } from "./renewal.mjs";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const command = fileURLToPath(new URL("../dist/command.js", import.meta.url));
const sources = [
  "spec/src",
  "spec/grammars",
  "packages/contract/src",
  "packages/admin-api",
  "packages/console/src",
  "apps/mock/src",
];
const quietMs = 200; // an editor that saves all writes many files at once

let mock;
const renew = createRenewal({ build, restart });

let timer;
for (const source of sources) {
  watch(`${root}${source}`, { recursive: true }, (_event, file) => {
    if (file === null || file.startsWith("generated")) return; // the build itself writes there
    clearTimeout(timer);
    timer = setTimeout(renew, quietMs);
  });
}
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, async () => {
    await stop();
    process.exit();
  });
}
await renew();

/** Builds what has changed, and says what is wrong where that fails. */
async function build() {
  const args = ["exec", "turbo", "run", "build", "--filter=@model-access/mock...", "--output-logs=errors-only"];
  const child = spawn("pnpm", args, {
    cwd: root,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
    env: { ...process.env, DO_NOT_TRACK: "1", TURBO_TELEMETRY_DISABLED: "1" },
  });
  const [exitCode] = await once(child, "exit");
  if (exitCode !== 0) process.stderr.write("The build failed; the mock before stays as it was.\n");
  return exitCode === 0;
}

async function restart() {
  await stop();
  mock = spawn(process.execPath, [command, ...process.argv.slice(2)], { stdio: "inherit" });
}

async function stop() {
  if (mock === undefined || mock.exitCode !== null) return;
  mock.kill("SIGTERM");
  await once(mock, "exit");
}
