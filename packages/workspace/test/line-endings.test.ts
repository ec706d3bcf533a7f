import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { root } from "../scripts/changesets.mjs";

test("every text file has the same line endings on every system", () => {
  const files = execFileSync("git", ["ls-files", "--eol"], { cwd: root, encoding: "utf8" }).trim().split("\n");
  const texts = files.filter((file) => !file.startsWith("i/-text"));

  expect(texts.length).toBeGreaterThan(500);
  expect(texts.filter((file) => !/^i\/(lf|none) .*attr\/text=auto eol=lf/.test(file))).toEqual([]);
});
