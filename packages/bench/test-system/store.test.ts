import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { beforeEach, expect, test, vi } from "vitest";
import { runSections } from "../src/run-sections.ts";
import { chooseSections } from "../src/sections.ts";
import { readTables } from "../test/read-tables.ts";

vi.setConfig({ testTimeout: 900_000 }); // it starts seven programs, each of which takes seconds on a busy machine

beforeEach(() => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
});

test("the store section runs, and opens as many streams as the machine supports", async () => {
  const failures = await runSections(chooseSections(["store"]), { isQuick: true });

  const markdown = vi.mocked(process.stdout.write).mock.calls.join("");
  expect(failures).toEqual([]);
  expect(readTables(markdown)).toEqual([
    ["mock | valid chat request", ["in memory", "with a store", "with a store, two workers"]],
    [" | answers again after", ["one process"]],
    [expect.stringMatching(/^two workers \| first event/), expect.arrayContaining(["10 streams"])],
  ]);
});

test.each(["SIGKILL", "SIGINT"] as const)("Redis ends when %s ends the bench", async (signal) => {
  const moduleOf = (name: string) => JSON.stringify(new URL(`../src/${name}`, import.meta.url));
  const bench = spawn(process.execPath, [
    "--input-type=module",
    "--eval",
    `import { pathOf, startNode } from ${moduleOf("node-process.ts")};
     const redis = startNode("Redis", [pathOf("redis.ts", ${moduleOf("sections.ts")})]);
     console.log(await redis.readLine());`,
  ]);
  const [line] = await once(bench.stdout, "data");
  const { port } = new URL(JSON.parse(String(line)).url);
  const isListening = () =>
    new Promise((resolve) => {
      const socket = connect(Number(port), "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
      socket.on("connect", () => socket.destroy());
    });
  expect(await isListening()).toBe(true);

  bench.kill(signal);

  await expect.poll(isListening).toBe(false);
});
