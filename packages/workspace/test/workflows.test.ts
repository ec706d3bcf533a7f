import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { root } from "../scripts/changesets.mjs";

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, string | boolean>;
  env?: Record<string, string>;
}
interface Job {
  needs?: string;
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
  for (const [name, { "timeout-minutes": minutes, permissions = {}, steps }] of Object.entries(jobs)) {
    const checkout = steps.find(({ uses }) => uses?.startsWith("actions/checkout@"));
    expect(minutes, name).toBeLessThanOrEqual(45);
    expect(checkout?.with?.["persist-credentials"], name).toBe(permissions.contents === "write" ? undefined : false);
  }
});

test("CI asks the registry for known weaknesses, and checks the age of versions where it does", () => {
  const { audit } = workflow("ci.yml").jobs;

  expect(commands(audit?.steps ?? [])).toEqual([
    "npx --yes pnpm@12 install --frozen-lockfile",
    "npx --yes pnpm@12 audit --prod",
  ]);
});

test("a release is tested first, and published with provenance and without a token, by one version of pnpm", () => {
  const { test: tests, release } = workflow("release.yml").jobs;
  const { version } = JSON.parse(readFileSync(`${root}package.json`, "utf8")).devEngines.packageManager;
  const steps = commands(release?.steps ?? []).filter((command) => command.includes("pnpm@"));

  expect(commands(tests?.steps ?? [])).toEqual(["npx --yes pnpm@12 test"]);
  expect(tests?.permissions).toBeUndefined();
  expect(release?.needs).toBe("test");
  expect(release?.permissions).toMatchObject({ "id-token": "write" });
  expect(source("release.yml")).toMatch(/ PNPM_CONFIG_PROVENANCE: "true"/);
  expect(source("release.yml")).not.toMatch(/NPM_TOKEN|NODE_AUTH_TOKEN/);
  expect(steps.length).toBeGreaterThan(0);
  expect(steps.filter((command) => !command.startsWith(`npx --yes pnpm@${version} `))).toEqual([]);
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
