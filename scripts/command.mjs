// `pnpm mock`, `pnpm contract`, `pnpm bench`: installs and builds what the command needs, then runs it with your arguments.
import { build, install, root, runNode, say } from "./workspace.mjs";

const commands = {
  mock: { project: "@model-access/mock", program: "apps/mock/dist/command.js" },
  contract: { project: "@model-access/contract-tests", program: "packages/contract-tests/dist/command.js" },
  bench: { project: "@model-access/bench", program: "packages/bench/src/command.ts" },
};

const [name, ...args] = process.argv.slice(2);
const { project, program } = commands[name];
// A first run takes up to a minute. Later ones take a second, and say nothing.
const notice = setTimeout(() => say(`Installing and building what \`pnpm ${name}\` needs …`), 2000);
await install([project]);
await build([project]);
clearTimeout(notice);
process.exitCode = await runNode([`${root}${program}`, ...args]);
