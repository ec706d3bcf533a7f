import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, request } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { startMock } from "@model-access/mock";
import { onTestFinished } from "vitest";

const program = createRequire(import.meta.url).resolve("@portkey-ai/gateway/build/start-server.js");

/** The gateway gives the interfaces to providers: each takes the upstream's address in a header. */
const viaGateway = ["/v1/chat/completions", "/v1/messages", "/v1/responses"];

/** How the gateway speaks to the upstream. */
export interface GatewayOptions {
  /** The interface behind its chat completions: its own, or messages, into which it translates. */
  chatBecomes: "chat" | "messages";
  /** Loaded into its process before it starts. */
  preload?: URL;
}

/**
 * Starts the gateway for the rest of a test, with our mock as its upstream, behind a proxy that adds the headers by which
 * it finds the upstream. What the gateway has no interface for goes to the mock.
 */
export async function startGateway({ chatBecomes, preload }: GatewayOptions): Promise<string> {
  const mock = await startMock({ latency: "instant" });
  const gateway = await startProgram(preload);
  const proxy = createServer((incoming, outgoing) => {
    const path = incoming.url ?? "/";
    const { host: _, connection: __, ...headers } = incoming.headers; // they are about the connection to the proxy
    const isVia = viaGateway.includes(path.split("?", 1)[0] ?? path);
    if (isVia) {
      headers["x-portkey-provider"] =
        path.startsWith("/v1/messages") || (path.startsWith("/v1/chat") && chatBecomes === "messages")
          ? "anthropic"
          : "openai";
      headers["x-portkey-custom-host"] = `${mock.baseURL}/v1`;
    }
    const url = `${isVia ? gateway.baseURL : mock.baseURL}${path}`;
    const passed = request(url, { method: incoming.method, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(async () => {
    proxy.close();
    await gateway.stop();
    await mock.close();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`; // a server on a port has no other kind of address
}

async function startProgram(preload: URL | undefined) {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [...(preload === undefined ? [] : ["--import", preload.href]), program, `--port=${port}`, "--headless"],
    { stdio: "ignore", env: { ...process.env, NODE_ENV: "production" } },
  );
  const baseURL = `http://127.0.0.1:${port}`;
  const ended = once(child, "exit");
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`The gateway ended with exit code ${child.exitCode}.`);
    if ((await fetch(baseURL).catch(() => undefined))?.ok) break;
    await delay(50);
  }
  return {
    baseURL,
    async stop() {
      child.kill();
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // as above
  server.close();
  await once(server, "close");
  return port;
}
