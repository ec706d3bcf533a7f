// `npx pnpm@12 start`: from a fresh clone to a running mock, with what to paste next.
import { build, install, root, runNode, say } from "./workspace.mjs";

const projects = ["@model-access/mock", "@model-access/sdk"];

say("Installing what the mock needs …");
await install(projects);
say("Building the contract, the SDK and the mock …");
await build(projects);
process.exitCode = await runNode([`${root}apps/mock/dist/command.js`, "--welcome", ...process.argv.slice(2)]);
