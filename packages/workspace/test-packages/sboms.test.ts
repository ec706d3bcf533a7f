import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { published, root } from "../scripts/changesets.mjs";

interface Component {
  name: string;
  licenses?: License[];
}

interface License {
  license?: { id?: string };
  expression?: string;
}

let bills: { metadata: { component: Component }; components: Component[] }[] = [];

beforeAll(() => {
  execFileSync(process.execPath, [`${root}packages/workspace/scripts/write-sboms.mjs`], { stdio: "pipe" });
  bills = published.map((folder) =>
    JSON.parse(readFileSync(`${root}packages/workspace/reports/${basename(folder)}.cdx.json`, "utf8")),
  );
});

test("a bill of materials has exactly the dependencies and the bundled packages", () => {
  const names = bills.map(({ metadata, components }) => [
    metadata.component.name,
    components.map(({ name }) => name).toSorted(),
  ]);

  expect(names).toEqual([
    ["contract", []],
    ["sdk", ["openapi-fetch", "openapi-typescript-helpers"]],
    ["mock", expect.arrayContaining(["client", "contract", "lodash", "prism-http", "yaml"])],
    ["contract-tests", ["contract"]],
    ["ai-sdk-provider", expect.arrayContaining(["provider", "provider-utils", "sdk"])],
  ]);
  expect(names.flat(2)).not.toContain("scarf");
});

test("every licence in a bill of materials requires attribution at most", () => {
  const permissive = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"];
  // Of several, one may be chosen.
  const isPermissive = ({ license, expression = "" }: License) =>
    [license?.id ?? "", ...expression.replaceAll(/[()]/g, "").split(" OR ")].some((id) => permissive.includes(id));
  const saysMITInAnOldForm = /^(compute-(gcd|lcm)|validate\.io-[a-z-]+)$/;

  const others = bills
    .flatMap(({ components }) => components)
    .filter(({ licenses = [], name }) => licenses.length > 0 || !saysMITInAnOldForm.test(name))
    .filter(({ licenses = [] }) => !licenses.some(isPermissive));

  expect(others.map(({ name, licenses }) => ({ name, licenses }))).toEqual([]);
});
