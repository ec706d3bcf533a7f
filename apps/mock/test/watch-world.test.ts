import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { watchFile } from "../src/world/watch-world.js";

const folder = mkdtempSync(join(tmpdir(), "mock-watch-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a save is told once, and that of another file not at all", async () => {
  const saves: string[] = [];
  const file = join(folder, "team.yaml");
  const stop = watchFile(file, { onSave: () => saves.push("saved"), onError: () => saves.push("failed") });

  writeFileSync(join(folder, "other.yaml"), "");
  writeFileSync(file, "a");
  writeFileSync(file, "ab");
  await expect.poll(() => saves).toEqual(["saved"]);
  stop();

  expect(saves).toEqual(["saved"]);
});

test("a file that the system can't watch is told with its code", () => {
  const codes: (string | undefined)[] = [];

  watchFile(join(folder, "none/team.yaml"), { onSave: () => undefined, onError: ({ code }) => codes.push(code) })();

  expect(codes).toEqual(["ENOENT"]);
});
