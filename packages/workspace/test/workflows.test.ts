import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { published, root } from "../scripts/changesets.mjs";

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, string | boolean>;
  env?: Record<string, string>;
}
interface Job {
  needs?: string;
  if?: string;
  environment?: string;
  "timeout-minutes"?: number;
  permissions?: Record<string, string>;
  steps: Step[];
}
interface Workflow {
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}

const folder = `${root}.github/workflows/`;
const source = (file: string) => readFileSync(`${folder}${file}`, "utf8");
const workflow = (file: string) => parse(source(file)) as Workflow;
const commands = (steps: Step[]) =>
  steps
    .flatMap(({ run, with: { version, publish } = {} }) => [run, version, publish])
    .filter((command) => typeof command === "string");

test.each(readdirSync(folder))("%s pins every action to a commit, reads only, and ends", (file) => {
  const { permissions, jobs } = workflow(file);
  const uses = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses = [] }) => uses));

  expect(uses.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
  expect(permissions).toEqual({ contents: "read" });
  for (const [name, { "timeout-minutes": minutes, steps }] of Object.entries(jobs)) {
    const checkout = steps.find(({ uses }) => uses?.startsWith("actions/checkout@"));
    expect(minutes, name).toBeLessThanOrEqual(45);
    if (checkout !== undefined) expect(checkout.with?.["persist-credentials"], name).toBe(false);
  }
});

test("CI asks the registry for known weaknesses, and checks the age of versions where it does", () => {
  const { audit } = workflow("ci.yml").jobs;

  expect(commands(audit?.steps ?? []).join("\n")).toMatch(/pnpm\S* install --frozen-lockfile\n.*pnpm\S* audit/);
});

test("a release is checked, tested and packed without rights", () => {
  const { pack } = workflow("release.yml").jobs;
  const [first, ...others] = commands(pack?.steps ?? []);

  expect(pack?.permissions).toBeUndefined();
  expect(first).toMatch(/ check-manifests$/);
  expect(others.map((command) => command.split("\n")[0])).toEqual([
    expect.stringMatching(/ test$/),
    expect.stringMatching(/ test:packages$/),
    expect.stringMatching(/ pack-packages tarballs$/),
  ]);
});

test("a release is published with provenance, and no token, by a job that runs nothing of ours", () => {
  const { publish } = workflow("release.yml").jobs;
  const { version } = JSON.parse(readFileSync(`${root}package.json`, "utf8")).devEngines.packageManager;
  const names = published.map((folder) => folder.split("/")[1]).join(" ");

  expect(publish?.needs).toBe("pack");
  expect(publish?.environment).toBe("release");
  expect(publish?.permissions).toEqual({ contents: "write", "id-token": "write" });
  expect(publish?.steps.map(({ uses, run }) => uses?.split("@")[0] ?? run?.split("\n")[0])).toEqual([
    "actions/setup-node",
    "actions/download-artifact",
    `for package in ${names}; do`,
  ]);
  expect(source("release.yml")).toMatch(/ PNPM_CONFIG_PROVENANCE: "true"/);
  expect(source("release.yml")).not.toMatch(/NPM_TOKEN|NODE_AUTH_TOKEN/);
  expect(
    source("release.yml")
      .match(/pnpm@\S+/g)
      ?.filter((pnpm) => pnpm !== `pnpm@${version}`),
  ).toEqual([]);
});

test("a push without anything to release tests and packs nothing for one", () => {
  const { version, pack } = workflow("release.yml").jobs;

  expect(commands(version?.steps ?? []).join("\n")).toContain(" list-unreleased)");
  expect(pack?.needs).toBe("version");
  expect(pack?.if).toBe("needs.version.outputs.pending == 'false' && needs.version.outputs.unreleased != ''");
});

test("a workflow of a guide pins its actions and reads only, as ours do", () => {
  const guides = readdirSync(`${root}docs/guides`).map((file) => readFileSync(`${root}docs/guides/${file}`, "utf8"));
  const blocks = guides.flatMap((guide) =>
    [...guide.matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map(([, block = ""]) => block),
  );

  expect(blocks.length).toBeGreaterThan(0);
  for (const block of blocks) {
    const { permissions, jobs } = parse(block) as Workflow;
    const uses = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses = [] }) => uses));
    expect(permissions).toEqual({ contents: "read" });
    expect(uses.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
  }
});
