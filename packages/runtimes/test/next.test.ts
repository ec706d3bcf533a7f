import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type MockServer, startMock } from "@model-access/mock";
import { afterAll, beforeAll, expect, test } from "vitest";
import { behaveOnServer, type Outcome } from "./behaviour.ts";
import { makeProject, type Project } from "./packed-sdk.ts";
import { folderOf } from "./programs.ts";
import { run } from "./run.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const next = join(folderOf("next"), "dist/bin/next");
const env = { NEXT_TELEMETRY_DISABLED: "1" };

let project: Project;
let mock: MockServer;
let expected: Outcome;
let site: { url: string; close(): Promise<void> };

beforeAll(async () => {
  project = await makeProject({ isInside: true });
  mock = await startMock({ latency: "instant" });
  expected = await behaveOnServer(await import("@model-access/sdk"), mock.baseURL);
  project.write("next.config.mjs", `export default { turbopack: { root: ${JSON.stringify(root)} } };\n`);
  project.write("app/layout.js", 'export default ({ children }) => <html lang="en"><body>{children}</body></html>;\n');
  for (const runtime of ["nodejs", "edge"]) {
    project.write(
      `app/${runtime}/route.js`,
      `import * as sdk from "@model-access/sdk";
import { behaveOnServer } from "../../behaviour.mjs";
export const runtime = "${runtime}";
export const dynamic = "force-dynamic";
export const GET = async () => Response.json(await behaveOnServer(sdk, ${JSON.stringify(mock.baseURL)}));
`,
    );
  }
  project.write(
    "app/sync/route.js",
    `import { getBotResponseSync } from "@model-access/sdk/sync";
export const dynamic = "force-dynamic";
const options = { baseURL: ${JSON.stringify(mock.baseURL)} };
const query = { bot: "Claude-Sonnet-4.5", messages: [{ role: "user", content: "Hello" }], apiKey: "sk-mock-full" };
export const GET = () => Response.json([...getBotResponseSync(query, options)].map(({ text }) => text).join(""));
`,
  );
  const { code, stdout, stderr } = await run(process.execPath, [next, "build"], {
    cwd: project.folder,
    env,
    timeoutMs: 280_000,
  });
  if (code !== 0) throw new Error(stdout + stderr);
  site = await startSite();
});

afterAll(async () => {
  await site?.close();
  await mock?.close();
  project?.remove();
});

test.each(["nodejs", "edge"])("the SDK behaves the same in a route of Next (%s)", async (runtime) => {
  const response = await fetch(`${site.url}/${runtime}`);

  expect(await response.json()).toEqual(expected);
});

test("a route of Next asks a bot and blocks its thread", async () => {
  const { ModelAccess } = await import("@model-access/sdk");
  const client = new ModelAccess({ apiKey: "sk-mock-full", baseURL: mock.baseURL });
  const messages = [{ role: "user" as const, content: "Hello" }];

  let awaited = "";

  const response = await fetch(`${site.url}/sync`);
  for await (const { text } of client.bots.respond({ bot: "Claude-Sonnet-4.5", messages })) awaited += text;

  expect(await response.json()).toBe(awaited);
});

/** Starts what was built, on a port of its own. */
async function startSite(): Promise<typeof site> {
  const server = spawn(process.execPath, [next, "start", "--port", "0", "--hostname", "127.0.0.1"], {
    cwd: project.folder,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    let printed = "";
    server.stdout.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
      if (found !== undefined && printed.includes("Ready")) resolve(found);
    });
    ended.then(() => reject(new Error(`Next ended: ${printed}`)));
  });
  return {
    url,
    async close() {
      server.kill();
      await ended;
    },
  };
}
