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

test("a release is packed without rights, and published with provenance by a job that runs nothing of ours", () => {
  const { version: versions, pack, publish } = workflow("release.yml").jobs;
  const { version } = JSON.parse(readFileSync(`${root}package.json`, "utf8")).devEngines.packageManager;
  const steps = [versions, pack, publish].flatMap((job) => commands(job?.steps ?? []));

  expect(commands(pack?.steps ?? [])[0]).toBe(`npx --yes pnpm@${version} test`);
  expect(pack?.permissions).toBeUndefined();
  expect(publish?.needs).toBe("pack");
  expect(publish?.environment).toBe("release");
  expect(publish?.permissions).toMatchObject({ "id-token": "write" });
  expect(publish?.steps.some(({ uses }) => uses?.startsWith("actions/checkout@"))).toBe(false);
  expect(source("release.yml")).toMatch(/ PNPM_CONFIG_PROVENANCE: "true"/);
  expect(source("release.yml")).not.toMatch(/NPM_TOKEN|NODE_AUTH_TOKEN/);
  expect(
    steps
      .join("\n")
      .match(/pnpm@\S+/g)
      ?.filter((pnpm) => pnpm !== `pnpm@${version}`),
  ).toEqual([]);
});

test("tests run once for a push: the job that packs runs them only for a release", () => {
  const { pack } = workflow("release.yml").jobs;

  expect(pack?.needs).toBe("version");
  expect(pack?.if).toBeDefined();
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
