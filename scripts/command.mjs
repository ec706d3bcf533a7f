// `pnpm mock`, `pnpm contract`, `pnpm bench`: installs and builds what the command needs, then runs it with your arguments.
import { build, install, root, runNode } from "./workspace.mjs";

const commands = {
  mock: { project: "@model-access/mock", program: "apps/mock/dist/command.js" },
  contract: { project: "@model-access/contract-tests", program: "packages/contract-tests/dist/command.js" },
  bench: { project: "@model-access/bench", program: "packages/bench/src/command.ts" },
};

const [name, ...args] = process.argv.slice(2);
const { project, program } = commands[name];
await install([project]);
await build([project]);
process.exitCode = await runNode([`${root}${program}`, ...args]);
