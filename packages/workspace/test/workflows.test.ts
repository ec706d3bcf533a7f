import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { published, root } from "../scripts/changesets.mjs";

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, string | boolean>;
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

const read = (file: string) => readFileSync(root + file, "utf8");
const workflows = readdirSync(`${root}.github/workflows`).map((name) => ({
  name,
  text: read(`.github/workflows/${name}`),
}));
const guides = readdirSync(`${root}docs/guides`).flatMap((name) =>
  [...read(`docs/guides/${name}`).matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map(([, text = ""]) => ({ name, text })),
);
const release = read(".github/workflows/release.yml");
const { version, pack, publish } = (parse(release) as Workflow).jobs;
/** Returns the first line of each command, and the name of each action, of a job. */
const listSteps = (job?: Job) => job?.steps.map(({ uses, run }) => uses?.split("@")[0] ?? run?.split("\n")[0]);

test("a guide has a workflow", () => {
  expect(guides.length).toBeGreaterThan(0);
});

test.each([...workflows, ...guides])(
  "$name pins every action to a commit, and has read permission only",
  ({ text }) => {
    const { permissions, jobs } = parse(text) as Workflow;
    const uses = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses = [] }) => uses));

    expect(uses.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
    expect(permissions).toEqual({ contents: "read" });
  },
);

test.each(workflows)("$name has a timeout, and keeps no token in its checkouts", ({ text }) => {
  for (const [name, { "timeout-minutes": minutes, steps }] of Object.entries((parse(text) as Workflow).jobs)) {
    const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    expect(minutes, name).toBeLessThanOrEqual(45);
    expect(
      checkouts.filter((checkout) => checkout.with?.["persist-credentials"] !== false),
      name,
    ).toEqual([]);
  }
});

test("CI audits dependencies, and checks the age of versions in the same job", () => {
  expect(read(".github/workflows/ci.yml")).toMatch(/pnpm\S* install --frozen-lockfile.*\n.*pnpm\S* audit/);
});

test("only a push with a version to release tests and packs for one, without rights", () => {
  expect(version?.steps.map(({ run }) => run).join()).toContain(" list-unreleased)");
  expect(pack?.needs).toBe("version");
  expect(pack?.if).toBe("needs.version.outputs.pending == 'false' && needs.version.outputs.unreleased != ''");
  expect(pack?.permissions).toBeUndefined();
  expect(listSteps(pack)?.slice(2, 6)).toEqual([
    expect.stringMatching(/ check-manifests$/),
    expect.stringMatching(/ test$/),
    expect.stringMatching(/ test:packages$/),
    expect.stringMatching(/ pack-packages tarballs$/),
  ]);
});

test("a release is published with provenance, and no token, by a job that runs nothing of ours", () => {
  const { version: pnpm } = JSON.parse(read("package.json")).devEngines.packageManager;
  const names = published.map((folder) => folder.split("/")[1]).join(" ");

  expect(publish?.needs).toBe("pack");
  expect(publish?.environment).toBe("release");
  expect(publish?.permissions).toEqual({ contents: "write", "id-token": "write" });
  expect(listSteps(publish)).toEqual([
    "actions/setup-node",
    "actions/download-artifact",
    `for package in ${names}; do`,
  ]);
  expect(release).toMatch(/ PNPM_CONFIG_PROVENANCE: "true"/);
  expect(release).not.toMatch(/NPM_TOKEN|NODE_AUTH_TOKEN/);
  expect(release.match(/pnpm@\S+/g)?.filter((used) => used !== `pnpm@${pnpm}`)).toEqual([]);
});
