import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const manifest = JSON.parse(read("../package.json")) as { engines: { node: string }; bin: Record<string, string> };

/** The instructions in their order, comments and blank lines left out. */
const instructions = read("../Dockerfile")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => ({ name: line.slice(0, line.indexOf(" ")), rest: line.slice(line.indexOf(" ") + 1) }));

const last = (name: string) => instructions.findLast((instruction) => instruction.name === name)?.rest ?? "";

test("the container runs the packed package's own command, on all its addresses", () => {
  const program = manifest.bin["model-access-mock"]?.replace("./", "node_modules/@model-access/mock/");

  expect(JSON.parse(last("ENTRYPOINT"))).toEqual(["node", program, "--host", "0.0.0.0"]);
  expect(last("COPY")).toBe("model-access-contract-*.tgz model-access-mock-*.tgz ./");
});

test("the container does not run as root, and opens the admin API to nobody else", () => {
  const names = instructions.map(({ name }) => name);

  expect(last("USER")).toBe("node");
  expect(names.lastIndexOf("USER")).toBeGreaterThan(names.lastIndexOf("RUN"));
  expect(last("ENTRYPOINT")).not.toContain("--remote-admin");
});

test("the container has a Node that the package takes, and shows the command's own port", () => {
  const major = Number(/^node:(\d+)/.exec(last("FROM"))?.[1]);

  expect(major).toBeGreaterThanOrEqual(Number(manifest.engines.node.replace(">=", "")));
  expect(read("../src/command/serve.ts")).toContain(`port: { type: "string", default: "${last("EXPOSE")}" }`);
});
