// @module-tag socket
import { fileURLToPath } from "node:url";
import { type MockServer, startMock } from "@model-access/mock";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "./snippet-folder.ts";

interface Snippet {
  client: string;
  code: string;
}

const page = new URL("console/page/snippets.js", import.meta.resolve("@model-access/mock"));
const { snippets } = (await import(page.href)) as {
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

  const cwd = fileURLToPath(new URL("..", import.meta.url)); // so that it finds the clients
  const ended = await (client === "curl"
    ? run("sh", ["-c", code], { cwd })
    : run(process.execPath, ["--input-type=module", "--eval", code], { cwd }));

  expect(ended.code, ended.stderr).toBe(0);
  expect(ended.stdout).toContain("How can I help?");
});
