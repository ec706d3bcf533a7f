import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type MockServer, startMock } from "@model-access/mock";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rules } from "../src/index.js";

const command = join(import.meta.dirname, "../dist/command.js");
const folder = mkdtempSync(join(tmpdir(), "contract-tests-"));
let mock: MockServer;

beforeAll(async () => {
  mock = await startMock({ latency: "instant" });
});

afterAll(async () => {
  await mock.close();
  rmSync(folder, { recursive: true });
});

test("passes on the mock, prints the report and writes it as JSON", async () => {
  const file = join(folder, "report.json");

  const { code, stdout, stderr } = await run(["--base-url", `${mock.baseURL}/v1/`, "--json", file], {
    MODEL_ACCESS_API_KEY: "sk-mock-full",
  });

  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("37 calls, 7 billed");
  expect(JSON.parse(readFileSync(file, "utf8")).rules.map(({ outcome }: { outcome: string }) => outcome)).not.toContain(
    "fail",
  );
});

test("exits 3 for a key that is refused", async () => {
  const { code, stdout } = await run(["--base-url", mock.baseURL], { MODEL_ACCESS_API_KEY: "sk-mock-revoked" });

  expect(code).toBe(3);
  expect(stdout).toContain("The service refused the key");
});

test.each([
  ["no base URL", [], { MODEL_ACCESS_API_KEY: "sk-x" }, "There is no base URL"],
  [
    "a base URL that is none",
    ["--base-url", "nowhere"],
    { MODEL_ACCESS_API_KEY: "sk-x" },
    "The base URL is not an http or https address",
  ],
  ["no key", ["--base-url", "http://127.0.0.1:1"], {}, "There is no API key"],
  [
    "a key with a line break",
    ["--base-url", "http://127.0.0.1:1"],
    { MODEL_ACCESS_API_KEY: "sk\nx" },
    "The API key has a space",
  ],
  ["an option that is none", ["--key", "sk-x"], {}, "Unknown option '--key'"],
  ["a rule that is none", ["list", "--only", "chess"], {}, 'There is no area or rule "chess"'],
  ["a command that is none", ["lists"], {}, 'There is no command "lists"'],
  [
    "a place that is none for the report",
    ["--base-url", "http://127.0.0.1:1", "--json", "/nowhere/x.json"],
    { MODEL_ACCESS_API_KEY: "sk-x" },
    "ENOENT",
  ],
])("exits 2 for %s, in one sentence", async (_title, args, environment, message) => {
  const { code, stdout, stderr } = await run(args, environment);

  expect(code).toBe(2);
  expect(stdout).toBe("");
  expect(stderr).toContain(message);
  expect(stderr).not.toContain("    at ");
});

test("takes the key from a file that only its owner can read", async () => {
  const file = join(folder, "key");
  writeFileSync(file, "sk-mock-full\n");
  const args = ["--base-url", mock.baseURL, "--key-file", file, "--only", "models"];

  chmodSync(file, 0o644);
  const open = await run(args);
  chmodSync(file, 0o600);
  const closed = await run(args);

  expect([open.code, open.stderr]).toEqual([2, expect.stringContaining("chmod 600")]);
  expect(closed.code).toBe(0);
});

test("lists the rules, and plans the calls, without an address", async () => {
  const list = await run(["list", "--only", "chat,models/list", "--skip", "chat/refused"]);
  const plan = await run(["plan", "--only", "messages/stream"]);

  expect(list.stdout.trimEnd().split("\n")).toHaveLength(
    rules.filter(({ id }) => /^(chat\/(reply|stream)|models\/list)\//.test(id)).length,
  );
  expect(plan.stdout).toMatch(/^billed {2}messages\/stream/m);
  expect(plan.stdout).toContain("4 calls at most, 2 of them");
});

test("says what it is and how to call it", async () => {
  expect((await run(["--help"])).stdout).toMatch(/^Usage: MODEL_ACCESS_API_KEY=/);
  expect((await run(["--version"])).stdout).toMatch(/^model-access-contract-tests \d+\.\d+\.\d+\n$/);
});

/** Runs the command with an environment of its own. */
function run(
  args: string[],
  environment: Record<string, string> = {},
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [command, ...args], { env: environment });
  const written = { stdout: "", stderr: "" };
  child.stdout.on("data", (text) => (written.stdout += text));
  child.stderr.on("data", (text) => (written.stderr += text));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, ...written })));
}
