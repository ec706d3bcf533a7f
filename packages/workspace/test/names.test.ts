import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { files, read, root } from "./repository-files.ts";

test("no file names the vendor of a service", () => {
  // Spelled in pieces, so that this file does not find itself.
  const names = [
    ["p", "oe"],
    ["quo", "ra"],
  ]
    .map((pieces) => pieces.join(""))
    .join("|");
  const vendor = new RegExp(`(?<![a-z])(${names})(?![a-z])`, "i");

  expect(files.filter((file) => vendor.test(read(file)))).toEqual([]);
});

test("no file names a package registry or a path of a machine", () => {
  const registry = new RegExp(`https?://[a-z0-9.-]*registry\\.|${"/work"}/main|${"/root"}/`);

  expect(files.filter((file) => registry.test(read(file)))).toEqual([]);
});

test("nothing generated is tracked", () => {
  const tracked = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n");

  expect(tracked.filter((file) => /(^|\/)(dist|reports|node_modules|generated)\//.test(file))).toEqual([]);
});
