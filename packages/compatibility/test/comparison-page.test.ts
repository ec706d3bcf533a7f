import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const page = readFileSync(`${root}docs/sdk/other-clients.md`, "utf8");
// | situation | [the test's title](../../packages/….test.ts) |
const rows = [...page.matchAll(/^\| .+ \| \[(.+)\]\(\.\.\/\.\.\/(packages\/\S+\.test\.ts)\) \|$/gm)];

test("the page names the tests of other clients' reports", () => {
  expect(rows.length).toBeGreaterThanOrEqual(20);
});

test.each(rows.map(([, title = "", file = ""]) => [title, file]))("%s is a test of %s", (title, file) => {
  expect(readFileSync(`${root}${file}`, "utf8")).toContain(`"${title}"`);
});
