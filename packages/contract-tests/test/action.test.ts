import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { flags } from "../src/command-line/flags.js";

const folder = mkdtempSync(join(tmpdir(), "contract-action-"));
afterAll(() => rmSync(folder, { recursive: true }));

const action = readFileSync(join(import.meta.dirname, "../action/action.yml"), "utf8");
const sectionOf = (name: string) => new RegExp(`^${name}:\\n((?:  .*\\n)+)`, "m").exec(action)?.[1] ?? "";
const inputs = [...sectionOf("inputs").matchAll(/^ {2}([a-z-]+):$/gm)].map(([, name = ""]) => name);
const script = (/ {6}run: \|\n((?: {8}.*\n)+)/.exec(action)?.[1] ?? "").replaceAll(/^ {8}/gm, "");

test("takes every option of the command but those that a job has no use for", () => {
  const useless = ["key-file", "json", "junit", "html", "markdown", "sarif", "quiet", "help", "version"];
  const isOfWatch = (flag: object) => "of" in flag && String(flag.of) === "watch";
  const options = Object.entries(flags).flatMap(([name, flag]) =>
    useless.includes(name) || isOfWatch(flag) ? [] : [name],
  );

  expect(inputs.toSorted()).toEqual([...options, "version"].toSorted());
});

test("hands each input to the script as a variable, and none as text of the script", () => {
  for (const name of inputs) {
    expect(action).toContain(`        ${name.toUpperCase().replaceAll("-", "_")}: \${{ inputs.${name} }}\n`);
  }
  expect(script).not.toContain("${{");
});

test.skipIf(process.platform === "win32")(
  "runs the code of its own tag, so that no package has to be published",
  () => {
    const { args } = runScript({ VERSION: "", REPOSITORY: "/actions/model-access", BASE_URL: "https://h.example" });

    expect(args.slice(0, 6)).toEqual([
      "--yes",
      "--package=pnpm@12",
      "--",
      "node",
      "/actions/model-access/scripts/command.mjs",
      "contract",
    ]);
    expect(existsSync(join(import.meta.dirname, "../../../scripts/command.mjs"))).toBe(true);
  },
);

test.skipIf(process.platform === "win32")(
  "gives the command its options as they are, and the summary its report (with a shell script for npx, which Windows does not run)",
  () => {
    const { status, args, summary, output } = runScript({
      BASE_URL: "https://h.example",
      ONLY: "chat,models",
      MODEL: "$(touch injected) `touch injected`; touch injected",
      MAX_CALLS: "-1",
      STRICT: "true",
    });

    expect(args).toEqual([
      "--yes",
      "@model-access/contract-tests@0.1.0",
      "--base-url=https://h.example",
      "--model=$(touch injected) `touch injected`; touch injected",
      "--only=chat,models",
      "--max-calls=-1",
      `--report=${join(folder, "report")}`,
      "--strict",
    ]);
    expect(existsSync(join(folder, "injected"))).toBe(false);
    expect([status, summary, output]).toEqual([1, "## Report\n", "exit-code=1\n"]);
  },
);

/** Runs the script with a stand-in for npx that notes its arguments, writes a report and ends as a failed run does. */
function runScript(variables: Record<string, string>) {
  const at = (name: string) => join(folder, name);
  for (const file of ["args", "summary", "output"]) writeFileSync(at(file), "");
  writeFileSync(
    at("npx"),
    `#!/bin/sh\nprintf '%s\\0' "$@" > "${at("args")}"\nmkdir -p "$REPORT"\necho '## Report' > "$REPORT/report.md"\nexit 1\n`,
  );
  chmodSync(at("npx"), 0o755);
  // As GitHub runs `shell: bash`.
  const { status } = spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], {
    cwd: folder,
    env: {
      PATH: [folder, dirname(process.execPath), process.env.PATH].join(delimiter),
      VERSION: "0.1.0",
      REPORT: at("report"),
      GITHUB_STEP_SUMMARY: at("summary"),
      GITHUB_OUTPUT: at("output"),
      ...variables,
    },
  });
  const read = (name: string) => readFileSync(at(name), "utf8");
  return { status, args: read("args").split("\0").slice(0, -1), summary: read("summary"), output: read("output") };
}
