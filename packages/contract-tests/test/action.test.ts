// @module-tag socket
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
  const useless = ["call", "key-file", "json", "junit", "html", "markdown", "sarif", "quiet", "help", "version"];
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

test.skipIf(process.platform === "win32")("builds and runs the code of its own tag where no version is given", () => {
  const repository = join(folder, "repository");
  mkdirSync(join(repository, "node_modules/.bin"), { recursive: true });
  writeStandIn(join(repository, "node_modules/.bin/node"), "node-args");

  const { args } = runScript({ VERSION: "", REPOSITORY: repository, BASE_URL: "https://h.example" }, { npxStatus: 0 });

  expect(args).toEqual(["--yes", "pnpm@12", "--dir", repository, "prepare-contract"]);
  expect(readArgs("node-args").slice(0, 2)).toEqual([
    join(repository, "packages/contract-tests/dist/command.js"),
    "--base-url=https://h.example",
  ]);
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8"));
  expect(scripts).toHaveProperty("prepare-contract");
});

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

/** Writes a program that notes its arguments, writes a report and ends with a status. */
function writeStandIn(path: string, notes: string, status = 1) {
  const lines = [
    "#!/bin/sh",
    `printf '%s\\0' "$@" > "${join(folder, notes)}"`,
    'mkdir -p "$REPORT"',
    `echo '## Report' > "$REPORT/report.md"`,
    `exit ${status}`,
  ];
  writeFileSync(path, `${lines.join("\n")}\n`, { mode: 0o755 });
}

const readArgs = (notes: string) => readFileSync(join(folder, notes), "utf8").split("\0").slice(0, -1);

/** Runs the script as GitHub runs `shell: bash`, with a stand-in for npx that ends as a failed run does. */
function runScript(variables: Record<string, string>, { npxStatus = 1 } = {}) {
  const at = (name: string) => join(folder, name);
  for (const file of ["summary", "output"]) writeFileSync(at(file), "");
  writeStandIn(at("npx"), "args", npxStatus);
  const { status, stderr } = spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], {
    cwd: folder,
    encoding: "utf8",
    env: {
      PATH: [folder, dirname(process.execPath), process.env.PATH].join(delimiter),
      VERSION: "0.1.0",
      REPORT: at("report"),
      GITHUB_STEP_SUMMARY: at("summary"),
      GITHUB_OUTPUT: at("output"),
      ...variables,
    },
  });
  expect(stderr).toBe("");
  const read = (name: string) => readFileSync(at(name), "utf8");
  return { status, args: readArgs("args"), summary: read("summary"), output: read("output") };
}
