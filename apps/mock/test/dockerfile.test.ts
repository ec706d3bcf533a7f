// @module-tag socket
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { expect, onTestFailed, test } from "vitest";
import { parse } from "yaml";
import { startMock } from "../src/index.js";

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

const compose = parse(read("../deploy/compose.yaml")) as {
  services: { mock: { build: string; command: string[]; ports: string[]; healthcheck: { test: string[] } } };
};
const { mock: service } = compose.services;

/** Runs the check of a container against a mock on another port. */
async function check([program = "", ...args]: string[], port: number): Promise<unknown> {
  const child = spawn(
    program,
    args.map((arg) => arg.replace("4010", String(port))),
  );
  const said = text(child.stderr);
  const [exitCode] = await once(child, "exit");
  onTestFailed(async () => console.error(await said));
  return exitCode;
}

test.each([
  ["the container", JSON.parse(last("HEALTHCHECK").replace(/^.*CMD /, "")) as string[]],
  ["the compose file", service.healthcheck.test.slice(1)],
])("the health check of %s passes while the mock answers, and fails when it is gone", async (_name, command) => {
  const mock = await startMock();

  const whileItAnswers = await check(command, mock.port);
  await mock.close();

  expect(whileItAnswers).toBe(0);
  expect(await check(command, mock.port)).toBe(1);
});

test("the compose file is reached from its own machine only, on the command's port, with options that there are", () => {
  const help = read("../src/command/serve.ts");
  const { tokens } = parseArgs({ args: service.command, strict: false, tokens: true });
  const options = tokens.flatMap((token) => (token.kind === "option" ? [token.rawName] : []));

  expect(service.ports).toEqual([`127.0.0.1:${last("EXPOSE")}:${last("EXPOSE")}`]);
  expect(options.filter((option) => !help.includes(`${option} `))).toEqual([]);
  expect(options).not.toContain("--remote-admin");
});
