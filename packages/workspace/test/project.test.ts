import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { root } from "../scripts/changesets.mjs";
import { manifestWithProject, missingSentence, readmeWithProject, readProject } from "../scripts/project.mjs";

const known = {
  repository: "https://git.example/team/model-access",
  site: "https://docs.example",
  author: "The Team <team@example.com>",
  contact: "mailto:security@example.com",
};

test("what is known of the project gets into the manifest of a package", () => {
  expect(manifestWithProject({ name: "@model-access/sdk" }, known, "packages/sdk")).toEqual({
    name: "@model-access/sdk",
    repository: { type: "git", url: "git+https://git.example/team/model-access.git", directory: "packages/sdk" },
    bugs: { url: "https://git.example/team/model-access/issues", email: "security@example.com" },
    homepage: "https://docs.example",
    author: "The Team <team@example.com>",
  });
});

test("where nothing is known, a manifest and a README stay as they are", () => {
  const none = { repository: "", site: "", author: "", contact: "" };
  const readme = "# SDK\n\nSee `docs/sdk/streaming.md`.\n";

  expect(manifestWithProject({ name: "a" }, none, "packages/a")).toEqual({ name: "a" });
  expect(readmeWithProject(readme, none, { name: "a" })).toBe(readme);
});

test("the pages that a README names become links, and the repository's badge is under the title", () => {
  const readme = "# SDK\n\nSee `docs/sdk/streaming.md` and `docs/sdk/README.md`.\n";

  const written = readmeWithProject(readme, known, { name: "@model-access/sdk" });

  expect(written).toContain("[`docs/sdk/streaming.md`](https://docs.example/sdk/streaming)");
  expect(written).toContain("[`docs/sdk/README.md`](https://docs.example/sdk/)");
  expect(written).toMatch(/^# SDK\n\n\[!\[CI\]\(https:\/\/git\.example\/team\/model-access\/actions/);
});

test("without a site, the pages are those of the repository", () => {
  const written = readmeWithProject("# A\n\n`docs/a.md`\n", { ...known, site: "" }, { name: "a" });

  expect(written).toContain("[`docs/a.md`](https://git.example/team/model-access/blob/main/docs/a.md)");
});

test("a release is refused with what project.json lacks, and what each member is", () => {
  expect(missingSentence(known)).toBeUndefined();
  expect(missingSentence({ ...known, site: "" })).toBe(
    "project.json at the root has no site (the address of the documentation). Fill it in: packages are published with these.",
  );
});

test.each(["publish-packages.mjs", "pack-packages.mjs"])(
  "%s publishes nothing while project.json is empty",
  (script) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [`${root}packages/workspace/scripts/${script}`, "--release", "tarballs"],
      { encoding: "utf8", env: { ...process.env, PATH: "", Path: "" } },
    );

    expect(missingSentence(readProject())).toContain("project.json at the root has no ");
    expect({ status, stdout, stderr }).toEqual({
      status: 2,
      stdout: "",
      stderr: `${missingSentence(readProject())}\n`,
    });
  },
);
