// Starts Redis or Valkey for the system tests, on a free port of loopback.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findProgram, systemInstallLine } from "./system-programs.mjs";

/** The path of Redis or Valkey. */
function findRedisServer() {
  const found = ["redis-server", "valkey-server"].map((name) => findProgram(name)).find((path) => path !== undefined);
  if (found === undefined)
    throw new Error(`No redis-server or valkey-server found. Install it (${systemInstallLine()}).`);
  return found;
}

/**
 * Starts a server that persists each change before it answers, and waits until it listens. `stop` sends SIGSTOP, after
 * which it accepts connections and answers nothing; `crash` sends SIGKILL; `restart` starts it with its data file.
 *
 * @param {{ options?: string[] }} [given] further options of its command line
 */
export async function startRedis({ options = [] } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "model-access-redis-"));
  let port;
  let server;
  // Another program may take the free port first.
  for (let tries = 1; server === undefined; tries += 1) {
    port = await freePort();
    server = await start().catch((error) => {
      if (tries === 5) throw error;
    });
  }

  async function start() {
    const process = spawn(
      findRedisServer(),
      [
        ...["--port", port, "--bind", "127.0.0.1", "--dir", folder, "--save", "", "--appendonly", "yes"],
        ...["--appendfsync", "always", "--daemonize", "no", "--logfile", "redis.log", ...options],
      ].map(String),
      { stdio: "ignore" },
    );
    await listening(process, port);
    return process;
  }

  async function kill() {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exit = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGKILL");
    await exit;
  }

  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    stop: () => void server.kill("SIGSTOP"),
    resume: () => void server.kill("SIGCONT"),
    crash: kill,
    async restart() {
      await kill();
      server = await start();
    },
    async close() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a cluster of three nodes with a third of the slots each. */
export async function startRedisCluster() {
  const nodes = await Promise.all(
    [0, 1, 2].map(async () =>
      startRedis({
        options: ["--cluster-enabled", "yes", "--cluster-port", await freePort(), "--cluster-node-timeout", "300000"],
      }),
    ),
  );
  const cli = findRedisServer().replace(/-server$/, "-cli");
  const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
  execFileSync(cli, ["--cluster", "create", ...addresses, "--cluster-replicas", "0", "--cluster-yes"], {
    stdio: "ignore",
  });
  // The nodes discover each other.
  for (const { port } of nodes) {
    const info = () => execFileSync(cli, ["-p", String(port), "cluster", "info"], { encoding: "utf8" });
    while (!/cluster_state:ok[\s\S]*cluster_known_nodes:3/.test(info())) await sleep(50);
  }
  return {
    nodes,
    urls: nodes.map(({ url }) => url),
    close: () => Promise.all(nodes.map((node) => node.close())),
  };
}

/** Returns a free port. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function listening(process, port) {
  let failed;
  process.once("error", (error) => (failed = error));
  while (!(await takesConnections(port))) {
    if (failed ?? process.exitCode !== null)
      throw new Error(`redis-server did not start: ${failed?.message ?? `status ${process.exitCode}`}`);
    await sleep(20);
  }
}

function takesConnections(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => socket.end("PING\r\n"));
    socket.once("data", (data) => resolve(data.toString().startsWith("+PONG")));
    socket.once("error", () => resolve(false));
    socket.once("close", () => resolve(false));
  });
}
