// What the root scripts share: install what a command needs, build it, run it on the workspace's own Node.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** Neither the tools nor their dependencies call home. */
const environment = {
  ...process.env,
  DO_NOT_TRACK: "1",
  REDOCLY_TELEMETRY: "off",
  SCARF_ANALYTICS: "false",
  TURBO_TELEMETRY_DISABLED: "1",
  TURBO_NO_UPDATE_NOTIFIER: "1",
  // The age of versions is checked where the lockfile is changed (`pnpm install`, and CI), not by everyone who uses it:
  // that takes a request for each of a thousand packages.
  pnpm_config_minimum_release_age: "0",
};

const needsNode = 20;

/** Installs the projects named and all they depend on; everything where none is named. Shows pnpm's output only when it fails. */
export async function install(projects = []) {
  if (Number(process.versions.node.split(".")[0]) < needsNode) {
    fail(`Node ${process.versions.node} is too old: install Node ${needsNode} or later.`);
  }
  const filters = projects.flatMap((project) => ["--filter", `${project}...`]);
  await quietly("pnpm", ["install", "--frozen-lockfile", ...filters], "The install failed");
}

/** Builds the projects named and all they depend on. Shows the output only when it fails. */
export async function build(projects) {
  const filters = projects.map((project) => `--filter=${project}...`);
  await quietly("pnpm", ["exec", "turbo", "run", "build", ...filters, "--output-logs=errors-only"], "The build failed");
}

/** Runs turbo with its output shown; resolves to its exit code. */
export function turbo(args) {
  return run("pnpm", ["exec", "turbo", "run", ...args]);
}

/** Runs a program of the workspace on the workspace's own Node; resolves to its exit code. */
export function runNode(args) {
  const own = `${root}node_modules/node/bin/node${process.platform === "win32" ? ".exe" : ""}`;
  return run(existsSync(own) ? own : process.execPath, args, { cwd: process.cwd(), shell: false });
}

/** One line to the person who waits, on stderr. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

function fail(message) {
  say(message);
  process.exit(2);
}

function run(command, args, options = {}) {
  const child = start(command, args, { stdio: "inherit", ...options });
  // Ctrl-C reaches the child by itself; this process waits for it to end in its own way.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => signal === "SIGTERM" && child.kill(signal));
  return ended(child);
}

async function quietly(command, args, failure) {
  const child = start(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => output.push(chunk));
  const code = await ended(child);
  if (code === 0) return;
  process.stderr.write(Buffer.concat(output));
  say(`${failure}: \`${command} ${args.join(" ")}\` ended with exit code ${code}.`);
  process.exit(2);
}

function start(command, args, options) {
  const child = spawn(command, args, { cwd: root, env: environment, shell: process.platform === "win32", ...options });
  child.on("error", ({ code, message }) =>
    fail(
      code === "ENOENT" ? `${command} was not found. Run the root commands with it: \`npx pnpm@12 start\`.` : message,
    ),
  );
  return child;
}

function ended(child) {
  return new Promise((resolve) => {
    child.on("close", (code, signal) => resolve(code ?? (signal === "SIGINT" ? 130 : 143)));
  });
}
