// Lints the source with Redocly and, concurrently, the bundles with Spectral. Warnings fail too.
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL("../..", import.meta.url));
const bundles = ["openapi.3.2.yaml", "openapi.yaml"].map((file) => `spec/dist/${file}`);

const results = await Promise.all([
  run("@redocly/cli", ["lint", "src/openapi.yaml", "--max-problems=1000", "--format=stylish"], { cwd: `${root}spec` }),
  run("@stoplight/spectral-cli", ["lint", "--ruleset=.spectral.yaml", "--fail-severity=hint", ...bundles], {
    cwd: root,
  }),
]);
for (const { stdout, stderr } of results) {
  process.stdout.write(stdout);
  process.stderr.write(stderr);
}
const isClean = results.every(
  ({ error, stdout, stderr }) => error === null && !/You have \d+ warning/.test(stdout + stderr),
);
process.exitCode = isClean ? 0 : 1;

function run(name, args, { cwd }) {
  const manifest = require.resolve(`${name}/package.json`);
  const { bin } = require(manifest);
  const program = join(dirname(manifest), typeof bin === "string" ? bin : Object.values(bin)[0]);
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const options = { cwd, env, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], options, (error, stdout, stderr) =>
      resolve({ error, stdout, stderr }),
    );
  });
}
