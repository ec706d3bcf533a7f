import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The address of a server in front of another one. */
export interface Front {
  baseURL: string;
}

const running = new Set<() => Promise<void>>();

/** Ends every server that was started, and removes its files. */
export async function endServers(): Promise<void> {
  for (const end of running) await end();
}

/** Starts nginx with these lines in its only `location`; `http` goes before the server. */
export async function startNginx(upstream: string, { location = "", http = "", server = "" } = {}): Promise<Front> {
  const { folder, port } = await place();
  const config = `
daemon off; pid ${folder}/nginx.pid; error_log stderr warn; worker_processes 1;
events { worker_connections 512; }
http {
  access_log off; ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
  ${http}
  server {
    listen 127.0.0.1:${port};
    ${server}
    location / { proxy_pass ${upstream}; ${location} }
  }
}`;
  writeFileSync(join(folder, "nginx.conf"), config);
  return started("nginx", ["-e", "stderr", "-p", folder, "-c", join(folder, "nginx.conf")], { port, folder });
}

/** Starts haproxy with these lines in its frontend and its backend. */
export async function startHaproxy(upstream: string, { frontend = "", backend = "" } = {}): Promise<Front> {
  const { folder, port } = await place();
  const config = `
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
frontend front
  bind 127.0.0.1:${port}
  ${frontend}
  default_backend back
backend back
  ${backend}
  server one ${new URL(upstream).host}
`;
  writeFileSync(join(folder, "haproxy.cfg"), config);
  return started("haproxy", ["-db", "-f", join(folder, "haproxy.cfg")], { port, folder });
}

/** Starts Caddy with these lines in its `reverse_proxy`, and others in its site. */
export async function startCaddy(upstream: string, { proxy = "", site = "" } = {}): Promise<Front> {
  const { folder, port } = await place();
  const config = `
{
  admin off
  auto_https off
}
http://127.0.0.1:${port} {
  bind 127.0.0.1
  ${site}
  reverse_proxy ${new URL(upstream).host} {
    ${proxy}
  }
}
`;
  writeFileSync(join(folder, "Caddyfile"), config);
  return started("caddy", ["run", "--config", join(folder, "Caddyfile"), "--adapter", "caddyfile"], { port, folder });
}

async function place(): Promise<{ folder: string; port: number }> {
  const folder = mkdtempSync(join(tmpdir(), "contract-tests-front-"));
  mkdirSync(join(folder, "logs"));
  chmodSync(folder, 0o755); // nginx that is started as root writes as another user
  return { folder, port: await freePort() };
}

/** One that nobody has now; these servers can't be told to take any. The system gives those above to whoever asks for any port. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true));
    });
    await new Promise<void>((resolve) => server.close(() => resolve()));
    if (isFree) return port;
  }
}

async function started(
  program: string,
  args: string[],
  { port, folder }: { port: number; folder: string },
): Promise<Front> {
  const path = `${process.env.PATH ?? ""}:/usr/local/sbin:/usr/sbin:/sbin`;
  const child = spawn(program, args, {
    env: { ...process.env, PATH: path, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (text: Buffer) => {
    said += text.toString();
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()).once("error", () => resolve()));
  running.add(async () => {
    child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  const baseURL = `http://127.0.0.1:${port}`;
  await answering(baseURL, child).catch(() => {
    throw new Error(`${program} did not start: ${said.slice(0, 2000) || "it said nothing"}`);
  });
  return { baseURL };
}

async function answering(baseURL: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 400 && child.exitCode === null; tries += 1) {
    const reply = await fetch(baseURL).catch(() => undefined);
    if (reply !== undefined) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("No answer came.");
}
