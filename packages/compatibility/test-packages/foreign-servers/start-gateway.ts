import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { startMock } from "@model-access/mock";
import { onTestFailed, onTestFinished } from "vitest";

const program = fileURLToPath(import.meta.resolve("@portkey-ai/gateway/build/start-server.js"));

/** Options of the gateway. */
export interface GatewayOptions {
  /** The upstream interface that it translates chat completions to. */
  chatBecomes: "chat" | "messages";
  /** A module preloaded into its process. */
  preload?: URL;
}

/**
 * Starts the gateway for the rest of a test, with our mock as its upstream, and returns the address of a proxy that names
 * the upstream in every request. Operations that the gateway lacks go straight to the mock.
 */
export async function startGateway({ chatBecomes, preload }: GatewayOptions): Promise<string> {
  const mock = await startMock({ latency: "instant" });
  onTestFinished(() => mock.close());
  const gateway = await startProgram(preload);
  const providers: Record<string, string> = {
    "/v1/chat/completions": chatBecomes === "chat" ? "openai" : "anthropic",
    "/v1/messages": "anthropic",
    "/v1/responses": "openai",
  };

  return startProxy((path) => {
    const provider = providers[path];
    if (provider === undefined) return { to: mock.baseURL };
    return {
      to: gateway,
      headers: { "x-portkey-provider": provider, "x-portkey-custom-host": `${mock.baseURL}/v1` },
    };
  });
}

async function startProgram(preload: URL | undefined): Promise<string> {
  const preloads = [new URL("report-port.ts", import.meta.url), ...(preload === undefined ? [] : [preload])];
  const nodeOptions = preloads.flatMap(({ href }) => ["--import", href]);
  const child = spawn(process.execPath, [...nodeOptions, program, "--port=0", "--headless"], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  let said = "";
  child.stderr?.on("data", (chunk) => {
    said += chunk;
  });
  onTestFailed(() => console.error(said));
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  const [port] = await Promise.race([once(child, "message"), ended.then(() => [undefined])]);
  if (port === undefined) throw new Error(`The gateway ended with exit code ${child.exitCode}: ${said}`);
  return `http://127.0.0.1:${port}`;
}

async function startProxy(route: (path: string) => { to: string; headers?: IncomingHttpHeaders }): Promise<string> {
  const proxy = createServer({ keepAliveTimeout: 75_000 }, (incoming, outgoing) => {
    const { method, url = "/", headers } = incoming;
    const { host: _, connection: __, ...passed } = headers; // both belong to the connection to the proxy
    const { to, headers: added } = route(url.split("?", 1)[0] ?? url);
    const options = { method, headers: { ...passed, ...added }, agent: false };
    const onward = request(`${to}${url}`, options, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  });
  onTestFinished(() => {
    proxy.close();
    proxy.closeAllConnections();
  });
  return `http://127.0.0.1:${await listen(proxy)}`;
}

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port; // a TCP server has an object as its address
}
