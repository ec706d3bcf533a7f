import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { contractVersion } from "@model-access/contract";
import { expect, test } from "vitest";
import { latencies } from "../src/latency/latency.js";
import { testKeys } from "../src/test-keys.js";
import { welcome } from "../src/welcome.js";

const program = fileURLToPath(new URL("../dist/command.js", import.meta.url));

/** Starts the command as it is installed; the build has made it. */
function start(...args: string[]) {
  const child = spawn(process.execPath, [program, ...args]);
  return { child, stdout: text(child.stdout), stderr: text(child.stderr), ended: once(child, "exit") };
}

async function run(...args: string[]) {
  const { stdout, stderr, ended } = start(...args);
  const [exitCode] = await ended;
  return { exitCode, stdout: await stdout, stderr: await stderr };
}

test("prints one line with the base URL, serves there, and ends cleanly on Ctrl-C", async () => {
  const { child, stdout, stderr, ended } = start("--port", "0");
  const [line] = await once(child.stdout, "data");
  const baseURL = /http:\S+/.exec(String(line))?.[0];

  const response = await fetch(`${baseURL}/v1/models`);
  child.kill("SIGINT");
  const [exitCode] = await ended;

  expect(response.status).toBe(401);
  expect(exitCode).toBe(0);
  expect(await stdout).toBe(`The mock listens on ${baseURL}\n`);
  expect(await stderr).toMatch(/^GET \/v1\/models 401 \d+ ms\n$/);
});

test("with --quiet it logs no requests", async () => {
  const { child, stderr, ended } = start("--port", "0", "--quiet");
  const [line] = await once(child.stdout, "data");

  await fetch(`${/http:\S+/.exec(String(line))?.[0]}/v1/models`);
  child.kill("SIGTERM");
  await ended;

  expect(await stderr).toBe("");
});

test("a port in use is one sentence and exit code 2", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;

  const { exitCode, stdout, stderr } = await run("--port", String(port));
  server.close();

  expect(exitCode).toBe(2);
  expect(stdout).toBe("");
  expect(stderr).toBe(
    `model-access-mock: The mock can't listen on 127.0.0.1:${port}: the port is in use; choose another.\n`,
  );
});

test.each([
  { args: ["--prot", "1"], says: "Unknown option '--prot'" },
  { args: ["--port", "x"], says: "--port is 'x'; it must be a whole number." },
  { args: ["--latency", "slow"], says: "it must be one of instant, fast" },
  { args: ["serve"], says: "Unexpected argument 'serve'" },
])("$args is refused in one sentence with exit code 2", async ({ args, says }) => {
  const { exitCode, stderr } = await run(...args);

  expect(exitCode).toBe(2);
  expect(stderr).toContain(says);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
});

test("--version says the versions of mock and contract", async () => {
  const { exitCode, stdout } = await run("--version");

  expect(exitCode).toBe(0);
  expect(stdout).toMatch(new RegExp(`^model-access-mock \\d+\\.\\d+\\.\\d+, contract ${contractVersion}\n$`));
});

test("--help names every latency", async () => {
  const { exitCode, stdout } = await run("--help");

  expect(exitCode).toBe(0);
  for (const latency of Object.keys(latencies)) expect(stdout).toContain(latency);
});

test("the welcome names every key and the base URL that each client wants", () => {
  const printed = welcome("http://127.0.0.1:4010");

  for (const key of Object.keys(testKeys)) expect(printed).toContain(key);
  expect(printed).toMatch(/openai +http:\/\/127.0.0.1:4010\/v1\n/);
  expect(printed).toMatch(/@anthropic-ai\/sdk +http:\/\/127.0.0.1:4010\n/);
});
