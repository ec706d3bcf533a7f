import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { adminDocument } from "../src/generated/admin-document.js";

const page = readFileSync(new URL("../../../docs/mock/sessions.md", import.meta.url), "utf8");

test("the page on sessions names each path of the admin API once, and no other", () => {
  const [, table = ""] = page.split("| path, after `/_mock/api` |");
  const cells = table.split("\n\n", 1)[0]?.split("\n").slice(2) ?? [];
  const named = cells.flatMap((row) =>
    [...(row.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path),
  );
  const isOf = (path: string) => (name: string) =>
    name.startsWith("…") ? path.endsWith(name.slice(1)) : path === name;
  const paths = Object.keys(adminDocument.paths).filter((path) => path !== "/openapi.json");

  for (const path of paths) expect([path, named.filter(isOf(path)).length]).toEqual([path, 1]);
  for (const name of named) expect([name, paths.filter((path) => isOf(path)(name)).length]).toEqual([name, 1]);
});
