import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL("../../..", import.meta.url));
const program = join(dirname(require.resolve("verdaccio/package.json")), "bin/verdaccio");
const runFile = promisify(execFile);

/** The packages that are published, in the order of their dependencies. */
const published = [
  "packages/contract",
  "packages/sdk",
  "apps/mock",
  "packages/contract-tests",
  "packages/ai-sdk-provider",
];

declare module "vitest" {
  export interface ProvidedContext {
    /** The folder for projects that find the workspace's packages, and its settings for npm and pnpm. */
    registry: { folder: string; settings: string };
  }
}

/** Starts one package registry on loopback for all test files, and publishes every package to it. */
export default async function startRegistry({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "model-access-registry-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const config = join(folder, "config.yaml");
  writeFileSync(
    config,
    `storage: ${join(folder, "storage")}
auth: {htpasswd: {file: ${join(folder, "users")}}}
packages: {"@model-access/*": {access: $all, publish: $authenticated}}
log: {type: stdout, level: fatal}
`,
  );
  const server = spawn(process.execPath, [program, "--config", config, "--listen", `127.0.0.1:${port}`], {
    stdio: "ignore",
    cwd: folder,
  });
  await untilAnswers(url, server);
  const settings = `@model-access:registry=${url}\n//127.0.0.1:${port}/:_authToken=${await signUp(url)}\n`;
  writeFileSync(join(folder, ".npmrc"), settings);
  for (const project of published) {
    await publish(join(root, project), { url, userConfig: join(folder, ".npmrc") });
  }

  provide("registry", { folder, settings });
  return async () => {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
}

/** pnpm, not npm: it writes versions in the place of `workspace:*`. */
async function publish(project: string, { url, userConfig }: { url: string; userConfig: string }): Promise<void> {
  const env = { ...process.env, npm_config_userconfig: userConfig };
  await runFile("pnpm", ["publish", "--no-git-checks", "--registry", url], {
    cwd: project,
    env,
    shell: process.platform === "win32",
  });
}

async function signUp(url: string): Promise<string> {
  const user = { name: "rehearsal", password: "rehearsal-of-publishing" };
  const response = await fetch(`${url}-/user/org.couchdb.user:${user.name}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(user),
  });
  const { token } = (await response.json()) as { token?: string };
  if (token === undefined) throw new Error(`The registry gave no token, but status ${response.status}.`);
  return token;
}

async function untilAnswers(url: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (server.exitCode !== null) throw new Error(`The registry ended with exit code ${server.exitCode}.`);
    const answer = await fetch(`${url}-/ping`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await delay(100);
  }
  server.kill();
  throw new Error("The registry did not answer within 20 s.");
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
