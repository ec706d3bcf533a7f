// @module-tag socket
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { contractVersion, readExchanges } from "@model-access/contract";
import { expect, onTestFailed, test, vi } from "vitest";
import { describeError, runCommand } from "../src/command/run-command.js";
import { help } from "../src/command/serve.js";
import { welcome } from "../src/command/welcome.js";
import { startMock, worldSchema } from "../src/index.js";
import { testKeys } from "../src/keys/test-keys.js";
import { latencies } from "../src/latency/latency.js";
import { loadWorld } from "../src/world/load-world.js";
import { defaultWorld } from "../src/world/world.js";
import { dataFile, folder } from "./data-files.js";

const program = fileURLToPath(new URL("../dist/command.js", import.meta.url));

/** Starts the command as it is installed; the build has made it. */
function start(...args: string[]) {
  const { MODEL_ACCESS_API_KEY: _, ...env } = process.env;
  const child = spawn(process.execPath, [program, ...args], { env });
  const stderr = text(child.stderr);
  onTestFailed(async () => console.error(await stderr));
  return { child, stdout: text(child.stdout), stderr, ended: once(child, "exit") };
}

/** Starts the command and waits until it listens. Rejects with what it says where it ends. */
async function startServing(...args: string[]) {
  const started = start(...args);
  const line = await Promise.race([
    once(started.child.stdout, "data").then(String),
    started.ended.then(async ([exitCode]) =>
      Promise.reject(new Error(`Exit code ${exitCode}: ${await started.stderr}`)),
    ),
  ]);
  return { ...started, baseURL: /http:[^\s"]+/.exec(line)?.[0] };
}

async function run(...args: string[]) {
  const { stdout, stderr, ended } = start(...args);
  const [exitCode] = await ended;
  return { exitCode, stdout: await stdout, stderr: await stderr };
}

const endsAtOnce = "Windows ends a process at once that is sent a signal";

test("prints one line with the base URL, serves there, and ends cleanly on Ctrl-C", async ({ skip }) => {
  skip(process.platform === "win32", endsAtOnce);
  const { child, baseURL, stdout, stderr, ended } = await startServing("--port", "0");

  const response = await fetch(`${baseURL}/v1/models`);
  child.kill("SIGINT");
  const [exitCode] = await ended;

  expect(response.status).toBe(401);
  expect(exitCode).toBe(0);
  expect(await stdout).toBe(`The mock listens on ${baseURL}\n`);
  expect(await stderr).toMatch(/^GET \/v1\/models 401 \d+ ms\n$/);
});

test("with --quiet it prints its base URL, no requests, and that a saved data file can't be used", async () => {
  const file = dataFile("quiet-team.yaml", "keys: { sk-team: { name: team } }");
  const args = ["--port", "0", "--quiet", "--welcome", "--state", file];
  const { child, baseURL, stdout, stderr, ended } = await startServing(...args);

  await fetch(`${baseURL}/v1/models`);
  writeFileSync(file, "keys: { sk-team: { nmae: team } }");
  await once(child.stderr, "readable");
  child.kill("SIGTERM");
  await ended;

  expect(await stdout).toBe(`The mock listens on ${baseURL}\n`);
  expect(await stderr).toMatch(/^\S*team\.yaml has changed, but can't be used; the world before stays in force\./);
});

test("it goes on when nobody reads its log any more", async ({ skip }) => {
  skip(process.platform === "win32", endsAtOnce);
  const { child, baseURL, stderr, ended } = await startServing("--port", "0");
  stderr.catch(() => undefined); // it is not read to its end
  child.stderr.destroy();
  await once(child.stderr, "close");

  const statuses: number[] = [];
  for (let asked = 0; asked < 3; asked += 1) statuses.push((await fetch(`${baseURL}/v1/models`)).status);
  child.kill("SIGTERM");
  const [exitCode] = await ended;

  expect(statuses).toEqual([401, 401, 401]);
  expect(exitCode).toBe(0);
});

test("a port in use is one sentence and exit code 2", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;

  const { exitCode, stdout, stderr } = await run("--port", String(port));
  server.close();

  expect({ exitCode, stdout, stderr }).toEqual({
    exitCode: 2,
    stdout: "",
    stderr: `model-access-mock: The mock can't listen on 127.0.0.1:${port}: the port is in use; choose another by the option port (--port).\n`,
  });
});

test.each([
  { args: ["--prot", "1"], says: "Unknown option '--prot'; --help lists the options." },
  { args: ["--port", "x"], says: "--port is 'x'; it must be a whole number." },
  { args: ["--latency", "slow"], says: "it must be one of instant, fast" },
  { args: ["serve"], says: "Unexpected argument 'serve'" },
  { args: ["--log", "xml"], says: "--log is 'xml'; it must be text or json." },
  {
    args: ["--state", "missing.yaml"],
    says: "The data file missing.yaml can't be read: there is no such file or folder.",
  },
  { args: ["--points", "-5"], says: "Option '--points' needs a value that doesn't begin with '-'; --help lists" },
  {
    args: ["--host", "192.0.2.1"],
    says: "this machine has no such address; choose another by the option host (--host).",
  },
  { args: ["--recordings", "missing.jsonl"], says: "There are no recordings at missing.jsonl." },
  { args: ["--fixtures", "missing.jsonl"], says: "There are no recordings at missing.jsonl." },
  { args: ["--recordings-only"], says: "recordingsOnly needs recordings; name their file." },
  { args: ["--record-missing"], says: "--record-missing and --upstream go together" },
  { args: ["--upstream", "https://api.example.com"], says: "--record-missing and --upstream go together" },
  {
    args: ["--record-missing", "--upstream", "https://api.example.com", "--recordings", "x.jsonl"],
    says: "--record-missing needs the deployment's key in MODEL_ACCESS_API_KEY.",
  },
  { args: ["--max-body-bytes", "16M"], says: "--max-body-bytes is '16M'; it must be a whole number." },
  { args: ["--cert", "mock.crt"], says: "cert and key go together: --cert FILE --key FILE." },
  { args: ["--workers", "2"], says: "--workers needs --store, " },
  { args: ["--store", "http://127.0.0.1:1"], says: "The URL of the store is wrong; write it like redis:" },
  { args: ["--fault", "explode"], says: "'explode' is no fault of the mock" },
  { args: ["--fault", "stall; at=3 times=0"], says: "The rule has 'times=0'; after the fault it takes model=" },
  { args: ["schema", "--pretty"], says: "Unknown option '--pretty'" },
  { args: ["record", "--out", "x.jsonl"], says: "record needs --upstream https://api.example.com and --out FILE." },
  { args: ["record", "--upstream", "http://api.example.com", "--out", "x.jsonl"], says: "so use https." },
])("$args is refused in one sentence", async ({ args, says }) => {
  vi.stubEnv("MODEL_ACCESS_API_KEY", undefined);

  const refused = await runCommand(args).catch(describeError);

  expect(refused).toContain(says);
  expect(refused?.split("\n")).toHaveLength(1);
});

test("all mistakes of a data file are printed, a line each", async () => {
  const file = dataFile("wrong.yaml", "kyes: {}\nfaults: [{ fault: explode }]\n");

  const refused = await runCommand(["--port", "0", "--state", file]).catch(describeError);

  expect(refused?.split("\n")).toEqual([
    `${file}:1:1 /kyes There is no member 'kyes' here.`,
    expect.stringContaining(`${file}:2:12 /faults/0/fault 'explode' is no fault of the mock`),
  ]);
});

test("with --log json its address and each request are JSON objects, with names and without the key", async () => {
  const file = dataFile("team.json", JSON.stringify({ keys: { "sk-team-secret": { name: "team" } } }));
  const args = ["--port", "0", "--state", file, "--log", "json", "--welcome", "--fault", "status-503"];
  const { child, baseURL, stdout, stderr, ended } = await startServing(...args);

  const headers = { authorization: "Bearer sk-team-secret", "x-mock-session": "a" };
  await fetch(`${baseURL}/v1/models?q=private`, { headers });
  child.kill("SIGTERM");
  await ended;

  expect(JSON.parse(await stdout)).toEqual({ event: "listening", url: baseURL });
  expect(JSON.parse(await stderr)).toEqual({
    method: "GET",
    path: "/v1/models",
    status: 503,
    ms: expect.any(Number),
    operationId: "listModels",
    session: "a",
    keyName: "team",
  });
});

test("record writes a whole file that --recordings replays, also when it is ended by Ctrl-C", async ({ skip }) => {
  skip(process.platform === "win32", endsAtOnce);
  const deployment = await startMock({ latency: { firstMs: 60_000 } });
  const out = join(folder, "recorded.jsonl");
  const recording = ["record", "--upstream", deployment.baseURL, "--out", out, "--port", "0", "--log", "json"];
  const { child, baseURL, stdout, ended } = await startServing(...recording);
  const headers = { authorization: "Bearer sk-mock-full", "content-type": "application/json" };
  const body = JSON.stringify({ model: "GPT-5.2", messages: [{ role: "user", content: "Hello" }], stream: true });

  const listed = await (await fetch(`${baseURL}/v1/models`, { headers })).text();
  const unfinished = await fetch(`${baseURL}/v1/chat/completions`, { method: "POST", headers, body });
  child.kill("SIGINT");
  const [exitCode] = await ended;
  await expect(unfinished.text()).rejects.toThrow();
  await deployment.close();
  const replaying = await startMock({
    recordings: out,
    state: { extends: "none", keys: { "sk-mock-full": { name: "f" } } },
  });
  const replayed = await (await fetch(`${replaying.baseURL}/v1/models`, { headers })).text();
  await replaying.close();

  expect(exitCode).toBe(0);
  expect(JSON.parse(await stdout)).toEqual({ event: "listening", url: baseURL });
  expect(readExchanges(readFileSync(out, "utf8")).map(({ operationId }) => operationId)).toEqual(["listModels"]);
  expect(readFileSync(out, "utf8")).not.toContain("sk-mock-full");
  expect(replayed).toBe(listed);
});

test("schema prints the JSON Schema of the data file", async () => {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);

  await runCommand(["schema"]);

  expect(JSON.parse(write.mock.calls.join(""))).toEqual(worldSchema);
});

test("--version says the versions of mock and contract", async () => {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);

  await runCommand(["--version"]);

  expect(write.mock.calls.join("")).toMatch(
    new RegExp(`^model-access-mock \\d+\\.\\d+\\.\\d+, contract ${contractVersion}\n$`),
  );
});

test("--help names every latency", async () => {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);

  await runCommand(["--help"]);

  expect(write.mock.calls).toEqual([[help]]);
  for (const latency of Object.keys(latencies)) expect(help).toContain(latency);
});

test("the welcome names every key and the base URL that each client wants", () => {
  const printed = welcome({ baseURL: "http://127.0.0.1:4010", requestsPerMinute: 500 }, defaultWorld());

  for (const key of Object.keys(testKeys)) expect(printed).toContain(key);
  expect(printed).toMatch(/openai +http:\/\/127.0.0.1:4010\/v1\n/);
  expect(printed).toMatch(/@anthropic-ai\/sdk +http:\/\/127.0.0.1:4010\n/);
});

test("the welcome of a world of one's own calls one of its models with a key that works there", () => {
  const world = loadWorld({
    extends: "none",
    models: [{ id: "acme-large", name: "Acme-Large" }],
    keys: { "sk-former": { name: "former", isRevoked: true }, "sk-team": { name: "team" } },
  });

  const printed = welcome({ baseURL: "http://127.0.0.1:4010", requestsPerMinute: 60 }, world);

  expect(printed).toMatch(/curl .*Bearer sk-team.*"model": "Acme-Large"/);
  expect(printed).toContain("may make 60 requests a minute");
  expect(printed).not.toContain("sk-mock");
});
