// @module-tag socket
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { clientOf, startClient } from "./client.js";

/** Sends the same request again to a refusal, as no client should. */
async function repeatRefused(baseURL: string, { session, times }: { session: string; times: number }): Promise<void> {
  const { chat } = clientOf({ fetch, baseURL });
  const headers = { "x-mock-session": session, "x-mock-fault": "status-400" };
  for (let count = 0; count < times; count += 1) await (await chat({}, headers)).text();
}

const says = "Sent the same request again after 400, which it can't change.";

test("lists what the clients of all sessions did wrong", async () => {
  const mock = await startClient();
  const before = await mock.faultsOfClients();
  await repeatRefused(mock.baseURL, { session: "one", times: 1 });
  await repeatRefused(mock.baseURL, { session: "two", times: 3 });

  const faults = await mock.faultsOfClients();

  expect(before).toEqual([]);
  expect(faults).toEqual([
    { session: "two", exchange: "x-2", code: "retried-a-refusal", says },
    { session: "two", exchange: "x-3", code: "retried-a-refusal", says },
  ]);
});

/** Runs the command, lets a client do wrong, ends it by Ctrl-C, and returns what it logged. */
async function logOf(...args: string[]): Promise<string[]> {
  const program = fileURLToPath(new URL("../dist/command.js", import.meta.url));
  const child = spawn(process.execPath, [program, "--port", "0", "--latency", "instant", ...args]);
  const logged = text(child.stderr);
  const [line] = await once(child.stdout, "data");
  await repeatRefused(/http:[^\s"]+/.exec(String(line))?.[0] ?? "", { session: "cart", times: 3 });
  child.kill("SIGINT");
  await once(child, "exit");
  return (await logged).trim().split("\n");
}

test.skipIf(process.platform === "win32")(
  "the command tells at its end what clients did wrong, each kind once",
  async () => {
    expect((await logOf()).slice(3)).toEqual([
      "What clients did wrong:",
      `- 2 × retried-a-refusal, first in x-2 of the session 'cart': ${says}`,
    ]);
  },
);

test.skipIf(process.platform === "win32")(
  "with --log json the command tells it as objects, and with --quiet not at all",
  async () => {
    const [lines, quiet] = await Promise.all([logOf("--log", "json"), logOf("--quiet")]);

    expect(lines.slice(3).map((line) => JSON.parse(line))).toEqual([
      { event: "client-fault", count: 2, session: "cart", exchange: "x-2", code: "retried-a-refusal", says },
    ]);
    expect(quiet).toEqual([""]);
  },
);
