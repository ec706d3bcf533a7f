import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type MockServer, startMock } from "@model-access/mock";
import { afterAll, beforeAll, expect, test } from "vitest";

interface Snippet {
  client: string;
  code: string;
}

const mockFolder = dirname(createRequire(import.meta.url).resolve("@model-access/mock"));
const { snippets } = (await import(pathToFileURL(join(mockFolder, "console/page/snippets.js")).href)) as {
  snippets(settings: Record<string, string>): Snippet[]; // the console and the welcome show what it gives
};
const clients = snippets({ baseURL: "", apiKey: "", model: "", messagesModel: "" }).map(({ client }) => client);

let mock: MockServer;
beforeAll(async () => {
  mock = await startMock({ latency: "instant" });
});
afterAll(() => mock.close());

test.each(clients)("the console's first call through %s works as it is pasted", async (client) => {
  const settings = {
    baseURL: mock.baseURL,
    apiKey: "sk-mock-full",
    model: "GPT-5.2",
    messagesModel: "Claude-Sonnet-4.5",
  };
  const code = snippets(settings).find((snippet) => snippet.client === client)?.code ?? "";

  const { stdout, stderr, exitCode } = await (client === "curl"
    ? run("sh", ["-c", code])
    : run(process.execPath, ["--input-type=module", "--eval", code]));

  expect(exitCode, stderr).toBe(0);
  expect(stdout).toContain("How can I help?");
});

/** Runs a program while this process, which has the mock in it, goes on. */
function run(program: string, args: string[]): Promise<{ stdout: string; stderr: string; exitCode: number | null }> {
  const cwd = fileURLToPath(new URL("..", import.meta.url)); // so that it finds the clients
  return new Promise((resolve) => {
    const child = execFile(program, args, { cwd, timeout: 280_000 }, (_error, stdout, stderr) =>
      resolve({ stdout, stderr, exitCode: child.exitCode }),
    );
  });
}
