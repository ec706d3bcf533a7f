import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { watchFile } from "../src/world/watch-world.js";
import { dataFile, folder } from "./data-files.js";

test("reports a save once, and none of another file", async () => {
  const saves: string[] = [];
  const file = join(folder, "team.yaml");
  const stop = watchFile(file).start(() => saves.push("saved"));

  writeFileSync(join(folder, "other.yaml"), "");
  writeFileSync(file, "a");
  writeFileSync(file, "ab");
  await expect.poll(() => saves).toEqual(["saved"]);
  stop();

  expect(saves).toEqual(["saved"]);
});

test("reports a file that replaces another one, and one that is removed", async () => {
  const saves: string[] = [];
  const file = dataFile("replaced.yaml", "a");
  const stop = watchFile(file).start(() => saves.push("saved"));

  writeFileSync(`${file}.new`, "b");
  renameSync(`${file}.new`, file);
  await expect.poll(() => saves).toHaveLength(1);
  rmSync(file);
  await expect.poll(() => saves).toHaveLength(2);
  stop();
});

test("reports a change of the folder behind a link, as in a ConfigMap", async () => {
  const saves: string[] = [];
  const mounted = join(folder, "mounted");
  for (const name of ["first", "second"]) {
    mkdirSync(join(mounted, name), { recursive: true });
    writeFileSync(join(mounted, name, "team.yaml"), name);
  }
  symlinkSync("first", join(mounted, "data"));
  symlinkSync(join("data", "team.yaml"), join(mounted, "team.yaml"));
  const stop = watchFile(join(mounted, "team.yaml")).start(() => saves.push("saved"));

  symlinkSync("second", join(mounted, "next"));
  renameSync(join(mounted, "next"), join(mounted, "data"));
  await expect.poll(() => saves).toEqual(["saved"]);
  stop();
});

test("reports a save between the watch and its start", async () => {
  const saves: string[] = [];
  const file = dataFile("early.yaml", "a");
  const watch = watchFile(file);
  writeFileSync(file, "ab");

  const stop = watch.start(() => saves.push("saved"));

  await expect.poll(() => saves).toEqual(["saved"]);
  stop();
});
