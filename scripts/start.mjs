// `npx pnpm@12 start`: from a fresh clone to a running mock, with what to paste next.
import { build, install, root, runNode, say } from "./workspace.mjs";

const projects = ["@model-access/mock", "@model-access/sdk"];

// `pnpm start -- --help` hands the two hyphens on.
const args = process.argv.slice(2).filter((arg, index) => arg !== "--" || index > 0);
const tell = args.includes("--quiet") ? () => undefined : say;

tell("Installing what the mock needs …");
await install(projects);
tell("Building the contract, the SDK and the mock …");
await build(projects);
process.exitCode = await runNode([`${root}apps/mock/dist/command.js`, "--welcome", ...args]);
